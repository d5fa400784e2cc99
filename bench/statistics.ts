/** What a list of measured values comes to. */
export interface Sample {
  readonly p50: number;
  /** Left out where too few values were measured for one. */
  readonly p95?: number;
  readonly count: number;
}

/** Fewer values than this have no 95th percentile worth printing. */
const MIN_FOR_P95 = 10;

/** The value below which `share` of the sorted values lie (nearest rank). */
function percentile(sorted: readonly number[], share: number): number {
  const index = Math.max(0, Math.ceil(sorted.length * share) - 1);
  const value = sorted[index];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

/** @throws Error when there are no values */
export function sampleOf(values: readonly number[]): Sample {
  const sorted = [...values].sort((a, b) => a - b);
  const sample = { p50: percentile(sorted, 0.5), count: sorted.length };
  return sorted.length < MIN_FOR_P95 ? sample : { ...sample, p95: percentile(sorted, 0.95) };
}
