import type { Clock } from './clock.js';

/** When work that failed is done once more. */
export interface Patience {
  /** How often it is done in all. */
  readonly tries: number;
  /** Milliseconds to wait after this failure; null when no further try would help. */
  waitOf(thrown: unknown): number | null;
  /** A longer wait than this is not worth it, milliseconds. */
  readonly longestWaitMs: number;
  /** Told of each failure that is not the last. */
  onFailure(thrown: unknown, waitMs: number): void;
}

/**
 * Does work that may be repeated until it succeeds.
 *
 * @throws what the last try threw; the signal's reason once it aborts
 */
export async function tryAgain<T>(
  work: () => Promise<T>,
  patience: Patience,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (thrown) {
      signal.throwIfAborted();
      const waitMs = tries < patience.tries ? patience.waitOf(thrown) : null;
      if (waitMs === null || waitMs > patience.longestWaitMs) throw thrown;
      patience.onFailure(thrown, waitMs);
      await clock.sleep(waitMs, signal);
    }
  }
}
