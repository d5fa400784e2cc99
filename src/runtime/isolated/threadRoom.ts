import { Worker } from 'node:worker_threads';
import type { Clock } from '../../core/clock.js';

/** What threads may take, and how many there may be. */
export interface ThreadLimits {
  readonly timeMs: number;
  /** Of the thread's heap. */
  readonly memoryMb: number;
  /** At the same time; further jobs wait for their turn. */
  readonly atOnce: number;
}

/** Why a thread gave no answer, as a clause: "it took more than 20 s". */
export class ThreadFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ThreadFailure';
  }
}

export interface ThreadJob {
  readonly data: unknown;
  /** Buffers of the data that are given away. */
  readonly transfer?: readonly ArrayBuffer[];
  /** Answers what the thread asks for on its way: messages `{ ask }`; the thread gets `{ answer }`. */
  answer?(ask: unknown): Promise<unknown>;
}

/** Threads for work that an input may make endless or huge: one for each job, ended after it. */
export interface ThreadRoom {
  /**
   * The message with which the thread ends its job.
   *
   * @throws ThreadFailure over the limits and when the thread breaks; the signal's reason; what `answer` throws
   */
  run(job: ThreadJob, signal: AbortSignal): Promise<unknown>;
  /** Ends what is running. */
  close(): Promise<void>;
}

/** @param entry the thread's compiled module */
export function createThreadRoom(deps: {
  readonly entry: () => URL;
  readonly limits: ThreadLimits;
  readonly clock: Clock;
}): ThreadRoom {
  const { limits, clock } = deps;
  const threads = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    while (running >= limits.atOnce) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      signal.throwIfAborted();
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      for (const go of waiting.splice(0)) go();
    }
  };

  const runThread = (job: ThreadJob, signal: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const thread = new Worker(deps.entry(), {
        workerData: job.data,
        transferList: [...(job.transfer ?? [])],
        // Whatever an input makes its reader do: no setting, and so no key, is within its reach.
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
        // What libraries have to say of a file is nothing for the terminal that we may run in.
        stdout: true,
        stderr: true,
      });
      threads.add(thread);
      let isOver = false;
      const end = (settle: () => void) => {
        if (isOver) return;
        isOver = true;
        stopTimer();
        signal.removeEventListener('abort', onAbort);
        threads.delete(thread);
        settle();
        void thread.terminate();
      };
      const fail = (message: string, cause?: unknown) => end(() => reject(new ThreadFailure(message, cause)));
      const onAbort = () => end(() => reject(signal.reason));
      const stopTimer = clock.after(limits.timeMs, () => fail(`it took more than ${limits.timeMs / 1000} s`));
      const answerAsk = async (ask: unknown): Promise<void> => {
        const answer = await job.answer?.(ask);
        if (!isOver) thread.postMessage({ answer });
      };
      signal.addEventListener('abort', onAbort, { once: true });
      thread.on('message', (message: unknown) => {
        if (typeof message !== 'object' || message === null || !('ask' in message)) return end(() => resolve(message));
        answerAsk(message.ask).catch((thrown: unknown) => end(() => reject(thrown)));
      });
      thread.once('error', (error) => fail('it took too much memory or broke off', error));
      thread.once('exit', () => fail('its thread ended'));
    });

  return {
    run: (job, signal) => inTurn(signal, () => runThread(job, signal)),
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
