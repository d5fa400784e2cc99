import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import { isTokenRefused, TelegramCallError } from './failure.js';
import { retryAfterOf, tokenRefused } from './fault.js';

/**
 * Repeats a call that may be repeated until it succeeds; undefined when the signal aborts.
 *
 * @param method the Bot API's name of what is called
 * @throws WaggleError on what no retry heals: `telegram-token`, or `telegram-refused` for any other 400
 */
export async function persist<T>(
  deps: { clock: Clock; log: Log },
  signal: AbortSignal,
  method: string,
  call: () => Promise<T>,
): Promise<T | undefined> {
  const { clock, log } = deps;
  const backOff = createBackOff({ baseMs: 500, capMs: 30_000 });
  while (!signal.aborted) {
    try {
      return await call();
    } catch (thrown) {
      if (signal.aborted) return undefined;
      if (!(thrown instanceof TelegramCallError)) throw thrown;
      const { failure } = thrown;
      if (isTokenRefused(failure)) throw tokenRefused(thrown);
      if (failure.kind === 'answered' && failure.status === 400) {
        throw new WaggleError('telegram-refused', `Telegram refuses ${method}: ${failure.description}`, {
          cause: thrown,
          sentence: 'The Telegram bot is not connected.',
        });
      }
      const ms = Math.max(backOff.next(), retryAfterOf(failure));
      log.warn({ err: thrown, ms }, `Telegram ${method} failed; trying again`);
      await pause(clock, ms, signal);
    }
  }
  return undefined;
}
