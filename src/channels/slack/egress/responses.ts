import { WaggleError } from '../../../core/errors.js';
import type { ChatAddress } from '../../../core/message.js';
import type { Sent } from '../../../core/ports/egress.js';
import type { SlackApi } from '../wire/api.js';
import { SlackCallError } from '../wire/failure.js';
import type { Content } from './payload.js';
import { sentOf } from './sentOf.js';

/** Stands for every message that a `response_url` showed: Slack gives them no name. */
const SHOWN = 'response';

/** A connection that broke off has done what it will do after this time, milliseconds. */
const SETTLED_MS = 5_000;

/**
 * Answers where the bot is no member, by the `response_url` of a command: shown to the person who gave it, at most 5 times in 30 minutes.
 *
 * Each use shows a new message. `replace_original` and `delete_original` mean the message from which a press came, which a command has not
 * (docs.slack.dev, "Handling user interaction"; for commands both do nothing to what was shown before: slackapi/bolt-js#2287,
 * slackapi/bolt-python#1268), and there is no way to read such messages back.
 */
export interface Responses {
  /** Whether an address is to be answered so. */
  isFor(address: ChatAddress): boolean;
  /** Whether an id names a message that was shown so: nothing can change it. */
  names(id: string): boolean;
  send(address: ChatAddress, content: Content, signal: AbortSignal): Promise<Sent>;
}

/** What an edit or removal of such a message comes to. */
export const UNCHANGEABLE: Sent = {
  ok: false,
  kind: 'refused',
  cause: new WaggleError('slack-response', 'what a response_url has shown cannot be changed'),
};

/** @param now milliseconds UTC */
export function createResponses(api: SlackApi, now: () => number): Responses {
  return {
    isFor: ({ interaction }) => interaction !== undefined && now() < interaction.until,
    names: (id) => id === SHOWN,
    send: async (address, content, signal) => {
      const body = { response_type: 'ephemeral', replace_original: false, ...content };
      try {
        await api.respond(address.interaction?.token ?? '', body, { signal });
        return { ok: true, id: SHOWN };
      } catch (thrown) {
        return sentOfResponse(thrown);
      }
    },
  };
}

/** What is used up or expired is no way to the person any more. */
function sentOfResponse(thrown: unknown): Sent {
  const failure = thrown instanceof SlackCallError ? thrown.failure : null;
  if (failure?.kind === 'answered') return { ok: false, kind: 'unreachable', cause: thrown };
  const sent = sentOf(thrown, 'send', null);
  return !sent.ok && sent.kind === 'unknown' && failure?.kind === 'lost' ? { ...sent, settledInMs: SETTLED_MS } : sent;
}
