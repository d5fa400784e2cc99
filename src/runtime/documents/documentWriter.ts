import type { Clock } from '../../core/clock.js';
import { workerEntry } from '../../core/workerEntry.js';
import { createThreadRoom, ThreadFailure } from '../isolated/threadRoom.js';
import { type Pictures, picturesAskSchema, type WriteJob, type Written, writeReplySchema } from './writeProtocol.js';

/** A text may be made to take for ever, or all memory: each document is written in a thread of its own, with a limit for both. */
const LIMITS = { timeMs: 60_000, memoryMb: 768, atOnce: 2 } as const;

/** Longest text of a document, in bytes. */
export const MAX_TEXT_BYTES = 5_000_000;

/** Writes documents off the event loop. */
export interface DocumentWriter {
  /**
   * @param readPictures gives the pictures that the text names, by path
   * @throws Error saying what is wrong with the text or data; the signal's reason
   */
  write(
    job: WriteJob,
    readPictures: (paths: readonly string[]) => Promise<Pictures>,
    signal: AbortSignal,
  ): Promise<Written>;
  /** Ends what is being written. */
  close(): Promise<void>;
}

export function createDocumentWriter(deps: { readonly clock: Clock }): DocumentWriter {
  const room = createThreadRoom({
    entry: () => workerEntry('writeThread.js', import.meta.url),
    limits: LIMITS,
    clock: deps.clock,
  });
  return {
    write: async (job, readPictures, signal) => {
      const answer = (ask: unknown) => readPictures(picturesAskSchema.parse(ask).pictures);
      const raw = await room.run({ data: job, answer }, signal).catch((thrown: unknown) => {
        if (!(thrown instanceof ThreadFailure)) throw thrown;
        throw new Error(`the ${job.kind} could not be written: ${thrown.message}; make it smaller, or several files`, {
          cause: thrown,
        });
      });
      const reply = writeReplySchema.parse(raw);
      if ('failure' in reply) throw new Error(`the ${job.kind} could not be written: ${reply.failure}`);
      return reply.written;
    },
    close: () => room.close(),
  };
}
