import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A bound on the tasks of a sandbox that also holds for root, for whom the kernel does not count against `ulimit -u`: a control
 * group of the pids controller, version 1 or 2.
 */
export interface TaskGroups {
  /** Makes a group with room for so many tasks. */
  create(tasks: number): TaskGroup;
}

export interface TaskGroup {
  /** Puts a process in, and so whatever it starts. */
  add(pid: number): void;
  /** Removes the group once it is empty. */
  remove(): Promise<void>;
}

const PREFIX = 'waggle-sandbox-';
/** For the last of its processes to be gone, in milliseconds. */
const EMPTY_MS = 1_000;
let created = 0;

/** The groups that this process may make; null where it may not, as in most containers. Removes those of dead processes. */
export function findTaskGroups(): TaskGroups | null {
  const folder = candidates().find(isUsable);
  if (folder === undefined) return null;
  for (const name of readdirSync(folder)) if (name.startsWith(PREFIX)) tryRemove(join(folder, name));
  return {
    create: (tasks) => {
      created += 1;
      const path = join(folder, `${PREFIX}${process.pid}-${created}`);
      mkdirSync(path);
      writeFileSync(join(path, 'pids.max'), String(tasks));
      return {
        add: (pid) => writeFileSync(join(path, 'cgroup.procs'), String(pid)),
        remove: async () => {
          for (let waited = 0; !tryRemove(path) && waited < EMPTY_MS; waited += 10) await wait(10);
        },
      };
    },
  };
}

/** Folders of control groups below which a group of ours could stand, the nearest first. */
function candidates(): string[] {
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    return readFileSync('/proc/self/cgroup', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, controllers = '', own = '/'] = line.split(':');
        const isFirst = controllers.split(',').includes('pids');
        if (!isFirst && !line.startsWith('0::')) return [];
        const mount = mounts.find(([, , type, options = '']) =>
          isFirst ? type === 'cgroup' && options.split(',').includes('pids') : type === 'cgroup2',
        )?.[1];
        if (mount === undefined) return [];
        // In version 2 only a group without processes of its own hands the controller on, which a parent mostly is.
        return isFirst ? [join(mount, own)] : [join(mount, own), join(mount, dirname(own))];
      });
  } catch {
    // No /proc that tells: no groups.
    return [];
  }
}

function isUsable(folder: string): boolean {
  const trial = join(folder, `${PREFIX}trial-${process.pid}`);
  try {
    mkdirSync(trial);
    writeFileSync(join(trial, 'pids.max'), '10');
    return true;
  } catch {
    return false;
  } finally {
    tryRemove(trial);
  }
}

/** Whether it is gone. One with processes in it cannot be removed. */
function tryRemove(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
  }
}
