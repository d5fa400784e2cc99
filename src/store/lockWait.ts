import { isBusy, toStoreError } from './storeError.js';

/** Pause between two tries for the lock. SQLite's own busy handler sleeps up to 100 ms at a time: far too long here. */
const RETRY_MS = 1;

/** After about this long the operations fail with `store-busy`, milliseconds. */
const LIMIT_MS = 10_000;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Runs `attempt` until another process lets go of the lock. Blocks the thread meanwhile, so it belongs in the writer
 * thread only. Returns how often it had to wait.
 *
 * @throws WaggleError `store-busy` after about 10 s
 */
export function waitForLock(attempt: () => void, limitMs = LIMIT_MS): number {
  for (let waits = 0; ; waits += 1) {
    try {
      attempt();
      return waits;
    } catch (thrown) {
      if (!isBusy(thrown)) throw thrown;
      if (waits * RETRY_MS >= limitMs) throw toStoreError(thrown);
      pause(RETRY_MS);
    }
  }
}

/** Blocks the thread for `ms`, which may be a fraction. */
export function pause(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}
