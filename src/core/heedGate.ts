import type { Clock } from './clock.js';
import { WaggleError } from './errors.js';
import type { Log } from './log.js';
import type { Gates } from './ports/gates.js';

export interface GateOfCalls {
  readonly gates: Gates;
  /** Of the gates, all of which must be open: `slack:T1/files.info`. */
  readonly keys: readonly string[];
  /** Which gate a failed call closes, and for how many milliseconds; null where it failed otherwise than by a limit. */
  readonly limitOf: (thrown: unknown) => { readonly key: string; readonly ms: number } | null;
  /** A gate that is closed for longer is not waited for, milliseconds. */
  readonly longestWaitMs: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Makes a call that takes no permit of the ledger when its gates are open, and closes the gate where the platform says that calls are too
 * many. Rethrows what the call throws.
 *
 * @throws WaggleError `calls-limited` when a gate is closed for too long
 */
export async function heedGate<T>(
  { gates, keys, limitOf, longestWaitMs, clock, log, signal }: GateOfCalls,
  call: () => Promise<T>,
): Promise<T> {
  const deadline = clock.now() + longestWaitMs;
  for (;;) {
    const waitMs = await gates.pass({ keys, now: clock.now() });
    if (waitMs <= 0) break;
    if (clock.now() + waitMs > deadline) {
      throw new WaggleError('calls-limited', `${keys.join(', ')} takes no calls for ${waitMs} ms`);
    }
    await clock.sleep(waitMs, signal);
  }
  try {
    return await call();
  } catch (thrown) {
    const limit = limitOf(thrown);
    if (limit !== null) {
      // What the caller is to hear is the platform's answer, also where the store cannot keep it.
      await gates.closeGate({ key: limit.key, until: clock.now() + limit.ms }).catch((failed: unknown) => {
        log.error({ err: failed, key: limit.key, ms: limit.ms }, 'a limit could not be told to the other processes');
      });
    }
    throw thrown;
  }
}
