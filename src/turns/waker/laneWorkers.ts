import { Worker } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import type { Clock } from '../../core/clock.js';
import type { LaneKind, LaneRef } from '../../core/lane.js';
import { isConnectionError } from '../redis/connectionError.js';
import { endConnection } from '../redis/endConnection.js';
import type { QuietLog } from '../redis/quietLog.js';
import type { RedisLinks } from '../redis/redisLinks.js';
import { type LaneJob, laneJobSchema, queueNameOf } from './laneJob.js';

export interface LaneWorkersOptions {
  readonly links: RedisLinks;
  readonly prefix: string;
  readonly slots: Readonly<Record<LaneKind, number>>;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly quietLog: QuietLog;
  readonly run: (lane: LaneRef) => Promise<void>;
}

/** A stalled job is given out again for ever: the store decides what is dead, not the queue. */
const MAX_STALLED_COUNT = 1_000_000;
/** BullMQ's own pause after a lost connection (its default is 15 s). */
const RETRY_MS = 200;
/** How long closing waits for BullMQ when Redis answers; then connections are cut. */
const CLOSE_MS = 1_000;
/**
 * How long an idle worker waits in Redis before it looks again, seconds (BullMQ's default is 5). A wake whose marker got
 * lost with a connection is found so late at worst.
 */
const DRAIN_DELAY_S = 1;

/** Takes lane jobs from Redis and runs them. */
export interface LaneWorkers {
  /** Takes no more jobs. */
  stopTaking(): void;
  /** Lets go of Redis. Bounded in time, whatever Redis does; handlers must have ended before. */
  close(): Promise<void>;
}

export function startLaneWorkers(options: LaneWorkersOptions): LaneWorkers {
  const { links, slots, clock, quietLog } = options;
  const { connection, copies } = withTrackedCopies(links.open('waker', 'wait'));
  const kinds = (['ctl', 'main', 'bg'] as const).filter((kind) => slots[kind] > 0);
  const workers = kinds.map((kind) => startWorker(kind, connection, options));
  let closing: Promise<unknown> | null = null;

  /** BullMQ's graceful close waits for ever when Redis is away; its forced one leaves running jobs without their lock. */
  const closeWorkers = (force: boolean) => {
    closing = Promise.all(workers.map((worker) => worker.close(force))).catch((error: unknown) =>
      quietLog.warn('close', error, 'closing a queue worker failed'),
    );
    return closing;
  };

  return {
    stopTaking: () => {
      if (connection.status === 'ready') void closeWorkers(false);
      else for (const worker of workers) void worker.pause(true);
    },
    close: async () => {
      const limit = new AbortController();
      const closed = closing ?? closeWorkers(connection.status !== 'ready');
      await Promise.race([closed, clock.sleep(CLOSE_MS, limit.signal).catch(() => {})]);
      limit.abort();
      for (const redis of [connection, ...copies]) endConnection(redis);
    },
  };
}

function startWorker(kind: LaneKind, connection: Redis, options: LaneWorkersOptions): Worker<LaneJob> {
  const { prefix, slots, leaseMs, quietLog } = options;
  const worker = new Worker<LaneJob>(
    queueNameOf(kind),
    async (job) => {
      const lane = laneJobSchema.safeParse(job.data);
      if (lane.success) await options.run(lane.data);
      else quietLog.warn('job', lane.error, 'a queue job names no lane; it is left out');
    },
    {
      connection,
      prefix,
      concurrency: slots[kind],
      lockDuration: leaseMs,
      stalledInterval: leaseMs,
      maxStalledCount: MAX_STALLED_COUNT,
      runRetryDelay: RETRY_MS,
      drainDelay: DRAIN_DELAY_S,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
  );
  worker.on('error', (error) => {
    if (!isConnectionError(error))
      quietLog.warn(error.message.replace(/\d+/g, ''), error, 'a queue worker reports an error');
  });
  return worker;
}

/** BullMQ makes its blocking connections as copies of ours and cannot always end them: keep hold of them. */
function withTrackedCopies(redis: Redis): { readonly connection: Redis; readonly copies: readonly Redis[] } {
  const copies: Redis[] = [];
  const duplicate = redis.duplicate.bind(redis);
  const connection = Object.assign(redis, {
    duplicate: (override?: Partial<RedisOptions>) => {
      const copy = duplicate(override);
      copy.on('error', () => {});
      copies.push(copy);
      return copy;
    },
  });
  return { connection, copies };
}
