import type { Clock } from '../../../src/core/clock.js';
import { rateLimited } from './errors.js';

/** On average one call per `intervalMs`, `burst` at once. */
export interface Rate {
  intervalMs: number;
  burst: number;
}

/** Limits by method; posting counts per channel, everything else per app. A method left out has no limit. */
export type SlackRates = Readonly<Record<string, Rate>>;

const perMinute = (calls: number): Rate => ({ intervalMs: 60_000 / calls, burst: calls });
const tier2 = perMinute(20);
const tier3 = perMinute(50);
const tier4 = perMinute(100);

/** The published figures: tiers are calls a minute per method and workspace; posting is one a second per channel with short bursts. */
export const documentedRates: SlackRates = {
  'chat.postMessage': { intervalMs: 1000, burst: 4 },
  'chat.postEphemeral': tier4,
  'chat.update': tier3,
  'chat.delete': tier3,
  'chat.startStream': tier2,
  'chat.stopStream': tier2,
  'chat.appendStream': tier4,
  'conversations.history': tier3,
  'conversations.replies': tier3,
  'conversations.info': tier3,
  'conversations.open': tier3,
  'conversations.members': tier4,
  'users.info': tier4,
  'reactions.add': tier3,
  'reactions.remove': tier2,
  'files.info': tier4,
  'files.getUploadURLExternal': tier4,
  'files.completeUploadExternal': tier4,
  'assistant.threads.setStatus': perMinute(600),
  'assistant.threads.setTitle': tier3,
  'assistant.threads.setSuggestedPrompts': tier3,
  'views.open': tier4,
  'views.update': tier4,
  'auth.test': perMinute(300),
};

interface Bucket {
  /** Theoretical arrival time of the leaky bucket. */
  next: number;
  closedUntil: number;
  /** The app was told: calls from now on are its own fault. */
  known: boolean;
}

/** Real milliseconds in which a call may cross a 429 on its way. */
const CROSSING_MS = 15;

/** "One message per second per channel" holds for every way of posting (docs, "Rate limits"); all else is counted by method. */
const perChannel: ReadonlySet<string> = new Set(['chat.postMessage', 'files.completeUploadExternal', 'response_url']);

/** Keeps the limits of all apps. */
export interface Limiter {
  /** Whether a 429 that the app knows of covers such a call now. */
  isClosed(app: string, method: string, channel: string | undefined): boolean;
  /** A 429 for such a call has gone out; calls that are under way now are excused. */
  announce(app: string, method: string, channel: string | undefined): void;
  /** Counts a call; throws 429 when the limit is reached, or while a 429 is in force. */
  count(app: string, method: string, channel: string | undefined): void;
  /** Closes a method (posting: in one channel) for a time, as a reached limit does. */
  close(app: string, method: string, channel: string | undefined, ms: number): void;
  /** Opens everything. */
  clear(): void;
}

export function createLimiter(clock: Clock, rates: SlackRates): Limiter {
  const buckets = new Map<string, Bucket>();

  const bucketOf = (app: string, method: string, channel: string | undefined): Bucket => {
    const key = `${app}/${method}/${perChannel.has(method) ? (channel ?? '') : ''}`;
    const known = buckets.get(key);
    if (known !== undefined) return known;
    const fresh = { next: 0, closedUntil: 0, known: false };
    buckets.set(key, fresh);
    return fresh;
  };

  return {
    isClosed: (app, method, channel) => {
      const { closedUntil, known } = bucketOf(app, method, channel);
      return known && closedUntil > clock.now();
    },
    announce: (app, method, channel) => {
      const bucket = bucketOf(app, method, channel);
      setTimeout(() => {
        bucket.known = true;
      }, CROSSING_MS).unref();
    },
    count: (app, method, channel) => {
      const now = clock.now();
      const bucket = bucketOf(app, method, channel);
      if (bucket.closedUntil > now) throw rateLimited(Math.ceil((bucket.closedUntil - now) / 1000));
      const rate = rates[method];
      if (rate === undefined) return;
      const wait = Math.max(bucket.next, now) - now - (rate.burst - 1) * rate.intervalMs;
      // A thousandth absorbs the rounding of intervals that are no whole number.
      if (wait > 0.001) {
        const seconds = Math.ceil(wait / 1000);
        bucket.closedUntil = now + seconds * 1000;
        bucket.known = false;
        throw rateLimited(seconds);
      }
      bucket.next = Math.max(bucket.next, now) + rate.intervalMs;
    },
    close: (app, method, channel, ms) => {
      const bucket = bucketOf(app, method, channel);
      if (bucket.closedUntil <= clock.now()) bucket.known = false;
      bucket.closedUntil = Math.max(bucket.closedUntil, clock.now() + ms);
    },
    clear: () => buckets.clear(),
  };
}
