import { z } from 'zod';
import { WaggleError } from '../../../core/errors.js';
import type { ReadContext } from './readContext.js';
import { readActions, readCommand, readShortcut, readSubmission } from './readInteraction.js';
import { addressOf, type Reading } from './reading.js';
import { readChange, readDeletion, readNewMessage } from './readMessage.js';
import {
  actionsSchema,
  commandSchema,
  eventBodySchema,
  eventSchemas,
  type SlackMessage,
  shortcutSchema,
  submissionSchema,
} from './schema.js';

const kindSchema = z.looseObject({ type: z.string().nullish(), command: z.string().nullish() });

type EventBody = z.infer<typeof eventBodySchema>['event'];

/**
 * Turns an event, a command or an interaction into what it means.
 *
 * @param body the payload as Slack sent it, interactions already out of their form
 * @throws WaggleError `slack-event` when a field that is used is not of Slack's form; such an event fails however often
 *   it comes again
 */
export async function readPayload(body: unknown, context: ReadContext): Promise<Reading> {
  const { type, command } = read(kindSchema, body);
  if (command) return readCommand(read(commandSchema, body), context);
  switch (type) {
    case 'event_callback':
      return readEvent(read(eventBodySchema, body).event, context);
    case 'block_actions':
      return readActions(read(actionsSchema, body), context);
    case 'message_action':
      return readShortcut(read(shortcutSchema, body), context);
    case 'view_submission':
      return readSubmission(read(submissionSchema, body), context);
    case 'app_rate_limited':
      return { kind: 'limited' };
    default:
      return { kind: 'ignored', why: `a payload of kind ${type ?? 'unknown'}` };
  }
}

async function readEvent(event: EventBody, context: ReadContext): Promise<Reading> {
  const { bot } = context;
  switch (event.type) {
    case 'message':
      if (event.subtype === 'message_changed') return readChange(read(eventSchemas.changed, event), context);
      if (event.subtype === 'message_deleted') return readDeletion(read(eventSchemas.deleted, event), bot);
      return readToldMessage(read(eventSchemas.message, event), context);
    case 'app_mention':
      return readNewMessage(read(eventSchemas.message, event), context);
    case 'assistant_thread_started': {
      const opened = read(eventSchemas.assistant, event).assistant_thread;
      const { channel_id: channel, thread_ts: thread, user_id: user = null } = opened;
      return { kind: 'assistantThread', channel, thread, user };
    }
    case 'member_joined_channel':
      if (event.user !== bot.user) return { kind: 'ignored', why: 'somebody joined' };
      return readMembership(event, true, context);
    case 'channel_left':
    case 'group_left':
      return readMembership(event, false, context);
    case 'app_uninstalled':
    case 'tokens_revoked':
      return { kind: 'revoked' };
    default:
      return { kind: 'ignored', why: `an event of kind ${event.type}` };
  }
}

/** Messages are told to members only. */
function readToldMessage(message: SlackMessage, context: ReadContext): Promise<Reading> {
  context.membership.note(message.channel, true);
  return readNewMessage(message, context);
}

function readMembership(event: EventBody, isReachable: boolean, { bot, membership }: ReadContext): Reading {
  const { channel, inviter, actor_id: actor } = read(eventSchemas.membership, event);
  membership.note(channel, isReachable);
  const address = addressOf(bot, { channel, thread: null, anchor: null, isDirect: false });
  const by = { user: inviter || actor || bot.user, name: '', isBot: false, verifiedBy: 'platform' as const };
  return { kind: 'membership', change: { address, isReachable, status: event.type, by } };
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WaggleError('slack-event', `an event that cannot be read: ${z.prettifyError(parsed.error)}`);
}

/** What becomes of a message goes behind it, also within the same moment. Seconds, as Slack counts. */
const CHANGE_LAG_S = 0.01;

const placeSchema = z.looseObject({
  event: z.looseObject({
    channel: z.unknown().optional(),
    subtype: z.string().nullish(),
    event_ts: z.string().nullish(),
    ts: z.string().nullish(),
  }),
});

/**
 * Messages of one conversation, and what becomes of them, keep their order: that of `at`, by Slack's clock. The key of
 * everything else is null.
 */
export function orderOf(body: unknown): { readonly key: string | null; readonly at: number } {
  const event = placeSchema.safeParse(body).data?.event;
  const isChange = event?.subtype === 'message_changed' || event?.subtype === 'message_deleted';
  const at = Number(event?.event_ts ?? event?.ts ?? 0) + (isChange ? CHANGE_LAG_S : 0);
  const key = typeof event?.channel === 'string' ? event.channel : null;
  return { key, at: Number.isFinite(at) ? at : 0 };
}
