import type { Clock } from '../../core/clock.js';
import type { TurnEvent } from '../../core/events.js';
import type { Log } from '../../core/log.js';
import type { FeedItem, TurnFeed } from '../../core/ports/turnFeed.js';
import { endConnection } from '../redis/endConnection.js';
import { createQuietLog } from '../redis/quietLog.js';
import { REDIS_PREFIX, type RedisLinks } from '../redis/redisLinks.js';
import { FEED_START, parseFeedId } from './feedPosition.js';
import { RedisPublisher } from './redisPublisher.js';
import { RedisTail } from './redisTail.js';
import { TurnLog } from './turnLog.js';

export interface RedisFeedOptions {
  readonly links: RedisLinks;
  readonly clock: Clock;
  readonly log: Log;
  /** What the keys begin with. Default `waggle`. */
  readonly prefix?: string;
  /** How long a turn is kept after its last event, milliseconds. Default 10 minutes (DESIGN.md section 4). */
  readonly keepMs?: number;
  /** Bound on events that wait for Redis, bytes. Default 16 MB. */
  readonly maxBacklogBytes?: number;
  /** Bound on what this process holds of one turn that is being read, bytes. Default 2 MB. */
  readonly maxTurnBytes?: number;
}

/** A turn as this process's readers see it: what Redis has, and at once what is published here. */
interface Mirror {
  readonly log: TurnLog;
  /** Resolves when a reader from the start misses nothing. */
  readonly readable: Promise<void>;
  readonly markReadable: () => void;
  readonly stopFollowing: () => void;
  readers: number;
}

const CLOSE_MS = 1_000;

/**
 * The turn feed of many processes: one Redis stream per turn, with the same ids and rules as the ring feed.
 *
 * Readers in the publishing process get events directly, so they go on while Redis is away; readers elsewhere wait for
 * it. What was dropped meanwhile is text only, and the turn's last event repeats all of it; a reader whose turn has ended
 * in the store while the feed says nothing has to look there.
 */
export function createRedisFeed(options: RedisFeedOptions): TurnFeed {
  const { links, clock, log, prefix = REDIS_PREFIX, keepMs = 600_000 } = options;
  const { maxBacklogBytes = 16 * 1024 * 1024, maxTurnBytes = 2 * 1024 * 1024 } = options;
  const quietLog = createQuietLog(log, clock);
  const redis = links.open('feed', 'fail');
  const openBlocking = () => links.open('feed-tail', 'fail');
  const publisher = new RedisPublisher({ redis, prefix, keepMs, maxBacklogBytes, log, quietLog });
  const tail = new RedisTail({ openBlocking, redis, prefix, clock, log, quietLog });
  const mirrors = new Map<string, Mirror>();
  let isClosed = false;

  const openMirror = (turn: string): Mirror => {
    const turnLog = new TurnLog(maxTurnBytes);
    let markReadable = () => {};
    const readable = new Promise<void>((resolve) => {
      markReadable = resolve;
    });
    for (const event of publisher.pendingOf(turn)) turnLog.insert(event);
    if (turnLog.startsAtFirst) markReadable();
    const stopFollowing = tail.follow({
      turn,
      onEvents: (events) => {
        for (const event of events) turnLog.insert(event);
      },
      onCaughtUp: markReadable,
    });
    const mirror: Mirror = { log: turnLog, readable, markReadable, stopFollowing, readers: 0 };
    mirrors.set(turn, mirror);
    return mirror;
  };

  async function* read(turn: string, afterId: string | undefined, signal: AbortSignal): AsyncGenerator<FeedItem> {
    if (isClosed || signal.aborted) return;
    const mirror = mirrors.get(turn) ?? openMirror(turn);
    mirror.readers += 1;
    try {
      await untilDone(mirror.readable, signal);
      yield* mirror.log.read((afterId === undefined ? null : parseFeedId(afterId)) ?? FEED_START, signal);
    } finally {
      mirror.readers -= 1;
      if (mirror.readers === 0) {
        mirror.stopFollowing();
        if (mirrors.get(turn) === mirror) mirrors.delete(turn);
      }
    }
  }

  return {
    publish: (event: TurnEvent) => {
      if (isClosed) return;
      const mirror = mirrors.get(event.turn);
      if (mirror !== undefined) {
        mirror.log.insert(event);
        if (mirror.log.startsAtFirst) mirror.markReadable();
      }
      publisher.publish(event);
    },
    read,
    close: async () => {
      isClosed = true;
      for (const mirror of mirrors.values()) {
        mirror.markReadable();
        mirror.log.close();
      }
      const limit = new AbortController();
      await Promise.race([publisher.close(), clock.sleep(CLOSE_MS, limit.signal).catch(() => {})]);
      limit.abort();
      endConnection(redis);
      await tail.close();
    },
  };
}

/** Waits for the promise; sooner when the signal aborts. */
function untilDone(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    promise.then(done, done);
  });
}
