import { Worker } from 'node:worker_threads';
import type { Clock } from '../../core/clock.js';
import { WaggleError } from '../../core/errors.js';
import { workerEntry } from '../../core/workerEntry.js';
import {
  type ExtractJob,
  type ExtractReply,
  extractReplySchema,
  type Readable,
  type ResultPage,
} from './extractProtocol.js';

/** A document may be made to take for ever, or all memory: each is read in a thread of its own, with a limit for both. */
const TIME_LIMIT_MS = 20_000;
const MEMORY_LIMIT_MB = 512;

/** Threads at once: each may take a core and the memory above. */
const AT_ONCE = 2;

/** Reads documents off the event loop. */
export interface Extractor {
  /** @throws WaggleError `extract` when the document cannot be read; the signal's reason */
  read(job: ExtractJob & { readonly kind: 'html' | 'pdf' | 'text' }, signal: AbortSignal): Promise<Readable>;
  /** @throws as `read` */
  readResults(job: Omit<ExtractJob, 'kind'>, signal: AbortSignal): Promise<ResultPage>;
  /** Ends what is being read. */
  close(): Promise<void>;
}

export function createExtractor(deps: { readonly clock: Clock }): Extractor {
  const threads = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    while (running >= AT_ONCE) {
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

  const runThread = (job: ExtractJob, signal: AbortSignal): Promise<ExtractReply> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      // A copy: small buffers share their memory with others.
      const bytes = new Uint8Array(job.bytes);
      const thread = new Worker(workerEntry('extractThread.js', import.meta.url), {
        workerData: { ...job, bytes },
        transferList: [bytes.buffer],
        // Whatever a document makes its reader do: no setting, and so no key, is within its reach.
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
        // What libraries have to say of a page is nothing for the terminal that we may run in.
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
      const fail = (message: string, cause?: unknown) => end(() => reject(unreadable(message, cause)));
      const onAbort = () => end(() => reject(signal.reason));
      const stopTimer = deps.clock.after(TIME_LIMIT_MS, () =>
        fail(`reading it took more than ${TIME_LIMIT_MS / 1000} s`),
      );
      signal.addEventListener('abort', onAbort, { once: true });
      thread.once('message', (raw: unknown) => {
        const reply = extractReplySchema.safeParse(raw);
        if (reply.success) end(() => resolve(reply.data));
        else fail('its reader answered something else', reply.error);
      });
      thread.once('error', (error) => fail('reading it took too much memory or broke off', error));
      thread.once('exit', () => fail('its reader ended'));
    });

  const run = async (job: ExtractJob, signal: AbortSignal): Promise<ExtractReply> => {
    const reply = await inTurn(signal, () => runThread(job, signal));
    if ('failure' in reply) throw unreadable(reply.failure);
    return reply;
  };

  return {
    read: async (job, signal) => {
      const reply = await run(job, signal);
      if (!('readable' in reply)) throw unreadable('its reader answered something else');
      return reply.readable;
    },
    readResults: async (job, signal) => {
      const reply = await run({ ...job, kind: 'duckduckgo' }, signal);
      if (!('results' in reply)) throw unreadable('its reader answered something else');
      return reply.results;
    },
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

function unreadable(why: string, cause?: unknown): WaggleError {
  return new WaggleError('extract', `The document cannot be read: ${why}.`, {
    sentence: 'That document could not be read.',
    cause,
  });
}
