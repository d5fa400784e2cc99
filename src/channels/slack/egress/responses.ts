import type { ChatAddress } from '../../../core/message.js';
import type { Sent } from '../../../core/ports/egress.js';
import type { SlackApi } from '../wire/api.js';
import { SlackCallError } from '../wire/failure.js';
import type { Content } from './payload.js';
import { sentOf } from './sentOf.js';

/** The message that a `response_url` showed first, and can replace; later ones it cannot name. */
const FIRST = 'response';
const LATER = 'response+';

/** Answers where the bot is no member, by the `response_url` of a command: shown to the person who gave it, at most 5 times. */
export interface Responses {
  /** Whether an address is to be answered so. */
  isFor(address: ChatAddress): boolean;
  /** Whether an id names a message that was shown so: once its `response_url` has expired, nothing can change it. */
  names(id: string): boolean;
  send(address: ChatAddress, content: Content, nonce: string, signal: AbortSignal): Promise<Sent>;
  edit(address: ChatAddress, id: string, content: Content, signal: AbortSignal): Promise<Sent>;
  remove(address: ChatAddress, id: string, signal: AbortSignal): Promise<Sent>;
}

/** @param now milliseconds UTC */
export function createResponses(api: SlackApi, now: () => number): Responses {
  const respond = async (address: ChatAddress, body: Record<string, unknown>, id: string, signal: AbortSignal) => {
    try {
      await api.respond(address.interaction?.token ?? '', body, { signal });
      return { ok: true, id } as const;
    } catch (thrown) {
      return sentOfResponse(thrown);
    }
  };

  return {
    isFor: ({ interaction }) => interaction !== undefined && now() < interaction.until,
    names: (id) => id === FIRST || id === LATER,
    send: (address, content, nonce, signal) => {
      const isFirst = nonce.endsWith('/0') || nonce.endsWith('/closing');
      const body = { response_type: 'ephemeral', replace_original: false, ...content };
      return respond(address, body, isFirst ? FIRST : LATER, signal);
    },
    edit: (address, id, content, signal) => {
      // What cannot be replaced is said again, whole: better twice than half.
      const body = { response_type: 'ephemeral', replace_original: id === FIRST, ...content };
      return respond(address, body, id, signal);
    },
    remove: async (address, id, signal) =>
      id === FIRST ? respond(address, { delete_original: true }, id, signal) : { ok: true, id },
  };
}

/** What is used up or expired is no way to the person any more. Nothing can be read back, so what is lost is not repeated. */
function sentOfResponse(thrown: unknown): Sent {
  const failure = thrown instanceof SlackCallError ? thrown.failure : null;
  if (failure?.kind === 'answered') return { ok: false, kind: 'unreachable', cause: thrown };
  return sentOf(thrown, 'send', null);
}
