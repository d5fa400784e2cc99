import type { Clock } from './clock.js';

/** Waits, or returns at once when the signal aborts. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
}
