import type { Clock } from '../../../src/core/clock.js';
import { tooManyRequests } from './errors.js';
import type { ChatRecord } from './world.js';

/** On average one call per `intervalMs`, `burst` at once. */
export interface Rate {
  intervalMs: number;
  burst: number;
}

/** The limits of one bot. A limit left out does not exist. */
export interface FloodRates {
  /** Messages and edits of one private chat. */
  chat?: Rate;
  /** Messages and edits of one group. */
  group?: Rate;
  /** All messages, edits and deletions of the bot. */
  bot?: Rate;
  /** Chat actions and drafts of one chat. */
  action?: Rate;
}

/** The published figures: about one a second in a chat with short bursts, 20 a minute in a group, 30 a second in all. */
export const documentedRates: Required<FloodRates> = {
  chat: { intervalMs: 1000, burst: 4 },
  group: { intervalMs: 3000, burst: 20 },
  bot: { intervalMs: 1000 / 30, burst: 30 },
  action: { intervalMs: 1000, burst: 10 },
};

/** What a call counts as. */
export type FloodKind = 'message' | 'delete' | 'action';

/** Longest time that calls within a closed time can lengthen it to. */
const MAX_CLOSED_MS = 3_600_000;
/** What each call within a closed time adds to it. */
const LENGTHEN_MS = 1000;

interface Bucket {
  /** Theoretical arrival time of the leaky bucket. */
  next: number;
  closedUntil: number;
}

/** Keeps the flood limits of all bots. */
export interface Flood {
  /** Counts a call; throws 429 when a limit is reached, and lengthens a closed time that is called into. */
  count(botId: number, chat: ChatRecord, kind: FloodKind): void;
  /** Closes a chat for a bot, as if its limit had been reached. */
  close(botId: number, chatId: number, ms: number): void;
}

export function createFlood(clock: Clock, rates: FloodRates): Flood {
  const buckets = new Map<string, Bucket>();

  const bucketOf = (key: string): Bucket => {
    const known = buckets.get(key);
    if (known !== undefined) return known;
    const fresh = { next: 0, closedUntil: 0 };
    buckets.set(key, fresh);
    return fresh;
  };

  const refuseIfClosed = (bucket: Bucket, now: number): void => {
    if (bucket.closedUntil <= now) return;
    bucket.closedUntil = Math.min(bucket.closedUntil + LENGTHEN_MS, now + MAX_CLOSED_MS);
    throw tooManyRequests(Math.ceil((bucket.closedUntil - now) / 1000));
  };

  const refuseIfFull = (bucket: Bucket, rate: Rate, now: number): void => {
    const wait = Math.max(bucket.next, now) - now - (rate.burst - 1) * rate.intervalMs;
    // A thousandth absorbs the rounding of intervals that are no whole number.
    if (wait <= 0.001) return;
    const seconds = Math.ceil(wait / 1000);
    bucket.closedUntil = now + seconds * 1000;
    throw tooManyRequests(seconds);
  };

  return {
    count: (botId, chat, kind) => {
      const now = clock.now();
      const chatBucket = `${botId}/${chat.id}`;
      const used: { bucket: Bucket; rate: Rate | undefined }[] = [];
      if (kind === 'action') {
        used.push({ bucket: bucketOf(`${chatBucket}/action`), rate: rates.action });
      } else {
        const rate = kind === 'delete' ? undefined : chat.type === 'private' ? rates.chat : rates.group;
        if (kind === 'message') used.push({ bucket: bucketOf(chatBucket), rate });
        used.push({ bucket: bucketOf(`${botId}`), rate: rates.bot });
      }
      for (const { bucket } of used) refuseIfClosed(bucket, now);
      for (const { bucket, rate } of used) if (rate !== undefined) refuseIfFull(bucket, rate, now);
      for (const { bucket, rate } of used) {
        if (rate !== undefined) bucket.next = Math.max(bucket.next, now) + rate.intervalMs;
      }
    },
    close: (botId, chatId, ms) => {
      const bucket = bucketOf(`${botId}/${chatId}`);
      bucket.closedUntil = Math.max(bucket.closedUntil, clock.now() + ms);
    },
  };
}
