import { laneIdOf } from '../../../core/lane.js';
import type { InboundMessage, Part, Sender } from '../../../core/message.js';
import { type BotIdentity, readAddressing } from './addressing.js';
import { SERVICE_FIELDS } from './messageKinds.js';
import { attachmentsOf } from './parts.js';
import { addressOf, senderOf } from './place.js';
import type { Reading } from './reading.js';
import type { TelegramMessage } from './schema.js';

/** Turns a new or edited message into what it means: most often an `InboundMessage`. */
export function readMessage(message: TelegramMessage, bot: BotIdentity, isEdit: boolean): Reading {
  const { chat } = message;
  if (chat.type === 'channel') return ignored('a channel post');
  if (message.is_automatic_forward === true) return ignored('a channel post in its discussion group');

  const move = readMove(message, bot);
  if (move !== null) return move;
  const service = Object.keys(message).find((field) => SERVICE_FIELDS.has(field));
  if (service !== undefined) return ignored(`a service message (${service})`);

  const sender = senderOfMessage(message);
  if (sender === null) return ignored('a message without a sender');
  if (sender.isBot) return ignored('a message of a bot');
  // A shared live location is edited every few seconds.
  if (isEdit && message.location !== undefined) return ignored('a live location');

  const text = message.text ?? message.caption ?? '';
  const addressing = readAddressing(text, message.entities ?? message.caption_entities ?? [], bot);
  const isGroup = chat.type !== 'private';
  const isForwarded = message.forward_origin !== undefined;
  if (isGroup && addressing.isForOtherBot && !isForwarded) return ignored('a command for another bot');

  const forwarded = isForwarded ? ({ forwarded: true } as const) : {};
  const parts: Part[] = addressing.text === '' ? [] : [{ type: 'text', text: addressing.text, ...forwarded }];
  const attachments = attachmentsOf(message);
  parts.push(...attachments.parts.map((part) => (part.type === 'text' ? { ...part, ...forwarded } : part)));
  if (parts.length === 0) return ignored('a message that holds nothing');

  const address = addressOf(bot, message, message.message_id);
  const replyTo = message.quote?.text ?? repliedText(message);
  const original = `m:${chat.id}:${message.message_id}`;
  const edited = isEdit ? (message.edit_date ?? message.date) : null;
  const inbound: InboundMessage = {
    identity: edited === null ? original : `e:${chat.id}:${message.message_id}:${edited}`,
    aliases: [],
    address,
    lane: laneIdOf(address),
    sender,
    // Whom somebody else's words name is not whom they are passed on to.
    addressed: !isGroup || (addressing.isMentioned && !isForwarded) || isReplyToBot(message, bot),
    parts,
    ...(message.media_group_id === undefined ? {} : { album: message.media_group_id }),
    ...(replyTo === undefined ? {} : { replyTo }),
    sentAt: (edited ?? message.date) * 1000,
    ...(edited === null ? {} : { edits: original }),
  };
  return { kind: 'message', message: inbound, unread: attachments.unread };
}

function ignored(why: string): Reading {
  return { kind: 'ignored', why };
}

function readMove(message: TelegramMessage, bot: BotIdentity): Reading | null {
  const here = String(message.chat.id);
  if (message.migrate_to_chat_id !== undefined) {
    return { kind: 'moved', move: { account: bot.id, from: here, to: String(message.migrate_to_chat_id) } };
  }
  if (message.migrate_from_chat_id !== undefined) {
    return { kind: 'moved', move: { account: bot.id, from: String(message.migrate_from_chat_id), to: here } };
  }
  return null;
}

/**
 * Who vouches for a message. Anonymous admins and channels write as a chat (`sender_chat`; `from` is then a stand-in bot
 * of Telegram's): the chat is the sender, since no person is known.
 */
function senderOfMessage(message: TelegramMessage): Sender | null {
  const { sender_chat: chat, from } = message;
  if (chat !== undefined) {
    return { user: String(chat.id), name: chat.title ?? '', isBot: false, verifiedBy: 'platform' };
  }
  return from === undefined ? null : senderOf(from);
}

/** In a topic every message "replies" to the one that opened the topic, also when nobody replied to anything. */
function isRealReply(message: TelegramMessage): boolean {
  const replied = message.reply_to_message;
  if (replied === undefined || replied.forum_topic_created !== undefined) return false;
  return message.is_topic_message !== true || replied.message_id !== message.message_thread_id;
}

function isReplyToBot(message: TelegramMessage, bot: BotIdentity): boolean {
  return isRealReply(message) && String(message.reply_to_message?.from?.id) === bot.id;
}

function repliedText(message: TelegramMessage): string | undefined {
  if (!isRealReply(message)) return undefined;
  return message.reply_to_message?.text ?? message.reply_to_message?.caption;
}
