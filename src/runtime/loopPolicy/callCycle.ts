/** Shortest and longest cycle of calls that is looked for, in calls (spec: turns and commands 4). */
const MIN_PERIOD = 2;
const MAX_PERIOD = 4;

/** Notices that the same few calls with the same results follow each other again and again. */
export interface CycleDetector {
  /** Takes in the next call with its result; the length of the cycle that it closes for the second time, or null. */
  note(entry: string): number | null;
}

export function createCycleDetector(): CycleDetector {
  let recent: string[] = [];

  const repeats = (period: number): boolean => {
    if (recent.length < 2 * period) return false;
    const tail = recent.slice(-2 * period);
    const isCycle = tail.slice(0, period).every((entry, i) => entry === tail[i + period]);
    return isCycle && new Set(tail).size > 1;
  };

  return {
    note: (entry) => {
      recent = [...recent, entry].slice(-2 * MAX_PERIOD);
      for (let period = MIN_PERIOD; period <= MAX_PERIOD; period += 1) if (repeats(period)) return period;
      return null;
    },
  };
}
