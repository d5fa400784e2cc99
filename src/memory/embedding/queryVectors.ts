import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { Embedder } from '../../core/ports/embedder.js';
import type { QueryVector } from '../search/searchMind.js';

/** Questions whose vectors are remembered: the same turn asks several times, and people ask again. */
const MAX_REMEMBERED = 500;

/** A late answer is still waited for, without anybody waiting, so that the next question finds it. */
const GIVE_UP_MS = 10_000;

/** After a failure or a late answer nobody waits for a while: recall is not slowed down by an endpoint that is down. */
const PAUSE_MS = 30_000;

/** Longest part of a question that is embedded, in characters. */
const MAX_CHARS = 2000;

/** The vectors of questions. */
export interface QueryVectors {
  /** The vector, or null when it is not there within the time limit: recall then works by words. Never rejects. */
  of(text: string): Promise<QueryVector | 'hashed' | null>;
  close(): void;
}

export function createQueryVectors(options: {
  /** Null: the hashed embedder, in the mind's thread. */
  readonly embedder: Embedder | null;
  /** How long a recall waits, milliseconds. */
  readonly waitMs: number;
  readonly clock: Clock;
  readonly log: Log;
}): QueryVectors {
  const { embedder, waitMs, clock, log } = options;
  if (embedder === null) return { of: async () => 'hashed', close: () => {} };

  // A Map keeps insertion order; using an entry moves it to the end.
  const known = new Map<string, Promise<QueryVector | null>>();
  const closed = new AbortController();
  let pausedUntil = 0;

  const ask = async (text: string): Promise<QueryVector | null> => {
    const limit = new AbortController();
    const stopTimer = clock.after(GIVE_UP_MS, () => limit.abort(new Error(`no answer within ${GIVE_UP_MS} ms`)));
    try {
      const [values] = await embedder.embed([text], 'query', AbortSignal.any([limit.signal, closed.signal]));
      pausedUntil = 0;
      return values === undefined ? null : { model: embedder.model, values };
    } catch (thrown) {
      known.delete(text);
      if (closed.signal.aborted) return null;
      pausedUntil = clock.now() + PAUSE_MS;
      log.warn({ err: toWaggleError(thrown) }, 'no embedding of a question: memory is searched by words');
      return null;
    } finally {
      stopTimer();
    }
  };

  const begin = (text: string): Promise<QueryVector | null> => {
    const pending = known.get(text) ?? ask(text);
    known.delete(text);
    known.set(text, pending);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_REMEMBERED) break;
      known.delete(oldest);
    }
    return pending;
  };

  return {
    of: async (text) => {
      const key = text.trim().slice(0, MAX_CHARS);
      if (key === '' || (!known.has(key) && clock.now() < pausedUntil)) return null;
      let stopTimer = () => {};
      const late = new Promise<null>((resolve) => {
        stopTimer = clock.after(waitMs, () => {
          if (pausedUntil === 0)
            log.info({ waitMs }, 'the embedding of a question is late: memory is searched by words');
          pausedUntil = clock.now() + PAUSE_MS;
          resolve(null);
        });
      });
      try {
        return await Promise.race([begin(key), late]);
      } finally {
        stopTimer();
      }
    },
    close: () => closed.abort(new Error('the memory is closed')),
  };
}
