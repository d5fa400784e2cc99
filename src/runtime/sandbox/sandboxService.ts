import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../core/clock.js';
import { createKeptOutput } from './keptOutput.js';
import { probeSandbox, type SandboxProbe } from './probeSandbox.js';
import { limitArguments, type SandboxOpening, sandboxArguments } from './sandboxArguments.js';
import { SANDBOX_LIMITS, type SandboxLimits } from './sandboxLimits.js';
import { ARGUMENTS_FD, bearItsMemory, endBoth, INFO_FD, readEnd, rootOf, send, writeEnd } from './sandboxProcess.js';
import { spawnAlone } from './spawnAlone.js';
import { findTaskGroups } from './taskGroup.js';
import { watchSandbox } from './watchSandbox.js';

/** A program that runs on in the sandbox and is talked to by its standard input and output. */
export interface ServiceProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves with why, for people, once it has ended, whoever ended it. */
  readonly ended: Promise<string>;
  /** Ends it: its input first, then, after a second, by force. Resolves when nothing of it runs any more. */
  close(): Promise<void>;
}

export interface ServicePlan {
  /** A folder of its own, where it may write: its home. Is made. */
  readonly home: string;
  /** Program and arguments; programs are found on the sandbox's own path. */
  readonly command: readonly string[];
  readonly opened: SandboxOpening;
}

export interface ServiceSandbox {
  /** @throws Error when there is no sandbox, with what to do about it */
  start(plan: ServicePlan): Promise<ServiceProcess>;
}

/** No bound on the processor time of what may run for weeks: milliseconds of a year. */
const YEAR_MS = 365 * 24 * 3_600_000;

/** Between two looks at what it uses: what runs for weeks must not cost much to watch. */
const LOOK_MS = 500;

/** To end by itself once its input has ended, in milliseconds. */
const GRACE_MS = 1_000;

/** Of its last words, in characters. */
const MAX_WORDS = 300;

/**
 * The same walls as for commands (`openSandbox`), for programs that run on: only their home can be written, what they use is
 * bounded, no environment but the given one, everything in them dies with this process. Tried out at the first start.
 */
export function createServiceSandbox(deps: {
  readonly clock: Clock;
  readonly hidden: readonly string[];
  readonly limits?: Partial<SandboxLimits>;
}): ServiceSandbox {
  const limits = { ...SANDBOX_LIMITS, ...deps.limits };
  let probe: SandboxProbe | null = null;
  return {
    start: async ({ home, command, opened }) => {
      probe ??= probeSandbox();
      if ('trouble' in probe) throw new Error(`there is no sandbox: ${probe.trouble}`);
      await mkdir(home, { recursive: true });
      const args = sandboxArguments({
        workspace: home,
        fixed: [],
        isReadOnly: false,
        hidden: deps.hidden.map((path) => resolve(path)),
        scriptFd: null,
        scriptName: '',
        nodePath: process.execPath,
        limits,
        opened,
      });
      return startService(probe.bwrap, { args, command, home, limits, clock: deps.clock });
    },
  };
}

function startService(
  bwrap: string,
  plan: {
    readonly args: readonly string[];
    readonly command: readonly string[];
    readonly home: string;
    readonly limits: SandboxLimits;
    readonly clock: Clock;
  },
): ServiceProcess {
  const { limits, clock } = plan;
  const isRoot = process.getuid?.() === 0;
  const group = isRoot ? (findTaskGroups()?.create(limits.tasks) ?? null) : null;
  const command = [...limitArguments(limits, YEAR_MS, false), ...plan.command];
  const child = spawnAlone(bwrap, ['--args', String(ARGUMENTS_FD), '--info-fd', String(INFO_FD), '--', ...command], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'ignore', 'pipe'],
  });
  const words = createKeptOutput();
  readEnd(child, 2).on('data', (chunk: Buffer) => words.take(chunk));
  const input = writeEnd(child, 0);
  const root = text(readEnd(child, INFO_FD)).then(rootOf, () => null);
  let stopped: string | null = null;
  let isOver = false;
  const stop = (why: string) => {
    stopped ??= why;
    endBoth(child, root, () => isOver);
  };
  const closed = new Promise<string>((resolveEnd) => {
    child.once('error', (error) => resolveEnd(error.message));
    child.once('close', (code) => {
      isOver = true;
      resolveEnd(stopped ?? describeEnd(code, words.text()));
    });
  });
  if (child.pid !== undefined) {
    bearItsMemory(child.pid);
    group?.add(child.pid);
  }
  send(child, ARGUMENTS_FD, plan.args.map((arg) => `${arg}\0`).join(''));
  const watching = root.then((pid) =>
    pid === null
      ? null
      : watchSandbox({ root: pid, workspace: plan.home, limits, clock, lookMs: LOOK_MS, onExcess: stop }),
  );
  const ended = closed.then(async (why) => {
    await (await watching)?.stop();
    await group?.remove();
    return why;
  });
  return {
    input,
    output: readEnd(child, 1),
    ended,
    close: async () => {
      input.end();
      const stopTimer = clock.after(GRACE_MS, () => stop('it did not end by itself'));
      await ended;
      stopTimer();
    },
  };
}

function describeEnd(code: number | null, words: string): string {
  const last = words.trim().split('\n').at(-1)?.slice(0, MAX_WORDS) ?? '';
  const how = code === null ? 'it was ended from outside' : `it ended with code ${code}`;
  return last === '' ? how : `${how}: ${last}`;
}
