import type { Clock } from '../../../core/clock.js';

/** Buckets that are closed now: those of a few seconds of calls. */
const MAX_KEPT = 1_000;

/** Buckets that Discord said are used up, so that they are not called until they open: a 429 avoided. */
export interface BucketGates {
  /** @param until by our clock; null: the bucket has room */
  note(kind: string, chat: string, until: number | null): void;
  /** Milliseconds until the bucket opens; 0 when it is open. */
  closedFor(kind: string, chat: string): number;
}

export function createBucketGates(clock: Clock): BucketGates {
  const closed = new Map<string, number>();
  return {
    note: (kind, chat, until) => {
      const key = `${kind} ${chat}`;
      closed.delete(key);
      if (until === null) return;
      closed.set(key, until);
      for (const oldest of closed.keys()) {
        if (closed.size <= MAX_KEPT) break;
        closed.delete(oldest);
      }
    },
    closedFor: (kind, chat) => {
      const key = `${kind} ${chat}`;
      const left = (closed.get(key) ?? 0) - clock.now();
      if (left <= 0) closed.delete(key);
      return Math.max(0, left);
    },
  };
}
