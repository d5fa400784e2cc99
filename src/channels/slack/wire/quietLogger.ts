import { webApi } from '@slack/bolt';
import type { Log } from '../../../core/log.js';

type SlackLogger = NonNullable<webApi.WebClientOptions['logger']>;

/**
 * What Slack's libraries log goes to the debug log, without arguments that may hold texts: every fault that matters comes
 * back to us as an error and is logged there.
 */
export function quietLogger(log: Log): SlackLogger {
  const note = (level: string) => (first: unknown) =>
    log.debug({ level, library: String(first).slice(0, 200) }, 'Slack');
  return {
    debug: () => {},
    info: () => {},
    warn: note('warn'),
    error: note('error'),
    setLevel: () => {},
    getLevel: () => webApi.LogLevel.ERROR,
    setName: () => {},
  };
}
