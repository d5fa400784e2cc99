import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { limitArguments, sandboxArguments } from './sandboxArguments.js';
import { FIXED_FOLDERS } from './sandboxFolders.js';
import { SANDBOX_LIMITS } from './sandboxLimits.js';

/** A bubblewrap that works, or why there is none and what to do. */
export type SandboxProbe = { readonly bwrap: string } | { readonly trouble: string };

const PROBE_MS = 5_000;

const INSTALL = 'bubblewrap is not installed. On Debian or Ubuntu: apt-get install bubblewrap';

/** What bubblewrap says, and what that means. */
const MEANINGS: readonly (readonly [says: RegExp, meaning: string])[] = [
  [/unknown option/i, 'bubblewrap is too old; version 0.8 or newer is needed'],
  [
    /mount proc|mounting proc/i,
    'this container hides parts of /proc. With Docker: --security-opt systempaths=unconfined, beside the options for namespaces',
  ],
  [
    /namespace|uid map|gid map|permission denied|not permitted/i,
    'user namespaces are forbidden here. On the machine: sysctl kernel.unprivileged_userns_clone=1 (Debian) or kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu); with Docker: --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined',
  ],
  [/prlimit|chrt/i, 'prlimit is missing. On Debian or Ubuntu: apt-get install util-linux'],
];

/** Runs an empty command in a sandbox, as later ones are run, and tells whether that works. Takes some 20 ms. */
export function probeSandbox(path = process.env.PATH ?? ''): SandboxProbe {
  if (process.platform !== 'linux') return { trouble: 'bubblewrap exists for Linux only' };
  const bwrap = path
    .split(delimiter)
    .map((folder) => join(folder, 'bwrap'))
    .find(isExecutable);
  if (bwrap === undefined) return { trouble: INSTALL };
  if (!existsSync(`/proc/self/task/${process.pid}/children`)) {
    return { trouble: 'the kernel does not list the children of a process (CONFIG_PROC_CHILDREN)' };
  }
  const workspace = mkdtempSync(join(tmpdir(), 'waggle-probe-'));
  try {
    for (const name of FIXED_FOLDERS) mkdirSync(join(workspace, name));
    const args = sandboxArguments({
      workspace,
      fixed: FIXED_FOLDERS,
      isReadOnly: false,
      hidden: [],
      scriptFd: 0,
      scriptName: 'script',
      nodePath: process.execPath,
      limits: SANDBOX_LIMITS,
    });
    const command = [...limitArguments(SANDBOX_LIMITS, PROBE_MS, true), 'true'];
    const result = spawnSync(bwrap, [...args, '--', ...command], { input: '', env: {}, timeout: PROBE_MS });
    if (result.status === 0) return { bwrap };
    const said = `${result.stderr ?? ''}`.trim().split('\n').at(-1) ?? '';
    const meaning = MEANINGS.find(([says]) => says.test(said))?.[1];
    const detail = said === '' ? (result.error?.message ?? `exit code ${result.status}`) : said;
    return {
      trouble: meaning === undefined ? `bubblewrap does not work: ${detail}` : `${meaning} (it says: ${detail})`,
    };
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
