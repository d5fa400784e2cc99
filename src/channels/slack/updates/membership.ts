import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { tryAgain } from '../../../core/tryAgain.js';
import type { SlackApi } from '../wire/api.js';
import { SlackCallError } from '../wire/failure.js';

/** A command must be acknowledged within 3 s: all tries together stay below that. Milliseconds. */
const TRIES = 3;
const TIMEOUT_MS = 800;
const PAUSE_MS = 100;
const LONGEST_WAIT_MS = 1_000;

const MAX_KEPT = 2_000;

const infoSchema = z.looseObject({
  channel: z.looseObject({ is_im: z.boolean().nullish(), is_member: z.boolean().nullish() }),
});

/** In which conversations the bot is: where it is not, a command is answered to its giver alone. */
export interface Membership {
  /**
   * What Slack does not say at once is asked again, for an answer in the wrong place is worse than a late one; at last what was noted or
   * said before counts.
   */
  isMember(channel: string): Promise<boolean>;
  /** Keeps what an event shows: messages are told to members only. */
  note(channel: string, isMember: boolean): void;
}

export function createMembership(deps: {
  readonly api: Pick<SlackApi, 'call'>;
  readonly clock: Clock;
  readonly log: Log;
}): Membership {
  const { api, clock, log } = deps;
  const known = new Map<string, boolean>();
  const never = new AbortController().signal;

  const note = (channel: string, isMember: boolean): boolean => {
    known.delete(channel);
    known.set(channel, isMember);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KEPT) break;
      known.delete(oldest);
    }
    return isMember;
  };

  const ask = async (channel: string): Promise<boolean> => {
    const args = { channel };
    const { channel: info } = await api.call('conversations.info', args, infoSchema, { timeoutMs: TIMEOUT_MS });
    return info.is_im === true || info.is_member === true;
  };

  const isMember = async (channel: string): Promise<boolean> => {
    const patience = {
      tries: TRIES,
      longestWaitMs: LONGEST_WAIT_MS,
      waitOf,
      onFailure: (thrown: unknown, ms: number) =>
        log.debug({ err: thrown, channel, ms }, 'whether the bot is in a conversation is asked again'),
    };
    try {
      return note(channel, await tryAgain(() => ask(channel), patience, { clock, signal: never }));
    } catch (thrown) {
      if (isAnswer(thrown)) {
        log.debug({ err: thrown, channel }, 'Slack does not show a conversation to the bot');
        return note(channel, false);
      }
      log.warn({ err: thrown, channel }, 'Slack does not say whether the bot is in a conversation');
      return known.get(channel) ?? false;
    }
  };

  return { isMember, note };
}

const NOT_FOUND: ReadonlySet<string> = new Set(['channel_not_found', 'method_not_supported_for_channel_type']);

/** Whether Slack said that there is no such conversation for the bot. */
function isAnswer(thrown: unknown): boolean {
  return thrown instanceof SlackCallError && thrown.failure.kind === 'answered' && NOT_FOUND.has(thrown.failure.error);
}

function waitOf(thrown: unknown): number | null {
  if (!(thrown instanceof SlackCallError) || isAnswer(thrown)) return null;
  return thrown.failure.kind === 'limited' ? thrown.failure.retryAfterMs : PAUSE_MS;
}
