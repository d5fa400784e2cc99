import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { WaggleError } from '../../core/errors.js';
import { heedGate } from '../../core/heedGate.js';
import type { Log } from '../../core/log.js';
import type { FileSource } from '../../core/ports/files.js';
import type { Gates } from '../../core/ports/gates.js';
import { type Patience, tryAgain } from '../../core/tryAgain.js';
import type { SlackApi } from './wire/api.js';
import { HALF_DONE, NOT_NOW } from './wire/errorCodes.js';
import { SlackCallError, saysOneOf } from './wire/failure.js';
import { limitedForMs, methodGate } from './wire/heedfulApi.js';

/** Slack takes files of up to 1 GB; what is larger than this is no use to an assistant. */
const MAX_BYTES = 100 * 1024 * 1024;

const GONE: ReadonlySet<string> = new Set(['file_not_found', 'file_deleted']);

const infoSchema = z.looseObject({
  file: z.looseObject({
    mode: z.string().nullish(),
    size: z.number().nullish(),
    mimetype: z.string().nullish(),
    url_private: z.string().nullish(),
    url_private_download: z.string().nullish(),
  }),
});

/** A fetch that met a fault of the network is done so often in all; a 429 is none. */
const TRIES = 3;
const PAUSE_MS = 1_000;
/** A longer wait than this is not worth holding up the turn. */
const MAX_WAIT_MS = 20_000;

export interface SlackFilesDeps {
  readonly api: SlackApi;
  /** Id of the workspace. */
  readonly account: string;
  readonly gates: Gates;
  readonly clock: Clock;
  readonly log: Log;
}

/** Files that people share; a reference is the file's id. */
export function createSlackFiles({ api, account, gates, clock, log }: SlackFilesDeps): FileSource {
  // One limit holds for the fetches of all chats: whoever was told to wait has been told for the others.
  const heeding = <T>(limit: 'files.info' | 'download', signal: AbortSignal, call: () => Promise<T>): Promise<T> => {
    const key = methodGate(account, limit);
    const limitOf = (thrown: unknown) => {
      const ms = limitedForMs(thrown);
      return ms === null ? null : { key, ms };
    };
    return heedGate({ gates, keys: [key], limitOf, longestWaitMs: MAX_WAIT_MS, clock, log, signal }, call);
  };

  const fetchOnce = async (ref: string, to: string, signal: AbortSignal): Promise<number> => {
    const { file } = await heeding('files.info', signal, () =>
      api.call('files.info', { file: ref }, infoSchema, { signal }),
    );
    const url = file.url_private_download || file.url_private;
    if (file.mode === 'tombstone' || !url) throw gone(null);
    if ((file.size ?? 0) > MAX_BYTES) throw tooLarge();
    const answer = await heeding('download', signal, () => api.download(url, signal));
    const type = answer.headers['content-type'] ?? '';
    if (type.startsWith('text/html') && file.mimetype !== 'text/html') {
      answer.resume();
      throw unavailable('Slack answered with its sign-in page; the app needs the scope files:read');
    }
    let bytes = 0;
    const bounded = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        done(bytes > MAX_BYTES ? tooLarge() : null, chunk);
      },
    });
    await pipeline(answer, bounded, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
    return bytes;
  };

  return {
    maxBytes: MAX_BYTES,
    fetch: async ({ ref, to }, signal) => {
      const fetchClean = async () => {
        try {
          return await fetchOnce(ref, to, signal);
        } catch (thrown) {
          if (!isExisting(thrown)) await rm(to, { force: true });
          throw thrown;
        }
      };
      const patience: Patience = {
        tries: TRIES,
        longestWaitMs: MAX_WAIT_MS,
        waitOf,
        isHeldUp: (thrown) => thrown instanceof SlackCallError && thrown.failure.kind === 'limited',
        onFailure: (thrown, ms) =>
          log.warn({ err: thrown, ms }, 'a file could not be fetched from Slack; trying again'),
      };
      try {
        return await tryAgain(fetchClean, patience, { clock, signal });
      } catch (thrown) {
        if (thrown instanceof WaggleError && thrown.code.startsWith('file-')) throw thrown;
        if (saysOneOf(thrown, GONE)) throw gone(thrown);
        throw unavailable('a file could not be fetched from Slack', thrown);
      }
    },
  };
}

/** How long to wait before a fetch is tried again; null when no further try would help. */
function waitOf(thrown: unknown): number | null {
  // An answer that broke off in the middle; whatever we found wrong ourselves is none.
  if (!(thrown instanceof SlackCallError)) return thrown instanceof WaggleError || isExisting(thrown) ? null : PAUSE_MS;
  const { failure } = thrown;
  switch (failure.kind) {
    case 'limited':
      return failure.retryAfterMs;
    case 'status':
      return failure.status >= 500 ? PAUSE_MS : null;
    case 'answered':
      return HALF_DONE.has(failure.error) || NOT_NOW.has(failure.error) ? PAUSE_MS : null;
    case 'unsent':
    case 'lost':
      return PAUSE_MS;
  }
}

function isExisting(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
}

function gone(cause: unknown): WaggleError {
  const sentence = 'That file is no longer there.';
  return new WaggleError('file-gone', 'a file is no longer in Slack', { sentence, cause });
}

function tooLarge(): WaggleError {
  const sentence = `That file is too large: I can read files of up to ${MAX_BYTES / 1024 / 1024} MB.`;
  return new WaggleError('file-too-large', `a file of more than ${MAX_BYTES} bytes`, { sentence });
}

function unavailable(message: string, cause?: unknown): WaggleError {
  return new WaggleError('file-unavailable', message, { sentence: 'That file could not be fetched.', cause });
}
