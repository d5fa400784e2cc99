/** After so many failures an update may be given up, if others got through meanwhile. */
const MAX_FAILURES = 5;

/**
 * Tells an update that always fails from a store that always fails. The first must be given up, or it would stop the polling
 * for everybody; the second (disk full) must be waited for, or messages would be lost.
 */
export interface FailureBook {
  noteStored(): void;
  /** Notes one more failure of an update; true when it is to be given up. */
  noteFailure(update: number): boolean;
  forget(update: number): void;
}

export function createFailureBook(): FailureBook {
  const failures = new Map<number, { count: number; readonly storedBefore: number }>();
  let stored = 0;
  return {
    noteStored: () => {
      stored += 1;
    },
    noteFailure: (update) => {
      const entry = failures.get(update) ?? { count: 0, storedBefore: stored };
      entry.count += 1;
      failures.set(update, entry);
      return entry.count >= MAX_FAILURES && stored > entry.storedBefore;
    },
    forget: (update) => {
      failures.delete(update);
    },
  };
}
