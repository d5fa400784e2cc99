/** Growing pauses between tries of something that keeps failing. */
export interface BackOff {
  /** Milliseconds to wait now; doubles from call to call up to the cap, each between half and all of its size. */
  next(): number;
  /** After a success: the next pause is a short one again. */
  reset(): void;
}

/** @param random between 0 and 1, so that many processes do not come back at the same moment */
export function createBackOff(options: { baseMs: number; capMs: number; random?: () => number }): BackOff {
  const { baseMs, capMs, random = Math.random } = options;
  let failures = 0;
  return {
    next: () => {
      const full = Math.min(capMs, baseMs * 2 ** Math.min(failures, 30));
      failures += 1;
      return Math.ceil(full * (0.5 + random() / 2));
    },
    reset: () => {
      failures = 0;
    },
  };
}
