import type { Clock } from '../../core/clock.js';
import type { LaneKind } from '../../core/lane.js';
import type { Log } from '../../core/log.js';
import type { Waker } from '../../core/ports/waker.js';
import { endConnection } from '../redis/endConnection.js';
import { createQuietLog } from '../redis/quietLog.js';
import { REDIS_PREFIX, type RedisLinks } from '../redis/redisLinks.js';
import { createLaneRuns, type LaneRuns } from './laneRuns.js';
import { type LaneWorkers, startLaneWorkers } from './laneWorkers.js';
import { WakeSender } from './wakeSender.js';

export interface BullmqWakerOptions {
  readonly links: RedisLinks;
  /** How many lanes of each kind this process handles at a time; 0: none of that kind. */
  readonly slots: Readonly<Record<LaneKind, number>>;
  /** `WAGGLE_LEASE_MS`: how long a job stays with a process that does not answer. The same in all processes. */
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** What the keys begin with. Default `waggle`. */
  readonly prefix?: string;
}

/** How long closing waits for wakes on their way. */
const FLUSH_MS = 500;

/**
 * The waker of many processes: one BullMQ job per lane on Redis. While Redis is away wakes are dropped and workers take
 * nothing, which the sweep makes up for; when it is back everything goes on by itself.
 *
 * At most one handler per lane runs in this process; across processes the store's lease sees to that.
 */
export function createBullmqWaker(options: BullmqWakerOptions): Waker {
  const { links, clock, log, prefix = REDIS_PREFIX } = options;
  const quietLog = createQuietLog(log, clock);
  const redis = links.open('wakes', 'fail');
  const sender = new WakeSender({ redis, prefix, quietLog });
  let runs: LaneRuns | null = null;
  let workers: LaneWorkers | null = null;
  let isClosed = false;

  return {
    wake: (lane) => {
      if (!isClosed) sender.send(lane);
    },
    run: async (handler) => {
      if (runs !== null || isClosed) throw new Error('a waker runs once');
      const laneRuns = createLaneRuns(handler, log);
      runs = laneRuns;
      const { slots, leaseMs } = options;
      const run = laneRuns.run;
      workers = startLaneWorkers({ links, prefix, slots, leaseMs, clock, quietLog, run });
    },
    close: async () => {
      isClosed = true;
      workers?.stopTaking();
      await runs?.close();
      await workers?.close();
      const limit = new AbortController();
      await Promise.race([sender.flush(), clock.sleep(FLUSH_MS, limit.signal).catch(() => {})]);
      limit.abort();
      endConnection(redis);
    },
  };
}
