import type { Clock } from './clock.js';
import { WaggleError } from './errors.js';
import type { Gates } from './ports/gates.js';

export interface GateOfCalls {
  readonly gates: Gates;
  /** Of the gate: `slack:T1/files.info`. */
  readonly key: string;
  /** How long a failed call has been told to wait, milliseconds; null where it failed otherwise. */
  readonly waitOf: (thrown: unknown) => number | null;
  /** A gate that is closed for longer is not waited for, milliseconds. */
  readonly longestWaitMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Makes a call that takes no permit of the ledger when its gate is open, and closes the gate where the platform says that calls are too
 * many. Rethrows what the call throws.
 *
 * @throws WaggleError `calls-limited` when the gate is closed for too long
 */
export async function heedGate<T>(
  { gates, key, waitOf, longestWaitMs, clock, signal }: GateOfCalls,
  call: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const waitMs = (await gates.closedUntil(key)) - clock.now();
    if (waitMs <= 0) break;
    if (waitMs > longestWaitMs) throw new WaggleError('calls-limited', `${key} takes no calls for ${waitMs} ms`);
    await clock.sleep(waitMs, signal);
  }
  try {
    return await call();
  } catch (thrown) {
    const waitMs = waitOf(thrown);
    if (waitMs !== null) await gates.closeGate({ key, until: clock.now() + waitMs });
    throw thrown;
  }
}
