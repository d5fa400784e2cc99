import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { toWaggleError, WaggleError } from '../../core/errors.js';
import type { FileSource } from '../../core/ports/files.js';
import { readFileRef } from './fileRef.js';
import { UNKNOWN_MESSAGE } from './wire/codes.js';
import { DiscordCallError } from './wire/failure.js';
import type { DiscordRest } from './wire/rest.js';

/** The largest file that people with the dearest subscription can send. What is used of it is the receiver's to limit. */
const MAX_BYTES = 500 * 1024 * 1024;
const DOWNLOAD_MS = 300_000;

const messageSchema = z.object({
  attachments: z.array(z.object({ id: z.string(), url: z.string(), size: z.number() })),
});

/** Fetches attachments. Their addresses expire, so that the message is asked for a fresh one. */
export function createDiscordFiles(deps: { rest: DiscordRest; clock: Clock }): FileSource {
  const { rest, clock } = deps;

  const addressOf = async (ref: string, signal: AbortSignal): Promise<{ url: string; size: number }> => {
    const place = readFileRef(ref);
    if (place === null) throw unavailable('not a reference to an attachment');
    const path = `/channels/${place.channel}/messages/${place.message}` as const;
    try {
      const { body } = await rest.call({ name: 'getMessage', method: 'GET', path }, { signal });
      const found = messageSchema.parse(body).attachments.find((file) => file.id === place.attachment);
      if (found === undefined) throw gone();
      return found;
    } catch (thrown) {
      const failure = thrown instanceof DiscordCallError ? thrown.failure : null;
      if (failure?.kind === 'answered' && failure.code === UNKNOWN_MESSAGE) throw gone(thrown);
      throw thrown instanceof WaggleError && !(thrown instanceof DiscordCallError)
        ? thrown
        : unavailable('its message cannot be read', thrown);
    }
  };

  return {
    maxBytes: MAX_BYTES,
    fetch: async ({ ref, to }, signal) => {
      const { url, size } = await addressOf(ref, signal);
      if (size > MAX_BYTES) throw tooLarge();
      const timeout = new AbortController();
      const stopTimer = clock.after(DOWNLOAD_MS, () => timeout.abort());
      const limited = AbortSignal.any([signal, timeout.signal]);
      let bytes = 0;
      try {
        const answer = await request(url, { signal: limited });
        // An answer that nobody reads would keep its connection.
        if (answer.statusCode >= 400) await answer.body.dump();
        if (answer.statusCode === 404 || answer.statusCode === 403) throw gone();
        if (answer.statusCode >= 400) throw unavailable(`status ${answer.statusCode}`);
        const counted = Readable.from(count(answer.body));
        await pipeline(counted, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal: limited });
        return bytes;
      } catch (thrown) {
        await rm(to, { force: true });
        signal.throwIfAborted();
        throw thrown instanceof WaggleError ? thrown : unavailable(toWaggleError(thrown).message, thrown);
      } finally {
        stopTimer();
      }

      async function* count(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const chunk of body) {
          bytes += chunk.length;
          if (bytes > MAX_BYTES) throw tooLarge();
          yield chunk;
        }
      }
    },
  };
}

function tooLarge(): WaggleError {
  return new WaggleError('file-too-large', `a Discord attachment of more than ${MAX_BYTES} bytes`, {
    sentence: 'The file is too large to be fetched from Discord.',
  });
}

function gone(cause?: unknown): WaggleError {
  return new WaggleError('file-gone', 'a Discord attachment is not there any more', {
    sentence: 'The file is not there any more.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function unavailable(why: string, cause?: unknown): WaggleError {
  return new WaggleError('file-unavailable', `a Discord attachment cannot be fetched: ${why}`, {
    sentence: 'The file could not be fetched from Discord. Please send it again.',
    ...(cause === undefined ? {} : { cause }),
  });
}
