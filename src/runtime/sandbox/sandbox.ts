import { readFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Clock } from '../../core/clock.js';
import type { WorkspaceQuota } from '../workspace/workspaceQuota.js';
import { createKeptOutput } from './keptOutput.js';
import { createPlaces } from './places.js';
import { probeSandbox } from './probeSandbox.js';
import { limitArguments, sandboxArguments } from './sandboxArguments.js';
import { FIXED_FOLDERS, prepareWorkspace } from './sandboxFolders.js';
import { SANDBOX_LIMITS, type SandboxLimits } from './sandboxLimits.js';
import { SCRIPT_FD, startSandboxed } from './sandboxProcess.js';
import { findTaskGroups, type TaskGroups } from './taskGroup.js';
import { watchSandbox } from './watchSandbox.js';

/** A command for the sandbox. */
export interface SandboxRun {
  readonly workspace: string;
  readonly isReadOnly: boolean;
  /** Program and arguments; programs are found on the sandbox's own path. */
  readonly command: readonly string[];
  /** Lies as this file in `ADDED`. */
  readonly script: { readonly name: string; readonly text: string };
  /** Milliseconds; at most `maxTimeMs` of the limits. */
  readonly timeMs?: number;
  /** A socket of this machine that lies as `net` in `ADDED`: what listens there decides what may go out. Default: none. */
  readonly net?: string;
  /** It runs for long: it takes no place from commands that a turn waits for. Who starts such ones bounds their number. */
  readonly isBackground?: boolean;
  /** Is given what it prints as it comes. */
  onOutput?(chunk: Buffer): void;
  /** Ends the command, and everything that it started. */
  readonly signal: AbortSignal;
}

/** How a command ended. */
export interface SandboxEnd {
  /** 128 and the signal for one that a signal ended, as shells tell it; null when the sandbox was ended from outside. */
  readonly exitCode: number | null;
  /** Why it was ended from outside: the limit that it broke. */
  readonly stopped: string | null;
  readonly output: string;
  readonly elapsedMs: number;
}

export interface Sandbox {
  /** Why there is none and what to do about it; null: it works. */
  readonly trouble: string | null;
  /**
   * Runs a command to its end.
   *
   * @throws the signal's reason when that ended it, and Error when the sandbox could not be set up
   */
  run(run: SandboxRun): Promise<SandboxEnd>;
}

export interface SandboxDeps {
  readonly clock: Clock;
  /** Folders that must not be seen from within: the gateway's data and its configuration. */
  readonly hidden: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
  readonly quota?: WorkspaceQuota;
  /** Commands that may run at once; others wait. Default: what this machine bears. */
  readonly places?: number;
}

/** The sandbox of this machine, tried out now. */
export function openSandbox(deps: SandboxDeps): Sandbox {
  const probe = probeSandbox();
  const limits = { ...SANDBOX_LIMITS, ...deps.limits };
  if ('trouble' in probe) {
    const { trouble } = probe;
    return { trouble, run: async () => Promise.reject(new Error(`there is no sandbox: ${trouble}`)) };
  }
  // For everybody but root the kernel bounds the tasks of a sandbox by itself.
  const isRoot = process.getuid?.() === 0;
  const groups = isRoot ? findTaskGroups() : null;
  const tools = { bwrap: probe.bwrap, limits, groups, isIdle: isRoot && groups === null };
  const places = createPlaces(deps.places ?? placesHere(limits));
  return {
    trouble: null,
    run: async (run) => {
      const leave = run.isBackground === true ? () => undefined : await places.take(run.signal);
      try {
        return await runSandboxed(tools, deps, run);
      } finally {
        leave();
      }
    },
  };
}

/** Commands that may run at once: as many as half of the memory bears at their limit, and the processors serve. */
function placesHere(limits: SandboxLimits): number {
  return Math.max(2, Math.min(availableParallelism() * 2, Math.floor(totalmem() / 2 / limits.memory)));
}

interface SandboxTools {
  readonly bwrap: string;
  readonly limits: SandboxLimits;
  readonly groups: TaskGroups | null;
  readonly isIdle: boolean;
}

async function runSandboxed(
  { bwrap, limits, groups, isIdle }: SandboxTools,
  { clock, hidden, quota }: SandboxDeps,
  { workspace, isReadOnly, command, script, timeMs = limits.timeMs, net, onOutput, signal }: SandboxRun,
): Promise<SandboxEnd> {
  await prepareWorkspace(workspace);
  signal.throwIfAborted();
  const started = clock.now();
  const time = Math.min(timeMs, limits.maxTimeMs);
  const args = sandboxArguments({
    workspace,
    fixed: FIXED_FOLDERS,
    isReadOnly,
    hidden: hidden.map((path) => resolve(path)),
    scriptFd: SCRIPT_FD,
    scriptName: script.name,
    ...(net === undefined ? {} : { net }),
    nodePath: process.execPath,
    limits,
  });
  const output = createKeptOutput();
  let stopped: string | null = null;
  const stop = (why: string) => {
    stopped ??= why;
    child.kill();
  };
  const group = groups?.create(limits.tasks) ?? null;
  const child = startSandboxed(
    bwrap,
    { args, command: [...limitArguments(limits, time, isIdle), ...command], script: script.text, group },
    (chunk) => {
      output.take(chunk);
      onOutput?.(chunk);
      if (output.bytes > limits.output) stop(`it printed more than ${limits.output / 1e6} MB`);
    },
  );
  const onAbort = () => child.kill();
  signal.addEventListener('abort', onAbort, { once: true });
  const stopTimer = clock.after(time, () => stop(`it ran longer than ${Math.round(time / 1000)} s`));
  const watching = child.root.then((root) =>
    root === null
      ? null
      : watchSandbox({
          root,
          workspace: isReadOnly ? null : workspace,
          limits,
          ...(quota === undefined ? {} : { quota }),
          clock,
          onExcess: stop,
        }),
  );
  try {
    const { exitCode, complaint } = await child.ended;
    signal.throwIfAborted();
    if ((await child.root) === null || complaint.startsWith('bwrap: ')) {
      if (stopped === null)
        throw new Error(`the sandbox could not be set up: ${complaint.trim() || `exit code ${exitCode}`}`);
    }
    return { exitCode, stopped, output: output.text(), elapsedMs: clock.now() - started };
  } finally {
    signal.removeEventListener('abort', onAbort);
    stopTimer();
    child.kill();
    await (await watching)?.stop();
    await untilGone(await child.root, clock);
    await group?.remove();
  }
}

/** Bubblewrap may end a moment before the last process of its namespace. */
const GONE_MS = 2_000;

async function untilGone(root: number | null, clock: Clock): Promise<void> {
  if (root === null) return;
  const until = clock.now() + GONE_MS;
  while (!(await hasEnded(root)) && clock.now() < until) await clock.sleep(2);
}

/** The first process of a namespace ends last. That nobody has asked for its end yet (Z) changes nothing. */
async function hasEnded(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  return stat === null || /\) [ZX] /.test(stat);
}
