import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import type { ChatAddress } from '../../../core/message.js';
import type { Egress, Sent } from '../../../core/ports/egress.js';
import { cleanText } from '../render/blocks.js';
import type { SlackApi, SlackArguments } from '../wire/api.js';
import { saysOneOf } from '../wire/failure.js';
import { sentOf } from './sentOf.js';

/** Longest line of a status. */
const MAX_STATUS = 100;

/** What a message bears that is being worked on, where no status can be shown. */
const REACTION = 'eyes';

/** Reactions can be taken back about 20 times a minute in a workspace (tier 2): no more are given than can go again. */
const MAX_REACTIONS = 15;
const REACTIONS_WITHIN_MS = 60_000;

/** Messages under work whose reaction is known of; those of running turns, so few. */
const MAX_KEPT = 1_000;

/** The reaction is there, or gone, as was asked. */
const AS_ASKED: ReadonlySet<string> = new Set(['already_reacted', 'no_reaction']);

/** This message bears no reaction, and none would help anybody. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'message_not_found',
  'not_reactable',
  'too_many_emoji',
  'too_many_reactions',
  'thread_locked',
]);

const NOT_ALLOWED: ReadonlySet<string> = new Set(['missing_scope', 'no_permission']);

const DONE: Sent = { ok: true, id: '' };

/**
 * Shows that the assistant is at work: in a thread by Slack's status, in a conversation without threads, which shows none, by a
 * reaction to the message that is worked on. Without a text, either goes again; that works from any process.
 */
export function createStatus({ api, clock }: { api: SlackApi; clock: Clock }): Egress['status'] {
  /** Messages with a reaction (true), and those that were to have one when there were too many (false). */
  const reactions = new Map<string, boolean>();
  let givenAt: readonly number[] = [];
  let mayReact = true;

  const call = async (method: string, args: SlackArguments, signal: AbortSignal): Promise<Sent> => {
    try {
      await api.call(method, args, z.unknown(), { signal });
      return DONE;
    } catch (thrown) {
      if (saysOneOf(thrown, AS_ASKED) || saysOneOf(thrown, NOT_HERE)) return DONE;
      return sentOf(thrown, 'other', null);
    }
  };

  const showInThread = (address: ChatAddress, thread: string, status: string, signal: AbortSignal) => {
    const lines = status === '' ? {} : { loading_messages: [status] };
    const args = { channel_id: address.chat, thread_ts: thread, status, ...lines };
    return call('assistant.threads.setStatus', args, signal);
  };

  const react = async (address: ChatAddress, message: string, isAtWork: boolean, signal: AbortSignal) => {
    const key = `${address.chat}/${message}`;
    const known = reactions.get(key);
    if (!mayReact || (isAtWork ? known !== undefined : known === false)) return DONE;
    const now = clock.now();
    reactions.delete(key);
    if (isAtWork) {
      givenAt = givenAt.filter((at) => at > now - REACTIONS_WITHIN_MS);
      const hasRoom = givenAt.length < MAX_REACTIONS;
      reactions.set(key, hasRoom);
      for (const oldest of reactions.keys()) {
        if (reactions.size <= MAX_KEPT) break;
        reactions.delete(oldest);
      }
      if (!hasRoom) return DONE;
      givenAt = [...givenAt, now];
    }
    const args = { channel: address.chat, timestamp: message, name: REACTION };
    const sent = await call(isAtWork ? 'reactions.add' : 'reactions.remove', args, signal);
    if (sent.ok) return sent;
    // Whether it is there is not known: it is asked for, and taken back, anew.
    reactions.delete(key);
    if (!('cause' in sent && saysOneOf(sent.cause, NOT_ALLOWED))) return sent;
    mayReact = false;
    return DONE;
  };

  return async (address, signal, text = '') => {
    const status = cleanText(text).replace(/\s+/g, ' ').slice(0, MAX_STATUS);
    if (address.thread !== undefined) return showInThread(address, address.thread, status, signal);
    if (address.anchor === undefined) return DONE;
    return react(address, address.anchor, status !== '', signal);
  };
}
