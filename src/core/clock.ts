/**
 * The only source of time. Everything that waits takes a clock, so that tests move time by hand.
 * Times are milliseconds UTC.
 */
export interface Clock {
  now(): number;
  /**
   * Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts, and at once when it
   * already is aborted. The timer does not keep the process alive on its own.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after `ms`. The caller owns the returned stop function. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back every `ms`. The caller owns the returned stop function. */
  every(ms: number, callback: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, callback) => {
    const timer = setInterval(callback, ms);
    return () => clearInterval(timer);
  },
};
