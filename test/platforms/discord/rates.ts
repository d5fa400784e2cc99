import type { Clock } from '../../../src/core/clock.js';
import { RateLimited } from './errors.js';

/** What a call counts as. Each kind is counted for each channel (webhook token, guild) apart. */
export type RateKind =
  | 'create'
  | 'edit'
  | 'delete'
  | 'read'
  | 'typing'
  | 'react'
  | 'thread'
  /** Giving a channel or thread another name. */
  | 'rename'
  | 'webhook'
  | 'commands'
  | 'other'
  /** Interaction callbacks and downloads have no limit. */
  | 'free';

/** So many calls in a window that begins with the first of them. */
export interface Rate {
  limit: number;
  perMs: number;
}

/** The limits. A kind left out has none. */
export type DiscordRates = Partial<Record<RateKind | 'global', Rate>>;

/** As seen in the wild and told by the documentation: about 5 in 5 s for creating and for editing, 50 a second in all. */
export const documentedRates: DiscordRates = {
  create: { limit: 5, perMs: 5000 },
  edit: { limit: 5, perMs: 5000 },
  delete: { limit: 5, perMs: 1000 },
  read: { limit: 5, perMs: 1000 },
  typing: { limit: 5, perMs: 5000 },
  react: { limit: 1, perMs: 250 },
  thread: { limit: 50, perMs: 300_000 },
  rename: { limit: 2, perMs: 600_000 },
  webhook: { limit: 5, perMs: 2000 },
  commands: { limit: 2, perMs: 20_000 },
  other: { limit: 50, perMs: 1000 },
  global: { limit: 50, perMs: 1000 },
};

/** Kinds that share the value of `X-RateLimit-Bucket`, although they are counted apart. */
const bucketNames: Partial<Record<RateKind, string>> = { create: 'messages', edit: 'messages' };

/** Calls of webhooks and interactions do not count into the global limit. */
const outsideGlobal: ReadonlySet<RateKind> = new Set(['webhook', 'free']);

interface Bucket {
  windowEnd: number;
  used: number;
  /** Closed by a fault. */
  closedUntil: number;
  /** Until when the client has been told to wait. */
  toldUntil: number;
  /** Number of the call that was told so. */
  toldBy: number;
}

/** What was counted for a call. */
export interface Counted {
  headers: Record<string, string>;
  /** The client had been told to wait for longer: it calls inside a closed gate. */
  inClosedGate: boolean;
  /** Number of the call whose answer had said so. */
  closedBy?: number;
  limited?: RateLimited;
  /** To be called when the client has been sent the headers, with the call's number. */
  told(call: number): void;
}

export interface Rates {
  count(kind: RateKind, major: string): Counted;
  /** Closes a bucket, or all of them with scope `global`. */
  close(kind: RateKind, major: string, ms: number, scope: 'user' | 'shared' | 'global'): void;
}

const seconds = (ms: number) => String(Math.max(0, Math.ceil(ms)) / 1000);

export function createRates(clock: Clock, rates: DiscordRates): Rates {
  const buckets = new Map<string, Bucket>();
  const shared = new Set<Bucket>();
  const bucketOf = (key: string): Bucket => {
    const known = buckets.get(key);
    if (known !== undefined) return known;
    const fresh = { windowEnd: 0, used: 0, closedUntil: 0, toldUntil: 0, toldBy: 0 };
    buckets.set(key, fresh);
    return fresh;
  };
  const all = bucketOf('global');

  /** When the bucket opens again, if it is closed for one more call. */
  const closedUntil = (bucket: Bucket, rate: Rate | undefined, now: number): number | undefined => {
    if (bucket.closedUntil > now) return bucket.closedUntil;
    if (rate !== undefined && bucket.windowEnd > now && bucket.used >= rate.limit) return bucket.windowEnd;
    return undefined;
  };
  const use = (bucket: Bucket, rate: Rate, now: number) => {
    if (bucket.windowEnd <= now) {
      bucket.windowEnd = now + rate.perMs;
      bucket.used = 0;
    }
    bucket.used += 1;
  };

  return {
    count: (kind, major) => {
      const now = clock.now();
      const bucket = bucketOf(`${kind}:${major}`);
      const rate = rates[kind];
      const globalRate = outsideGlobal.has(kind) ? undefined : rates.global;
      const isGlobal = !outsideGlobal.has(kind);
      const closed = [bucket, ...(isGlobal ? [all] : [])].find(({ toldUntil }) => toldUntil > now);
      const gate = closed === undefined ? { inClosedGate: false } : { inClosedGate: true, closedBy: closed.toldBy };
      const globalUntil = isGlobal ? closedUntil(all, globalRate, now) : undefined;
      const until = globalUntil ?? closedUntil(bucket, rate, now);
      if (until !== undefined) {
        const scope = globalUntil !== undefined ? 'global' : shared.has(bucket) ? 'shared' : 'user';
        const limited = new RateLimited(until - now, scope);
        const told = (call: number) => {
          const target = scope === 'global' ? all : bucket;
          target.toldUntil = until;
          target.toldBy = call;
        };
        const headers = { ...limitHeaders(kind, rate, bucket, now, until), 'x-ratelimit-scope': scope };
        if (scope === 'global')
          return { headers: { ...headers, 'x-ratelimit-global': 'true' }, ...gate, limited, told };
        return { headers, ...gate, limited, told };
      }
      shared.delete(bucket);
      if (globalRate !== undefined) use(all, globalRate, now);
      if (rate === undefined) return { headers: {}, ...gate, told: () => {} };
      use(bucket, rate, now);
      const end = bucket.windowEnd;
      const told = (call: number) => {
        if (bucket.used < rate.limit || bucket.windowEnd !== end) return;
        bucket.toldUntil = end;
        bucket.toldBy = call;
      };
      return { headers: limitHeaders(kind, rate, bucket, now, end), ...gate, told };
    },
    close: (kind, major, ms, scope) => {
      const bucket = scope === 'global' ? all : bucketOf(`${kind}:${major}`);
      bucket.closedUntil = Math.max(bucket.closedUntil, clock.now() + ms);
      if (scope === 'shared') shared.add(bucket);
    },
  };
}

function limitHeaders(
  kind: RateKind,
  rate: Rate | undefined,
  bucket: Bucket,
  now: number,
  until: number,
): Record<string, string> {
  const limit = rate?.limit ?? 5;
  const used = rate === undefined || bucket.closedUntil > now ? limit : bucket.used;
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    'x-ratelimit-reset': String(until / 1000),
    'x-ratelimit-reset-after': seconds(until - now),
    'x-ratelimit-bucket': `bucket-${bucketNames[kind] ?? kind}`,
  };
}
