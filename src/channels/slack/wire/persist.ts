import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import { isTokenRefused, SlackCallError } from './failure.js';
import { tokenRefused } from './fault.js';

/**
 * Repeats a call that may be repeated until it succeeds.
 *
 * @param method its name, for the log
 * @throws WaggleError `slack-token` when Slack refuses the bot token, or the signal's reason
 */
export async function persist<T>(
  deps: { clock: Clock; log: Log },
  signal: AbortSignal,
  method: string,
  call: () => Promise<T>,
): Promise<T> {
  const { clock, log } = deps;
  const backOff = createBackOff({ baseMs: 500, capMs: 30_000 });
  for (;;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof SlackCallError)) throw thrown;
      const { failure } = thrown;
      if (isTokenRefused(failure)) throw tokenRefused('SLACK_BOT_TOKEN', thrown);
      const ms = Math.max(backOff.next(), failure.kind === 'limited' ? failure.retryAfterMs : 0);
      log.warn({ err: thrown, ms }, `Slack ${method} failed; trying again`);
      await pause(clock, ms, signal);
    }
  }
}
