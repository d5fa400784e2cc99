import { Redis } from 'ioredis';
import type { Log } from '../../core/log.js';

/** What every Redis key of Waggle begins with. */
export const REDIS_PREFIX = 'waggle';

export interface RedisLinksOptions {
  /** `REDIS_URL`. */
  readonly url: string;
  readonly log: Log;
}

/**
 * Opens connections to one Redis and keeps an eye on them: they reconnect for ever with back-off, none can crash the
 * process with an unheard `error` event, and an outage is logged once when it begins and once when it is over, whatever
 * the number of connections.
 */
export interface RedisLinks {
  /**
   * A new connection, which its opener has to end with `endConnection`. It connects by itself. While Redis is away its
   * commands reject at once (`fail`) or wait for it (`wait`).
   */
  open(name: string, whenAway: 'fail' | 'wait'): Redis;
  /** Whether a connection is lost at the moment. */
  isAway(): boolean;
}

const COMMANDS_WAIT = { maxRetriesPerRequest: null };
const COMMANDS_FAIL = { maxRetriesPerRequest: 0, enableOfflineQueue: false, autoResendUnfulfilledCommands: false };
const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 2_000;

/** Delay before the nth try to connect, milliseconds: doubling from 50 ms to 2 s, less up to a quarter at random. */
export function reconnectDelayMs(attempt: number, random: () => number = Math.random): number {
  const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, 10));
  return Math.round(delay * (1 - random() / 4));
}

export function createRedisLinks({ url, log }: RedisLinksOptions): RedisLinks {
  const lost = new Set<Redis>();

  const markLost = (redis: Redis, reason: string) => {
    if (lost.size === 0) {
      log.warn({ reason }, 'Redis is away: work goes on, wakes and live events of other processes wait for it');
    }
    lost.add(redis);
  };

  const markBack = (redis: Redis, isOver: boolean) => {
    if (lost.delete(redis) && lost.size === 0 && isOver) log.info({}, 'Redis is back');
  };

  return {
    open: (name, whenAway) => {
      const redis = new Redis(url, {
        connectionName: `${REDIS_PREFIX}-${name}`,
        retryStrategy: (attempt) => reconnectDelayMs(attempt),
        connectTimeout: 5_000,
        keepAlive: 10_000,
        ...(whenAway === 'wait' ? COMMANDS_WAIT : COMMANDS_FAIL),
      });
      let reason = 'connection closed';
      redis.on('error', (error: Error) => {
        reason = error.message;
        log.debug({ connection: name, err: error }, 'Redis connection error');
      });
      redis.on('reconnecting', () => markLost(redis, reason));
      redis.on('ready', () => markBack(redis, true));
      redis.on('end', () => markBack(redis, false));
      return redis;
    },
    isAway: () => lost.size > 0,
  };
}
