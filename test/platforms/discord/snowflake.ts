/** First millisecond of Discord's ids: 1 January 2015. */
const EPOCH = 1_420_070_400_000n;

/** Makes ids that grow and carry their time, as Discord's do. */
export interface Snowflakes {
  next(at: number): string;
  /** One of an earlier time, beside the others. */
  past(at: number): string;
}

export function createSnowflakes(): Snowflakes {
  let last = 0n;
  let pasts = 0n;
  return {
    past: (at) => {
      pasts += 1n;
      return String(((BigInt(Math.floor(at)) - EPOCH) << 22n) + pasts);
    },
    next: (at) => {
      const earliest = (BigInt(Math.floor(at)) - EPOCH) << 22n;
      last = earliest > last ? earliest : last + 1n;
      return String(last);
    },
  };
}

/** Compares two ids by age: negative when `a` is the older. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
