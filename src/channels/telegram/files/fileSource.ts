import { constants } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import { heedGate } from '../../../core/heedGate.js';
import type { Log } from '../../../core/log.js';
import type { FileSource } from '../../../core/ports/files.js';
import type { Gates } from '../../../core/ports/gates.js';
import { type Patience, tryAgain } from '../../../core/tryAgain.js';
import type { TelegramApi } from '../wire/api.js';
import { FILE_TOO_BIG, says } from '../wire/descriptions.js';
import { TelegramCallError, type TelegramFailure } from '../wire/failure.js';

/** A fetch that met a fault of the network is done so often in all; a 429 is none. */
const TRIES = 3;
const PAUSE_MS = 1_000;
/** A longer wait than this is not worth holding up the turn. */
const MAX_WAIT_MS = 20_000;
/** Fetching the largest file over a slow line, milliseconds. */
const DOWNLOAD_MS = 120_000;

const placeSchema = z.object({ file_path: z.string().min(1) });

const sentences = {
  tooLarge: 'Telegram lets bots fetch files of up to 20 MB.',
  gone: 'Telegram no longer has the file.',
  unavailable: 'Telegram could not hand the file over.',
};

export interface TelegramFilesDeps {
  readonly api: TelegramApi;
  /** Id of the bot. */
  readonly account: string;
  readonly gates: Gates;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Fetches users' files by getFile and a download. A server of one's own that runs in local mode names a path on its disk
 * instead: then the file is copied from there.
 */
export function createTelegramFiles(deps: TelegramFilesDeps): FileSource {
  const { api, account, gates, maxBytes, clock, log } = deps;
  const key = `telegram:${account}/getFile`;
  const limitOf = (thrown: unknown) => {
    const ms = thrown instanceof TelegramCallError && isLimit(thrown.failure) ? waitOf(thrown.failure) : null;
    return ms === null ? null : { key, ms };
  };

  const placeOf = async (ref: string, signal: AbortSignal): Promise<string> => {
    const gate = { gates, keys: [key], limitOf, longestWaitMs: MAX_WAIT_MS, clock, log, signal };
    const answer = await heedGate(gate, () =>
      api.call('getFile', (raw, s) => raw.getFile({ file_id: ref }, s), { signal }),
    );
    return placeSchema.parse(answer).file_path;
  };

  const fetchOnce = async (ref: string, to: string, signal: AbortSignal): Promise<number> => {
    const place = await placeOf(ref, signal);
    if (!isAbsolute(place)) return api.download(place, to, { signal, timeoutMs: DOWNLOAD_MS, maxBytes });
    const { size } = await stat(place);
    if (size > maxBytes) throw tooLarge();
    await copyFile(place, to, constants.COPYFILE_EXCL);
    return size;
  };

  return {
    maxBytes,
    fetch: async ({ ref, to }, signal) => {
      const patience: Patience = {
        tries: TRIES,
        longestWaitMs: MAX_WAIT_MS,
        waitOf: (thrown) => (thrown instanceof TelegramCallError ? waitOf(thrown.failure) : null),
        isHeldUp: (thrown) => thrown instanceof TelegramCallError && isLimit(thrown.failure),
        onFailure: (thrown, ms) =>
          log.warn({ err: thrown, ms }, 'a file could not be fetched from Telegram; trying again'),
      };
      const fetchClean = async () => {
        try {
          return await fetchOnce(ref, to, signal);
        } catch (thrown) {
          await rm(to, { force: true });
          throw thrown;
        }
      };
      try {
        return await tryAgain(fetchClean, patience, { clock, signal });
      } catch (thrown) {
        signal.throwIfAborted();
        throw fileError(thrown, thrown instanceof TelegramCallError ? thrown.failure : null);
      }
    },
  };
}

/** How long to wait before a fetch is tried again; null when no further try would help. */
function waitOf(failure: TelegramFailure): number | null {
  if (failure.kind !== 'answered') return PAUSE_MS;
  if (isLimit(failure) || failure.status >= 500) return failure.retryAfterMs ?? PAUSE_MS;
  return null;
}

const isLimit = (failure: TelegramFailure) => failure.kind === 'answered' && failure.status === 429;

function tooLarge(cause?: unknown): WaggleError {
  return new WaggleError('file-too-large', 'Telegram does not hand out files of this size to bots', {
    cause,
    sentence: sentences.tooLarge,
  });
}

function fileError(cause: unknown, failure: TelegramFailure | null): WaggleError {
  if (cause instanceof WaggleError && cause.code === 'file-too-large') return cause;
  const isAnswer = failure?.kind === 'answered';
  if (isAnswer && says(failure.description, FILE_TOO_BIG)) return tooLarge(cause);
  if (isAnswer && (failure.status === 400 || failure.status === 404)) {
    return new WaggleError('file-gone', 'Telegram does not know the file', { cause, sentence: sentences.gone });
  }
  return new WaggleError('file-unavailable', 'the file could not be fetched from Telegram', {
    cause,
    sentence: sentences.unavailable,
  });
}
