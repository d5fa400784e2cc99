import type { Clock } from '../../../core/clock.js';
import { heedGate } from '../../../core/heedGate.js';
import type { Log } from '../../../core/log.js';
import { accountKey, chatKey } from '../../../core/ports/egress.js';
import type { Gates } from '../../../core/ports/gates.js';
import { DiscordCallError } from './failure.js';
import type { DiscordRequest, DiscordRest } from './rest.js';

/** A 429 that names no time, milliseconds. */
const UNNAMED_WAIT_MS = 10_000;

/** Reading messages of a channel, for whomever: all of it counts into one bucket, and is done by several processes. */
export interface ChannelReads {
  /**
   * @param bounds.longestWaitMs a limit that lasts longer is not waited for
   * @throws DiscordCallError, or WaggleError `calls-limited` when the channel is not to be read for too long
   */
  read(
    channel: string,
    request: Pick<DiscordRequest, 'name' | 'path' | 'query'>,
    bounds: { readonly signal: AbortSignal; readonly timeoutMs?: number; readonly longestWaitMs: number },
  ): Promise<unknown>;
}

export function createChannelReads(deps: {
  readonly rest: DiscordRest;
  readonly account: string;
  readonly gates: Gates;
  readonly clock: Clock;
  readonly log: Log;
}): ChannelReads {
  const { rest, account, gates, clock, log } = deps;
  const forAll = accountKey({ platform: 'discord', account });
  return {
    read: async (channel, request, { longestWaitMs, ...bounds }) => {
      const key = `${chatKey({ platform: 'discord', account, chat: channel })}/reads`;
      const limitOf = (thrown: unknown) => {
        const failure = thrown instanceof DiscordCallError ? thrown.failure : null;
        if (failure?.kind !== 'answered' || failure.status !== 429) return null;
        return { key: failure.scope === 'global' ? forAll : key, ms: failure.retryAfterMs ?? UNNAMED_WAIT_MS };
      };
      const gate = { gates, keys: [forAll, key], limitOf, longestWaitMs, clock, log, signal: bounds.signal };
      const { body, closedUntil } = await heedGate(gate, () => rest.call({ ...request, method: 'GET' }, bounds));
      if (closedUntil !== null) await gates.closeGate({ key, until: closedUntil });
      return body;
    },
  };
}
