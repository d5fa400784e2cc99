import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { FeedItem, TurnFeed } from '../../core/ports/turnFeed.js';

/** Wait before a feed that broke off is read again, milliseconds. */
const FEED_RETRY_MS = 1_000;

/** A turn's feed, read one item at a time with patience. */
export interface FeedSource {
  /** The next item, or null when none came within `waitMs` or the signal aborted. */
  next(waitMs: number): Promise<FeedItem | null>;
  /** Lets go of the feed. */
  close(): Promise<void>;
}

/** Reads a turn from after `afterId`; a feed that ends early or fails is opened again where it broke off. */
export function createFeedSource(
  { feed, clock, log }: { feed: TurnFeed; clock: Clock; log: Log },
  turn: string,
  afterId: string | undefined,
  outer: AbortSignal,
): FeedSource {
  const own = new AbortController();
  const signal = AbortSignal.any([outer, own.signal]);
  let lastId = afterId;
  let iterator: AsyncIterator<FeedItem> | null = null;
  let pending: Promise<FeedItem | null> | null = null;

  const readOne = async (): Promise<FeedItem | null> => {
    while (!signal.aborted) {
      iterator ??= feed.read(turn, lastId, signal)[Symbol.asyncIterator]();
      try {
        const next = await iterator.next();
        if (next.done !== true) {
          lastId = next.value.id;
          return next.value;
        }
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error, turn }, 'a turn feed broke off; reading it again');
      }
      iterator = null;
      await clock.sleep(FEED_RETRY_MS, signal).catch(() => undefined);
    }
    return null;
  };

  return {
    next: async (waitMs) => {
      pending ??= readOne();
      const arrived = pending.then((item) => ({ item }));
      let stopTimer = () => {};
      const tooLong = new Promise<null>((resolve) => {
        stopTimer = clock.after(Math.max(0, waitMs), () => resolve(null));
      });
      const winner = await Promise.race([arrived, tooLong]);
      stopTimer();
      if (winner === null) return null;
      pending = null;
      return winner.item;
    },
    close: async () => {
      own.abort();
      await pending;
      await iterator?.return?.();
    },
  };
}
