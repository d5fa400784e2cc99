import { readdir, readFile } from 'node:fs/promises';

/** What the processes below one use. */
export interface TreeUse {
  readonly processes: number;
  /** Anonymous and shared memory, without program text; bytes. */
  readonly memory: number;
}

/**
 * Counts the processes below one. Whoever leaves the tree by a double fork inside a process namespace becomes a child of its
 * first process, so that nobody stays missing.
 *
 * @param root the first process of the namespace
 * @param most the counting ends above so many, so that a fork bomb does not make it long
 */
export async function measureTree(root: number, most: number): Promise<TreeUse> {
  const open = [root];
  let [processes, memory] = [0, 0];
  for (let pid = open.pop(); pid !== undefined && processes <= most; pid = open.pop()) {
    const children = await childrenOf(pid);
    processes += children.length;
    open.push(...children);
    for (const used of await Promise.all(children.slice(0, most).map(memoryOf))) memory += used;
  }
  return { processes, memory };
}

// A process that has ended meanwhile is not there, and uses nothing.

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'latin1').catch(() => ''));
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter((one) => one !== '')).map(Number);
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return (field('RssAnon') + field('RssShmem')) * 1024;
}
