import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { WaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import { workerEntry } from '../../core/workerEntry.js';
import { UNREACHABLE } from './mindError.js';
import type { ArgsOf, OpName, ResultOf } from './mindOps.js';
import type { MindAnswer, MindRequest, ToMindThread } from './mindProtocol.js';

/** Where an operation is to run. */
export interface MindFile {
  /** Path of the mind. */
  readonly file: string;
  /** What it names as its owner (`ownerText`). */
  readonly owner: string;
}

/** The mind threads, each started by the first call that it gets. One mind is always in the same thread. */
export interface MindPool {
  /** @throws WaggleError `mind-failed` when the operation fails or its thread dies, and what the operation throws */
  call<Op extends OpName>(target: MindFile, op: Op, args: ArgsOf<Op>): Promise<ResultOf<Op>>;
  /** Lets what runs finish, closes the files and ends the threads. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  readonly exited: Promise<void>;
}

/** What a thread makes is short-lived and small; V8's default would let it grow by tens of MB before looking. */
const YOUNG_GENERATION_MB = 4;

export interface MindPoolOptions {
  /** Told when a thread dies; the next call starts a new one. */
  readonly log: Log;
  readonly size?: number;
  /** The threads' compiled module. */
  readonly entry?: URL;
}

export function createMindPool({
  log,
  size = Math.min(4, Math.max(2, availableParallelism() - 1)),
  entry = workerEntry('mindsThread.js', import.meta.url),
}: MindPoolOptions): MindPool {
  const threads = new Map<number, Thread>();
  let isClosed = false;
  let lastId = 0;

  const start = (slot: number): Thread => {
    const worker = new Worker(entry, {
      name: `minds-${slot}`,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const waiting = new Map<number, Waiting>();
    const fail = (detail: string) => {
      if (threads.get(slot)?.worker === worker) threads.delete(slot);
      for (const { reject } of waiting.values()) reject(unreachable(detail));
      waiting.clear();
      worker.unref();
    };
    worker.on('message', (answer: MindAnswer) => {
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      // Only a thread that owes an answer keeps the process alive.
      if (waiting.size === 0) worker.unref();
      if (answer.ok) caller?.resolve(answer.value);
      else
        caller?.reject(new WaggleError(answer.error.code, answer.error.message, { sentence: answer.error.sentence }));
    });
    worker.on('error', (error) => {
      log.error({ err: error, thread: slot }, 'a mind thread died');
      fail('the mind thread died');
    });
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        fail('the mind thread ended');
        resolve();
      });
    });
    worker.unref();
    const thread = { worker, waiting, exited };
    threads.set(slot, thread);
    return thread;
  };

  const post = ({ worker }: Thread, message: ToMindThread) => worker.postMessage(message);

  return {
    call: (target, op, args) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(unreachable('the memory is closed'));
          return;
        }
        const slot = slotOf(target.file, size);
        const thread = threads.get(slot) ?? start(slot);
        lastId += 1;
        const request = { id: lastId, ...target, op, args } as MindRequest;
        // The thread is built from the same table of operations, so the answer to `op` has its result type.
        thread.waiting.set(lastId, { resolve: (value) => resolve(value as ResultOf<typeof op>), reject });
        thread.worker.ref();
        post(thread, { kind: 'request', request });
      }),
    close: async () => {
      isClosed = true;
      await Promise.all(
        [...threads.values()].map(async (thread) => {
          post(thread, { kind: 'close' });
          // A thread that owes no answer keeps no process alive, but its end is waited for here.
          thread.worker.ref();
          await thread.exited;
        }),
      );
    },
  };
}

function slotOf(file: string, size: number): number {
  return createHash('sha256').update(file).digest().readUInt32BE() % size;
}

function unreachable(detail: string): WaggleError {
  return new WaggleError('mind-failed', detail, { sentence: UNREACHABLE });
}
