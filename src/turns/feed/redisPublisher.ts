import type { Redis } from 'ioredis';
import type { TurnEvent } from '../../core/events.js';
import type { Log } from '../../core/log.js';
import { isConnectionError } from '../redis/connectionError.js';
import type { QuietLog } from '../redis/quietLog.js';
import { type Batch, FeedOutbox } from './feedOutbox.js';
import { isAlreadyInStream, streamKeyOf, xaddArguments } from './feedStream.js';

export interface RedisPublisherOptions {
  /** Own connection without an offline queue: this class keeps what waits. */
  readonly redis: Redis;
  readonly prefix: string;
  readonly keepMs: number;
  readonly maxBacklogBytes: number;
  readonly log: Log;
  readonly quietLog: QuietLog;
}

/** Events in one round trip. */
const BATCH_EVENTS = 1_000;

/**
 * Writes events to the turns' streams, one batch at a time: what is published while a batch is on its way makes up the
 * next one. While Redis is away events wait in a bounded outbox; batches whose answer was lost are sent again, which the
 * entry ids make harmless.
 */
export class RedisPublisher {
  readonly #options: RedisPublisherOptions;
  readonly #outbox: FeedOutbox;
  #sending: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: RedisPublisherOptions) {
    this.#options = options;
    this.#outbox = new FeedOutbox(options.maxBacklogBytes);
    options.redis.on('ready', () => this.#start());
  }

  publish(event: TurnEvent): void {
    if (this.#isClosed) return;
    this.#outbox.push(event);
    this.#start();
  }

  /** What of a turn has not surely arrived in Redis. */
  pendingOf(turn: string): readonly TurnEvent[] {
    return this.#outbox.pendingOf(turn);
  }

  /** Takes no more events; resolves when the outbox is empty or Redis is away. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sending;
  }

  #start(): void {
    if (this.#sending !== null || this.#options.redis.status !== 'ready') return;
    this.#sending = this.#send()
      .catch((thrown: unknown) => this.#options.log.error({ err: thrown }, 'sending live events failed'))
      .finally(() => {
        this.#sending = null;
      });
  }

  async #send(): Promise<void> {
    await Promise.resolve();
    while (!this.#outbox.isEmpty && this.#options.redis.status === 'ready') {
      const isTaken = await this.#sendBatches(this.#outbox.take(BATCH_EVENTS));
      if (!isTaken) return;
    }
    const dropped = this.#outbox.takeDropped();
    if (dropped > 0) this.#options.log.warn({ dropped }, 'live events were dropped while Redis was away');
  }

  /** False when the connection was lost under way. */
  async #sendBatches(batches: readonly Batch[]): Promise<boolean> {
    const { redis, prefix, keepMs, quietLog } = this.#options;
    const pipeline = redis.pipeline();
    for (const { turn, events } of batches) {
      for (const event of events) pipeline.xadd(...xaddArguments(prefix, event));
      pipeline.pexpire(streamKeyOf(prefix, turn), keepMs);
    }
    let results: Awaited<ReturnType<typeof pipeline.exec>>;
    try {
      results = await pipeline.exec();
    } catch (error) {
      if (!isConnectionError(error)) quietLog.warn('publish', error, 'sending live events failed; they are sent again');
      return false;
    }
    let index = 0;
    let isWhole = results !== null;
    for (const { turn, events } of batches) {
      const replies = (results ?? []).slice(index, index + events.length);
      index += events.length + 1;
      const lost = replies.findIndex(([error]) => error !== null && error.name !== 'ReplyError');
      if (lost >= 0) isWhole = false;
      for (const [error] of replies) {
        if (error?.name === 'ReplyError' && !isAlreadyInStream(error)) {
          quietLog.warn(error.message, error, 'Redis did not take a live event');
        }
      }
      this.#outbox.settle(turn, lost >= 0 ? lost : replies.length);
    }
    return isWhole;
  }
}
