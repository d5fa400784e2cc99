import type { Clock } from './clock.js';

/** When work that failed is done once more. */
export interface Patience {
  /** How often it is done in all. */
  readonly tries: number;
  /** Milliseconds to wait after this failure; null when no further try would help. */
  waitOf(thrown: unknown): number | null;
  /** Whether nothing failed, but we are to come back later (a 429): that is no try. Without it everything is one. */
  isHeldUp?(thrown: unknown): boolean;
  /** A longer wait than this is not worth it, milliseconds; nor are waits of those held up that make more together. */
  readonly longestWaitMs: number;
  /** Told of each failure that is not the last. */
  onFailure(thrown: unknown, waitMs: number): void;
}

/** So long a wait counts at least, milliseconds: who is told to come back at once does not ask without end. */
const LEAST_HELD_MS = 100;

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
  let tries = 0;
  let heldMs = 0;
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      signal.throwIfAborted();
      const waitMs = patience.waitOf(thrown);
      if (waitMs === null || waitMs > patience.longestWaitMs) throw thrown;
      if (patience.isHeldUp?.(thrown) === true) heldMs += Math.max(waitMs, LEAST_HELD_MS);
      else tries += 1;
      if (tries >= patience.tries || heldMs > patience.longestWaitMs) throw thrown;
      patience.onFailure(thrown, waitMs);
      await clock.sleep(waitMs, signal);
    }
  }
}
