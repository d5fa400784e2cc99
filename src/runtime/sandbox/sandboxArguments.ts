import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import { WORKSPACE_MOUNT } from '../workspace/workspacePath.js';
import type { SandboxLimits } from './sandboxLimits.js';

/** Where the gateway puts what it adds to the sandbox: the script, and Node where it lies elsewhere. */
export const ADDED = '/run/waggle';

/** Folders of programs that the sandbox sees; on most systems all but the first are links into it. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];

/** What programs need of /etc; nothing that could hold a secret. */
const ETC = [
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'alternatives',
  'localtime',
  'mime.types',
  'fonts',
  'ssl/certs',
  'ImageMagick-6',
  'ImageMagick-7',
  'python3',
  'python3.11',
];

/** Of /proc, what tells of the machine and its keys. */
const HIDDEN = [
  'keys',
  'key-users',
  'kmsg',
  'kallsyms',
  'kcore',
  'cmdline',
  'config.gz',
  'timer_list',
  'iomem',
  'ioports',
];

const USER = 1000;

export interface SandboxPlan {
  /** The lane's workspace on this machine. */
  readonly workspace: string;
  /** Folders of it that stay unchanged, which must be there. */
  readonly fixed: readonly string[];
  readonly isReadOnly: boolean;
  /** Folders of this machine that must not be seen, also where they lie within a system folder. */
  readonly hidden: readonly string[];
  /** Descriptor from which the script is read, as bubblewrap sees it; null: there is none. */
  readonly scriptFd: number | null;
  /** What the script is called in `ADDED`. */
  readonly scriptName: string;
  /** Socket that is seen as `net` in `ADDED`. */
  readonly net?: string;
  readonly nodePath: string;
  readonly limits: SandboxLimits;
  /** What the operator opened beyond that; only for what the operator chose to run. */
  readonly opened?: SandboxOpening;
}

/** What a sandbox may have besides its workspace. */
export interface SandboxOpening {
  /** The machine's whole network, its own and private addresses included: nothing guards what goes out there. */
  readonly network: boolean;
  /** Folders or files of this machine, under their own paths; absolute. */
  readonly folders: readonly { readonly path: string; readonly write: boolean }[];
  readonly env: Readonly<Record<string, string>>;
}

/** What programs need of /etc to find others in a network. */
const NETWORK_ETC = ['resolv.conf', 'hosts', 'nsswitch.conf', 'ssl'];

const CLOSED: SandboxOpening = { network: false, folders: [], env: {} };

/** The arguments that describe a sandbox to bubblewrap; they go through a pipe, so that no list of processes shows them. */
export function sandboxArguments(plan: SandboxPlan): string[] {
  const { limits, workspace } = plan;
  const isInSystem = (path: string) => SYSTEM.some((folder) => isInside(folder, path));
  const bind = plan.isReadOnly ? '--ro-bind' : '--bind';
  const node = dirname(plan.nodePath);
  const { network, folders, env } = plan.opened ?? CLOSED;
  const isShown = (path: string) =>
    isInSystem(path) || folders.some((folder) => folder.path === path || isInside(folder.path, path));
  const script = plan.scriptFd === null ? [] : ['--ro-bind-data', plan.scriptFd, `${ADDED}/${plan.scriptName}`];
  return [
    ['--unshare-user', '--disable-userns', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    network ? [] : ['--unshare-net'],
    ['--unshare-cgroup-try', '--uid', USER, '--gid', USER, '--hostname', 'sandbox', '--cap-drop', 'ALL'],
    ['--new-session', '--die-with-parent', '--clearenv'],
    ...SYSTEM.flatMap(showSystem),
    ...[...ETC, ...(network ? NETWORK_ETC : [])].map((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ['--proc', '/proc'],
    ...HIDDEN.map((name) => `/proc/${name}`)
      .filter((path) => existsSync(path))
      .map((path) => ['--ro-bind', '/dev/null', path]),
    ['--remount-ro', '/proc'],
    ['--dev', '/dev', '--size', 32_000_000, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ['--size', limits.tmp, '--tmpfs', '/tmp'],
    ...folders.map(({ path, write }) => [write ? '--bind' : '--ro-bind', path, path]),
    ...plan.hidden.filter(isShown).map((path) => ['--tmpfs', path]),
    script,
    plan.net === undefined ? [] : ['--ro-bind', plan.net, `${ADDED}/net`],
    isInSystem(plan.nodePath) ? [] : ['--ro-bind', plan.nodePath, `${ADDED}/bin/node`],
    [bind, workspace, WORKSPACE_MOUNT],
    ...plan.fixed.map((name) => ['--ro-bind', `${workspace}/${name}`, `${WORKSPACE_MOUNT}/${name}`]),
    ['--chdir', WORKSPACE_MOUNT, '--remount-ro', '/'],
    ['--setenv', 'PATH', `${ADDED}/bin:${isInSystem(plan.nodePath) ? `${node}:` : ''}/usr/local/bin:/usr/bin:/bin`],
    ['--setenv', 'HOME', '/tmp', '--setenv', 'TMPDIR', '/tmp', '--setenv', 'LANG', 'C.UTF-8'],
    ['--setenv', 'TERM', 'dumb', '--setenv', 'PYTHONDONTWRITEBYTECODE', '1', '--setenv', 'PYTHONUNBUFFERED', '1'],
    ['--setenv', 'PYTHONPATH', WORKSPACE_MOUNT],
    // One arena: more would each reserve much of what a process may have.
    ['--setenv', 'MALLOC_ARENA_MAX', '2'],
    ...Object.entries(env).map(([name, value]) => ['--setenv', name, value]),
  ]
    .flat()
    .map(String);
}

/**
 * The command line within the sandbox, before the program: the limits of each process, and a lower priority.
 *
 * @param isIdle it only gets what nobody else needs of the processors, so that whoever watches it always comes first
 */
export function limitArguments(limits: SandboxLimits, timeMs: number, isIdle: boolean): string[] {
  return [
    'prlimit',
    `--nproc=${limits.tasks}`,
    `--data=${limits.data}`,
    `--fsize=${limits.fileSize}`,
    `--nofile=${limits.openFiles}`,
    `--cpu=${Math.ceil(timeMs / 1000) * 2}`,
    '--core=0',
    '--memlock=65536',
    '--msgqueue=0',
    '--',
    ...(isIdle ? ['chrt', '--idle', '0'] : ['nice', '-n', '15']),
  ];
}

function showSystem(path: string): readonly (readonly string[])[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return [found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]];
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
