import type { Clock } from '../core/clock.js';
import type { LaneKind } from '../core/lane.js';
import type { Log } from '../core/log.js';
import type { TurnFeed } from '../core/ports/turnFeed.js';
import type { Waker } from '../core/ports/waker.js';
import { createRingFeed } from './feed/ringFeed.js';
import { createInProcessWaker } from './waker/inProcessWaker.js';

/** How the processes of one gateway hear of each other: wakes and live events. */
export interface Links {
  readonly waker: Waker;
  readonly feed: TurnFeed;
  /** Whether other processes may work on the same store. */
  readonly isShared: boolean;
}

export interface LinksOptions {
  /** Absent: one process. */
  readonly redisUrl: string | undefined;
  /** Id of the data directory: one Redis prefix serves one. */
  readonly dataDirectoryId: string;
  readonly host: string;
  readonly slots: Readonly<Record<LaneKind, number>>;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when Redis turns out to belong to another data directory: this process must end. */
  readonly onForeign: (error: unknown) => void;
}

/**
 * In one process, memory; with `REDIS_URL`, BullMQ and Redis streams, whose libraries are loaded only then.
 *
 * @throws WaggleError `other-data-dir` when Redis is used by a gateway with another data directory
 */
export async function openLinks(options: LinksOptions): Promise<Links> {
  const { redisUrl, slots, leaseMs, clock, log } = options;
  if (redisUrl === undefined) {
    return { waker: createInProcessWaker({ slots, log }), feed: createRingFeed({ clock }), isShared: false };
  }
  const [{ createRedisLinks }, { createBullmqWaker }, { createRedisFeed }, { claimRedisNamespace }] = await Promise.all(
    [
      import('./redis/redisLinks.js'),
      import('./waker/bullmqWaker.js'),
      import('./feed/redisFeed.js'),
      import('./waker/dataDirGuard.js'),
    ],
  );
  const links = createRedisLinks({ url: redisUrl, log });
  const { dataDirectoryId: dataDirId, host, onForeign: onRefused } = options;
  const claim = await claimRedisNamespace({ links, dataDirId, host, clock, log, onRefused });
  const waker = createBullmqWaker({ links, slots, leaseMs, clock, log });
  const feed = createRedisFeed({ links, clock, log });
  return {
    waker: { ...waker, close: () => Promise.all([waker.close(), claim.close()]).then(() => undefined) },
    feed,
    isShared: true,
  };
}
