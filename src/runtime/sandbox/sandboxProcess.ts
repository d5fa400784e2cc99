import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { spawnAlone } from './spawnAlone.js';
import type { TaskGroup } from './taskGroup.js';

/** Descriptors of the pipes to bubblewrap. */
export const ARGUMENTS_FD = 3;
export const SCRIPT_FD = 4;
export const INFO_FD = 5;

/** How readily the kernel ends it when memory runs out: before the gateway and nearly everything else. */
const OOM_SCORE = '900';

const infoSchema = z.object({ 'child-pid': z.int().positive() });

export interface SandboxProcess {
  /** First process of the namespace, once it runs; null when it never did. */
  readonly root: Promise<number | null>;
  /** How it ended, after the last of its output. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly complaint: string }>;
  /** Ends it and all that it started, also where it has only just begun. */
  kill(): void;
}

/**
 * Starts bubblewrap. Its arguments and the script go through pipes, so that no list of processes shows them, and it has no
 * environment that could be read from within.
 *
 * @param command what runs inside; its output and errors come as one stream, in order
 */
export function startSandboxed(
  bwrap: string,
  input: {
    readonly args: readonly string[];
    readonly command: readonly string[];
    readonly script: string;
    readonly group: TaskGroup | null;
  },
  onOutput: (chunk: Buffer) => void,
): SandboxProcess {
  const inside = ['sh', '-c', 'exec "$@" 2>&1', 'sh', ...input.command];
  const child = spawnAlone(bwrap, ['--args', String(ARGUMENTS_FD), '--info-fd', String(INFO_FD), '--', ...inside], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', onOutput);
  const complaint = text(readEnd(child, 2)).catch(() => '');
  const root = text(readEnd(child, INFO_FD)).then(rootOf, () => null);
  let isOver = false;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      isOver = true;
      // A program that a signal ended has no code, and neither has a killed bubblewrap.
      resolve(code);
    });
  });
  // Before it has its arguments, and so before it has children, which inherit both.
  if (child.pid !== undefined) {
    bearItsMemory(child.pid);
    input.group?.add(child.pid);
  }
  send(child, ARGUMENTS_FD, input.args.map((arg) => `${arg}\0`).join(''));
  send(child, SCRIPT_FD, input.script);
  return {
    root,
    ended: ended.then(async (exitCode) => ({ exitCode, complaint: (await complaint).slice(0, 2_000) })),
    kill: () => {
      if (!isOver) endBoth(child, root, () => isOver);
    },
  };
}

/** For bubblewrap to tell of the namespace, in milliseconds; it takes one or two. */
const TELL_MS = 2_000;

/**
 * Ends bubblewrap and the namespace's first process, and everything in the namespace with that. One that was killed before the other
 * had asked to die with it would leave that one running, holding our pipes.
 */
export function endBoth(child: ChildProcess, root: Promise<number | null>, isOver: () => boolean): void {
  const late = setTimeout(() => child.kill('SIGKILL'), TELL_MS);
  void root.then((pid) => {
    clearTimeout(late);
    if (isOver()) return;
    child.kill('SIGKILL');
    if (pid !== null) killNow(pid);
  });
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** The first process of the namespace, from what bubblewrap tells of it. */
export function rootOf(info: string): number | null {
  try {
    return infoSchema.parse(JSON.parse(info))['child-pid'];
  } catch {
    return null;
  }
}

/** Has the kernel end the process and what it starts before others when memory runs out. */
export function bearItsMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE);
  } catch {
    // It ended at once, which its exit tells; or the system does not let us, and the watch remains.
  }
}

/** @throws TypeError when the descriptor is no pipe to read */
export function readEnd(child: ChildProcess, fd: number): Readable {
  const pipe = child.stdio[fd];
  if (!(pipe instanceof Readable)) throw new TypeError(`descriptor ${fd} is no pipe to read`);
  return pipe;
}

/** @throws TypeError when the descriptor is no pipe to write */
export function writeEnd(child: ChildProcess, fd: number): Writable {
  const pipe = child.stdio[fd];
  if (!(pipe instanceof Writable)) throw new TypeError(`descriptor ${fd} is no pipe to write`);
  // A process that ended before it read what was sent says so by its exit.
  pipe.on('error', () => undefined);
  return pipe;
}

/** Writes all of it into a pipe and ends that. */
export function send(child: ChildProcess, fd: number, content: string): void {
  writeEnd(child, fd).end(content);
}
