import { z } from 'zod';
import { WaggleError } from '../../../core/errors.js';
import { laneIdOf } from '../../../core/lane.js';
import type { InboundMessage } from '../../../core/message.js';
import { commandOf, stopTurnOf } from '../keyboard.js';
import type { BotIdentity } from './addressing.js';
import { addressOf, senderOf } from './place.js';
import type { Reading } from './reading.js';
import { readMessage } from './readMessage.js';
import { type TelegramCallbackQuery, type TelegramMemberChange, updateSchema } from './schema.js';

/**
 * Turns an update into what it means.
 *
 * @param now milliseconds UTC: Telegram does not say when a button was pressed
 * @throws WaggleError `telegram-update` when a field that is used is not of the Bot API's form; such an update fails
 *   however often it comes again
 */
export function readUpdate(update: unknown, bot: BotIdentity, now: number): Reading {
  const parsed = updateSchema.safeParse(update);
  if (!parsed.success) {
    throw new WaggleError('telegram-update', `an update that cannot be read: ${z.prettifyError(parsed.error)}`);
  }
  const { message, edited_message, callback_query, my_chat_member } = parsed.data;
  if (message !== undefined) return readMessage(message, bot, false);
  if (edited_message !== undefined) return readMessage(edited_message, bot, true);
  if (callback_query !== undefined) return readPress(callback_query, bot, now);
  if (my_chat_member !== undefined) return readMembership(my_chat_member, bot);
  const kind = Object.keys(parsed.data).find((field) => field !== 'update_id') ?? 'nothing';
  return { kind: 'ignored', why: `an update of kind ${kind}` };
}

function readPress(query: TelegramCallbackQuery, bot: BotIdentity, now: number): Reading {
  const { message } = query;
  const by = senderOf(query.from);
  if (message === undefined) return { kind: 'deadButton', query: query.id, by, place: null };
  const address = addressOf(bot, message, message.message_id);
  const lane = laneIdOf(address);
  const turn = stopTurnOf(query.data);
  if (turn !== null) return { kind: 'stopPress', query: query.id, press: { turn, by, address, lane } };
  const command = commandOf(query.data);
  if (command === null) {
    const place = hasButton(query) ? { chat: message.chat.id, message: message.message_id } : null;
    return { kind: 'deadButton', query: query.id, by, place };
  }
  const pressed: InboundMessage = {
    identity: `q:${query.id}`,
    aliases: [],
    address,
    lane,
    sender: by,
    addressed: true,
    parts: [{ type: 'text', text: command }],
    inPlaceOf: String(message.message_id),
    sentAt: now,
  };
  return { kind: 'choicePress', query: query.id, message: pressed };
}

/** What was pressed may be made up by the one who presses: then the buttons that others need stay. */
function hasButton({ data, message }: TelegramCallbackQuery): boolean {
  const buttons = message?.reply_markup?.inline_keyboard.flat();
  return buttons === undefined || buttons.some((button) => button.callback_data === data);
}

function readMembership(change: TelegramMemberChange, bot: BotIdentity): Reading {
  const { status, is_member: isMember } = change.new_chat_member;
  const isReachable = status === 'restricted' ? isMember !== false : status !== 'left' && status !== 'kicked';
  const address = addressOf(bot, { chat: change.chat });
  return { kind: 'membership', change: { address, isReachable, status, by: senderOf(change.from) } };
}
