import { statfs } from 'node:fs/promises';
import type { Clock } from '../../core/clock.js';
import { measureWorkspace, overQuota, WORKSPACE_QUOTA, type WorkspaceQuota } from '../workspace/workspaceQuota.js';
import { measureTree } from './processTree.js';
import type { SandboxLimits } from './sandboxLimits.js';

/** Between two looks; a fork bomb makes some hundred processes in that time, which the machine bears. */
const LOOK_MS = 50;
/** The workspace is walked at least so often, and whenever the disk has lost so much. */
const WALK_MS = 1_000;
const WALK_BYTES = 32_000_000;
/** What must stay free on the disk for the gateway's own work. */
const MIN_FREE = 200_000_000;

export interface Watched {
  /** First process of the sandbox's namespace. */
  readonly root: number;
  /** Null where it cannot write. */
  readonly workspace: string | null;
  readonly limits: SandboxLimits;
  readonly quota?: WorkspaceQuota;
  readonly clock: Clock;
  /** Milliseconds between two looks, for what runs long. */
  readonly lookMs?: number;
  /** Called once, with what went beyond its limit. */
  onExcess(why: string): void;
}

/**
 * Watches what the kernel's limits of single processes do not bound: how many there are (which the kernel does not bound for
 * root), what they hold together, and what they write. Returns the end of the watch.
 */
export function watchSandbox(watched: Watched): { stop(): Promise<void> } {
  const ended = new AbortController();
  const disk = watched.workspace === null ? null : createDiskWatch(watched.workspace, watched);
  const look = async (): Promise<string | null> => {
    const { processes, memory } = await measureTree(watched.root, watched.limits.processes);
    if (processes > watched.limits.processes) return `it started more than ${watched.limits.processes} processes`;
    if (memory > watched.limits.memory) return `it used more than ${watched.limits.memory / 1e6} MB of memory`;
    return (await disk?.(ended.signal)) ?? null;
  };
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const why = await look();
      if (why !== null && !ended.signal.aborted) {
        watched.onExcess(why);
        return;
      }
      await watched.clock.sleep(watched.lookMs ?? LOOK_MS, ended.signal);
    }
  })().catch((thrown: unknown) => {
    // A sandbox that cannot be watched does not run on.
    if (!ended.signal.aborted) watched.onExcess(`it could not be watched (${String(thrown)})`);
  });
  return {
    stop: async () => {
      ended.abort();
      await watching;
    },
  };
}

function createDiskWatch(workspace: string, { quota = WORKSPACE_QUOTA, clock }: Pick<Watched, 'quota' | 'clock'>) {
  let allowed: WorkspaceQuota | null = null;
  let freeAtStart = 0;
  let freeAtWalk = 0;
  let walkAt = 0;
  return async (signal: AbortSignal): Promise<string | null> => {
    const { bavail, bsize } = await statfs(workspace);
    const free = bavail * bsize;
    if (allowed !== null && free < MIN_FREE && free < freeAtStart) return 'the disk is nearly full';
    // Also what was deleted while still open, which no walk finds.
    if (allowed !== null && freeAtStart - free > quota.bytes * 2) return 'it filled the disk';
    if (clock.now() < walkAt && freeAtWalk - free < WALK_BYTES) return null;
    const started = clock.now();
    const use = await measureWorkspace(workspace, signal);
    // One that holds too much already may be tidied up, not filled further.
    if (allowed === null) {
      allowed = { bytes: Math.max(quota.bytes, use.bytes), files: Math.max(quota.files, use.files) };
      freeAtStart = free;
    }
    freeAtWalk = free;
    walkAt = clock.now() + Math.max(WALK_MS, 10 * (clock.now() - started));
    return overQuota(use, allowed);
  };
}
