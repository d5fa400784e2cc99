import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type LaneKind, type LaneRef, laneKey } from '../../core/lane.js';
import { isConnectionError } from '../redis/connectionError.js';
import type { QuietLog } from '../redis/quietLog.js';
import type { LaneJob } from './laneJob.js';
import { queueNameOf } from './laneJob.js';

export interface WakeSenderOptions {
  /** Own connection whose commands fail at once while Redis is away. */
  readonly redis: Redis;
  readonly prefix: string;
  readonly quietLog: QuietLog;
}

/** Wakes on their way at a time; above it (Redis hangs) they are dropped and left to the sweep. */
const MAX_IN_FLIGHT = 20_000;
/** Entries kept of BullMQ's own event stream, which nobody reads. */
const MAX_QUEUE_EVENTS = 100;

/**
 * Sends wakes as jobs: one per lane. While a lane's job waits, further ones are dropped by Redis; while it runs, one more
 * is kept for afterwards.
 */
export class WakeSender {
  readonly #options: WakeSenderOptions;
  readonly #queues: Readonly<Record<LaneKind, Queue<LaneJob>>>;
  /** Lanes with a wake on its way; true when the lane was woken again after that was sent. */
  readonly #inFlight = new Map<string, boolean>();
  #whenIdle: (() => void)[] = [];

  constructor(options: WakeSenderOptions) {
    this.#options = options;
    this.#queues = { main: this.#openQueue('main'), ctl: this.#openQueue('ctl'), bg: this.#openQueue('bg') };
  }

  send(lane: LaneRef): void {
    const key = laneKey(lane);
    if (this.#inFlight.has(key)) {
      this.#inFlight.set(key, true);
      return;
    }
    if (this.#options.redis.status !== 'ready' || this.#inFlight.size >= MAX_IN_FLIGHT) return;
    this.#inFlight.set(key, false);
    void this.#add(lane, key);
  }

  /** Resolves when no wake is on its way. */
  async flush(): Promise<void> {
    if (this.#inFlight.size > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  async #add(lane: LaneRef, key: string): Promise<void> {
    try {
      await this.#queues[lane.kind].add(
        'wake',
        { id: lane.id, kind: lane.kind },
        {
          attempts: 1,
          removeOnComplete: true,
          removeOnFail: true,
          deduplication: { id: key, keepLastIfActive: true },
        },
      );
    } catch (error) {
      if (!isConnectionError(error)) {
        this.#options.quietLog.warn('wake', error, 'a wake could not be sent; the sweep finds the lane');
      }
    }
    const isWokenAgain = this.#inFlight.get(key) === true;
    this.#inFlight.delete(key);
    if (isWokenAgain) this.send(lane);
    if (this.#inFlight.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #openQueue(kind: LaneKind): Queue<LaneJob> {
    const { redis, prefix, quietLog } = this.#options;
    const queue = new Queue<LaneJob>(queueNameOf(kind), {
      connection: redis,
      prefix,
      streams: { events: { maxLen: MAX_QUEUE_EVENTS } },
    });
    queue.on('error', (error) => {
      if (!isConnectionError(error)) quietLog.warn(error.message, error, 'the queue of wakes reports an error');
    });
    return queue;
  }
}
