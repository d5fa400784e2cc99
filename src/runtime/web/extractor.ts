import type { Clock } from '../../core/clock.js';
import { WaggleError } from '../../core/errors.js';
import { workerEntry } from '../../core/workerEntry.js';
import { createThreadRoom, ThreadFailure } from '../isolated/threadRoom.js';
import {
  type ExtractJob,
  type ExtractReply,
  extractReplySchema,
  type Readable,
  type ResultPage,
} from './extractProtocol.js';

/** A document may be made to take for ever, or all memory: each is read in a thread of its own, with a limit for both. */
const LIMITS = { timeMs: 20_000, memoryMb: 512, atOnce: 2 } as const;

/** Reads documents off the event loop. */
export interface Extractor {
  /** @throws WaggleError `extract` when the document cannot be read; the signal's reason */
  read(
    job: ExtractJob & { readonly kind: Exclude<ExtractJob['kind'], 'duckduckgo'> },
    signal: AbortSignal,
  ): Promise<Readable>;
  /** @throws as `read` */
  readResults(job: Omit<ExtractJob, 'kind'>, signal: AbortSignal): Promise<ResultPage>;
  /** Ends what is being read. */
  close(): Promise<void>;
}

export function createExtractor(deps: { readonly clock: Clock }): Extractor {
  const room = createThreadRoom({
    entry: () => workerEntry('extractThread.js', import.meta.url),
    limits: LIMITS,
    clock: deps.clock,
  });

  const run = async (job: ExtractJob, signal: AbortSignal): Promise<ExtractReply> => {
    // A copy: small buffers share their memory with others.
    const bytes = new Uint8Array(job.bytes);
    const raw = await room
      .run({ data: { ...job, bytes }, transfer: [bytes.buffer] }, signal)
      .catch((thrown: unknown) => {
        throw thrown instanceof ThreadFailure ? unreadable(`reading ${thrown.message}`, thrown) : thrown;
      });
    const reply = extractReplySchema.safeParse(raw);
    if (!reply.success) throw unreadable('its reader answered something else', reply.error);
    if ('failure' in reply.data) throw unreadable(reply.data.failure);
    return reply.data;
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
    close: () => room.close(),
  };
}

function unreadable(why: string, cause?: unknown): WaggleError {
  return new WaggleError('extract', `The document cannot be read: ${why}.`, {
    sentence: 'That document could not be read.',
    cause,
  });
}
