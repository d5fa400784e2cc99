import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { toWaggleError, WaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { FileSource } from '../../core/ports/files.js';
import { type Patience, tryAgain } from '../../core/tryAgain.js';
import { readFileRef } from './fileRef.js';
import type { ChannelReads } from './wire/channelReads.js';
import { UNKNOWN_MESSAGE } from './wire/codes.js';
import { DiscordCallError } from './wire/failure.js';

/** The largest file that people with the dearest subscription can send. What is used of it is the receiver's to limit. */
const MAX_BYTES = 500 * 1024 * 1024;
const DOWNLOAD_MS = 300_000;

const messageSchema = z.object({
  attachments: z.array(z.object({ id: z.string(), url: z.string(), size: z.number() })),
});

/** A fetch that met a fault of the network is done so often in all; a 429 is none. */
const TRIES = 3;
const PAUSE_MS = 1_000;
/** A longer wait than this is not worth holding up the turn. */
const MAX_WAIT_MS = 20_000;

/** An error answer of the server that attachments lie on. */
class DownloadError extends Error {
  readonly status: number;
  /** Milliseconds; null where none was named. */
  readonly retryAfterMs: number | null;

  constructor(status: number, retryAfter: string | string[] | undefined) {
    super(`status ${status}`);
    this.name = 'DownloadError';
    this.status = status;
    this.retryAfterMs = typeof retryAfter === 'string' && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
  }
}

/** Fetches attachments. Their addresses expire, so that the message is asked for a fresh one. */
export function createDiscordFiles(deps: { reads: ChannelReads; clock: Clock; log: Log }): FileSource {
  const { reads, clock, log } = deps;

  const asked = new Map<string, Promise<z.output<typeof messageSchema>>>();

  const readMessage = async (path: `/${string}`, channel: string, signal: AbortSignal) => {
    const bounds = { signal, longestWaitMs: MAX_WAIT_MS };
    return messageSchema.parse(await reads.read(channel, { name: 'getMessage', path }, bounds));
  };

  /** A message with many attachments is asked for once by all that are fetched at the same time. */
  const addressOf = async (ref: string, signal: AbortSignal): Promise<{ url: string; size: number }> => {
    const place = readFileRef(ref);
    if (place === null) throw unavailable('not a reference to an attachment');
    const path = `/channels/${place.channel}/messages/${place.message}` as const;
    const reading = asked.get(path) ?? readMessage(path, place.channel, signal).finally(() => asked.delete(path));
    asked.set(path, reading);
    const found = (await reading).attachments.find((file) => file.id === place.attachment);
    if (found === undefined) throw gone();
    return found;
  };

  const download = async (url: string, to: string, signal: AbortSignal): Promise<number> => {
    let bytes = 0;
    const count = async function* (body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) throw tooLarge();
        yield chunk;
      }
    };
    const answer = await request(url, { signal });
    if (answer.statusCode >= 400) {
      // An answer that nobody reads would keep its connection.
      await answer.body.dump();
      throw new DownloadError(answer.statusCode, answer.headers['retry-after']);
    }
    await pipeline(Readable.from(count(answer.body)), createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
    return bytes;
  };

  return {
    maxBytes: MAX_BYTES,
    fetch: async ({ ref, to }, signal) => {
      const timeout = new AbortController();
      const stopTimer = clock.after(DOWNLOAD_MS, () => timeout.abort());
      const limited = AbortSignal.any([signal, timeout.signal]);
      const fetchOnce = async () => {
        try {
          const { url, size } = await addressOf(ref, limited);
          if (size > MAX_BYTES) throw tooLarge();
          return await download(url, to, limited);
        } catch (thrown) {
          await rm(to, { force: true });
          throw thrown;
        }
      };
      const patience: Patience = {
        tries: TRIES,
        longestWaitMs: MAX_WAIT_MS,
        waitOf,
        isHeldUp,
        onFailure: (thrown, ms) =>
          log.warn({ err: thrown, ms }, 'a file could not be fetched from Discord; trying again'),
      };
      try {
        return await tryAgain(fetchOnce, patience, { clock, signal: limited });
      } catch (thrown) {
        signal.throwIfAborted();
        throw fileError(thrown);
      } finally {
        stopTimer();
      }
    },
  };
}

/** How long to wait before a fetch is tried again; null when no further try would help. */
function waitOf(thrown: unknown): number | null {
  if (thrown instanceof DownloadError) {
    const isPassing = thrown.status === 429 || thrown.status >= 500;
    return isPassing ? (thrown.retryAfterMs ?? PAUSE_MS) : null;
  }
  // A connection or an answer that broke off; whatever we found wrong ourselves is none.
  if (!(thrown instanceof DiscordCallError)) return thrown instanceof WaggleError ? null : PAUSE_MS;
  const { failure } = thrown;
  if (failure.kind === 'lost') return PAUSE_MS;
  return failure.status === 429 || failure.status >= 500 ? (failure.retryAfterMs ?? PAUSE_MS) : null;
}

/** Whether the fetch was one too many just then. */
function isHeldUp(thrown: unknown): boolean {
  if (thrown instanceof DownloadError) return thrown.status === 429;
  return thrown instanceof DiscordCallError && thrown.failure.kind === 'answered' && thrown.failure.status === 429;
}

function fileError(thrown: unknown): WaggleError {
  if (thrown instanceof DownloadError) {
    const isGone = thrown.status === 404 || thrown.status === 403;
    return isGone ? gone(thrown) : unavailable(thrown.message, thrown);
  }
  if (thrown instanceof DiscordCallError) {
    const { failure } = thrown;
    const isGone = failure.kind === 'answered' && failure.code === UNKNOWN_MESSAGE;
    return isGone ? gone(thrown) : unavailable('its message cannot be read', thrown);
  }
  if (thrown instanceof WaggleError && thrown.code === 'calls-limited') {
    return unavailable('Discord takes no calls of the bot', thrown);
  }
  return thrown instanceof WaggleError ? thrown : unavailable(toWaggleError(thrown).message, thrown);
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
