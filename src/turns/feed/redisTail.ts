import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Clock } from '../../core/clock.js';
import type { TurnEvent } from '../../core/events.js';
import type { Log } from '../../core/log.js';
import { isConnectionError } from '../redis/connectionError.js';
import { endConnection } from '../redis/endConnection.js';
import type { QuietLog } from '../redis/quietLog.js';
import { parseEvent, parseStreams, type StreamPart, streamKeyOf } from './feedStream.js';

export interface RedisTailOptions {
  /** Opens the connection that blocks; called once, when there is a first reader. */
  readonly openBlocking: () => Redis;
  /** Connection for short commands. */
  readonly redis: Redis;
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly quietLog: QuietLog;
}

/** One followed turn. */
export interface Following {
  readonly turn: string;
  onEvents(events: readonly TurnEvent[]): void;
  /** Everything that stood in the stream has been given to `onEvents`. */
  onCaughtUp(): void;
}

interface Followed extends Following {
  readonly key: string;
  lastId: string;
  isCaughtUp: boolean;
}

/** How long one XREAD waits in Redis. */
const BLOCK_MS = 2_000;
/** An XREAD without an answer for so long after its time is given up with its connection. */
const OVERDUE_MS = 8_000;
/** Pause after a fault, so that one that comes at once cannot spin. */
const FAULT_PAUSE_MS = 100;
const BEFORE_ALL = '0-0';

/**
 * Follows the streams of many turns over one blocking connection. A turn that comes to be followed while the connection
 * waits is announced through a small stream of this process, so nothing has to be interrupted.
 */
export class RedisTail {
  readonly #options: RedisTailOptions;
  readonly #turns = new Map<string, Followed>();
  readonly #wakeKey: string;
  readonly #closing = new AbortController();
  #wakeId = BEFORE_ALL;
  #redis: Redis | null = null;
  #loop: Promise<void> | null = null;

  constructor(options: RedisTailOptions) {
    this.#options = options;
    this.#wakeKey = `${options.prefix}:feed-wake:${randomUUID()}`;
  }

  /** Follows a turn from its first kept event on. The caller owns the returned stop function. */
  follow(following: Following): () => void {
    const { turn } = following;
    const key = streamKeyOf(this.#options.prefix, turn);
    const followed: Followed = {
      turn,
      onEvents: (events) => following.onEvents(events),
      onCaughtUp: () => following.onCaughtUp(),
      key,
      lastId: BEFORE_ALL,
      isCaughtUp: false,
    };
    this.#turns.set(key, followed);
    if (this.#loop === null) this.#startLoop();
    else this.#wakeLoop();
    return () => {
      if (this.#turns.get(key) === followed) this.#turns.delete(key);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#turns.clear();
    if (this.#redis !== null) endConnection(this.#redis);
    await this.#loop;
  }

  #startLoop(): void {
    if (this.#closing.signal.aborted) return;
    this.#loop = this.#run()
      .catch((thrown: unknown) => this.#options.log.error({ err: thrown }, 'following live events failed'))
      .finally(() => {
        this.#loop = null;
        if (this.#turns.size > 0) this.#startLoop();
      });
  }

  #wakeLoop(): void {
    const { redis, quietLog } = this.#options;
    if (redis.status !== 'ready') return;
    redis
      .pipeline()
      .xadd(this.#wakeKey, 'MAXLEN', 1, '*', 'w', '1')
      .pexpire(this.#wakeKey, BLOCK_MS * 2)
      .exec()
      .catch((error: unknown) => {
        if (!isConnectionError(error)) quietLog.warn('feed-wake', error, 'a new reader of live events has to wait');
      });
  }

  async #run(): Promise<void> {
    const { clock, quietLog } = this.#options;
    const { signal } = this.#closing;
    this.#redis ??= this.#options.openBlocking();
    while (this.#turns.size > 0 && !signal.aborted) {
      if (!(await untilReady(this.#redis, signal))) return;
      try {
        await this.#readOnce(this.#redis);
      } catch (error) {
        if (signal.aborted) return;
        if (!isConnectionError(error)) {
          quietLog.warn('feed-read', error, 'reading live events failed; it is tried again');
        }
        await clock.sleep(FAULT_PAUSE_MS, signal).catch(() => {});
      }
    }
  }

  async #readOnce(redis: Redis): Promise<void> {
    const fresh = [...this.#turns.values()].filter((followed) => !followed.isCaughtUp);
    if (fresh.length > 0) {
      const reply = redis.xread('STREAMS', ...fresh.map(({ key }) => key), ...fresh.map(({ lastId }) => lastId));
      this.#give(parseStreams(await this.#inTime(redis, reply)));
      for (const followed of fresh) {
        followed.isCaughtUp = true;
        followed.onCaughtUp();
      }
      return;
    }
    const all = [...this.#turns.values()];
    const keys = [this.#wakeKey, ...all.map(({ key }) => key)];
    const ids = [this.#wakeId, ...all.map(({ lastId }) => lastId)];
    this.#give(parseStreams(await this.#inTime(redis, redis.xread('BLOCK', BLOCK_MS, 'STREAMS', ...keys, ...ids))));
  }

  #give(parts: readonly StreamPart[]): void {
    for (const { key, entries } of parts) {
      const last = entries.at(-1);
      if (last === undefined) continue;
      if (key === this.#wakeKey) this.#wakeId = last.id;
      const followed = this.#turns.get(key);
      if (followed === undefined) continue;
      followed.lastId = last.id;
      followed.onEvents(this.#eventsIn(followed.turn, entries));
    }
  }

  #eventsIn(turn: string, entries: StreamPart['entries']): TurnEvent[] {
    const events: TurnEvent[] = [];
    for (const entry of entries) {
      try {
        events.push(parseEvent(turn, entry));
      } catch (error) {
        this.#options.quietLog.warn('feed-entry', error, 'an entry in a turn feed is not an event; it is left out');
      }
    }
    return events;
  }

  /** A server that hangs (or a connection that died unnoticed) must not hold the loop: drop the connection then. */
  async #inTime<T>(redis: Redis, reply: Promise<T>): Promise<T> {
    const stop = this.#options.clock.after(BLOCK_MS + OVERDUE_MS, () => redis.disconnect(true));
    try {
      return await reply;
    } finally {
      stop();
    }
  }
}

/** Waits for a connection; false when the signal aborts first. */
function untilReady(redis: Redis, signal: AbortSignal): Promise<boolean> {
  if (redis.status === 'ready') return Promise.resolve(true);
  return new Promise((resolve) => {
    const done = () => {
      redis.off('ready', done);
      signal.removeEventListener('abort', done);
      resolve(!signal.aborted);
    };
    redis.once('ready', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
