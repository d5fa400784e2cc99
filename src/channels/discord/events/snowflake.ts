/** First millisecond of Discord's ids: 1 January 2015 UTC. */
const EPOCH_MS = 1_420_070_400_000n;
const TIME_SHIFT = 22n;

/** When an id was made, milliseconds UTC. */
export function timeOf(id: string): number {
  return Number((BigInt(id) >> TIME_SHIFT) + EPOCH_MS);
}

/** The first id of a millisecond: all ids of later messages are larger. */
export function idAt(ms: number): string {
  const since = BigInt(Math.max(0, Math.floor(ms))) - EPOCH_MS;
  return String((since < 0n ? 0n : since) << TIME_SHIFT);
}

/** Negative when `a` was made before `b`. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** What becomes of a message goes right behind it. */
const STEPS = { message: 0n, edit: 1n, deletion: 2n } as const;

/** The order in which events about messages of one channel are taken in: the lower first. */
export function orderOf(message: string, event: keyof typeof STEPS): bigint {
  return BigInt(message) * BigInt(Object.keys(STEPS).length) + STEPS[event];
}

/** Before all messages. */
export const FIRST = -1n;
