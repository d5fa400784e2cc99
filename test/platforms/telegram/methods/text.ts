import { z } from 'zod';
import { type Entity, entitySchema, type FixedText, fixText } from '../entities.js';
import { badRequest, worldRefuses } from '../errors.js';
import { type Keyboard, type Markup, markupSchema, readKeyboard } from '../markup.js';
import { chatId, integer, json } from '../params.js';
import { messageToWire } from '../wire.js';
import { type ChatRecord, findMessage, type StoredMessage, storeMessage } from '../world.js';
import { type MethodContext, method } from './method.js';
import { openChat, placeParams, readPlace } from './place.js';

/** Most UTF-16 units of a text. The real server counts code points, which is never stricter. */
const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;

export const entities = json(z.array(entitySchema)).exactOptional();
export const markup = json(markupSchema).exactOptional();

/** This server knows no parse modes: text and entities is what we send. */
export function refuseParseMode(mode: string | undefined): void {
  if (mode !== undefined && mode !== '') {
    throw badRequest(`can't parse entities: the test server supports no parse_mode (${mode})`);
  }
}

export const fixMessageText = (text: string, list: readonly Entity[] = [], emptyAllowed = false): FixedText =>
  fixText(text, list, { max: MAX_TEXT, tooLong: 'message is too long', emptyAllowed });

export const fixCaption = (text: string, list: readonly Entity[] = []): FixedText =>
  fixText(text, list, { max: MAX_CAPTION, tooLong: 'message caption is too long', emptyAllowed: true });

export const sendMessage = method(
  placeParams.extend({
    text: z.string().default(''),
    parse_mode: z.string().exactOptional(),
    entities,
    reply_markup: markup,
  }),
  (params, context) => {
    refuseParseMode(params.parse_mode);
    const fixed = fixMessageText(params.text, params.entities);
    const keyboard = readKeyboard(params.reply_markup);
    const chat = openChat(context, params.chat_id);
    const place = readPlace(context, chat, params);
    context.state.flood.count(context.bot.user.id, chat, 'message');
    const message = storeMessage(context.state.world, chat, {
      from: context.bot.user,
      at: context.state.clock.now(),
      ...fixed,
      ...place,
      ...(keyboard === undefined ? {} : { keyboard }),
    });
    return messageToWire(chat, message);
  },
);

const editTarget = { chat_id: chatId, message_id: integer, reply_markup: markup };

function findOwn(context: MethodContext, chat: ChatRecord, id: number): StoredMessage {
  const message = findMessage(chat, id);
  if (message === undefined) throw worldRefuses('message to edit not found');
  if (message.from.id !== context.bot.user.id || message.service !== undefined) {
    throw worldRefuses("message can't be edited");
  }
  return message;
}

function readInline(sent: Markup | undefined): Keyboard | undefined {
  if (sent !== undefined && !('inline_keyboard' in sent)) throw badRequest('inline keyboard expected');
  return readKeyboard(sent);
}

/** Changes text and keyboard; a keyboard that is not sent is removed. */
function applyEdit(
  context: MethodContext,
  chat: ChatRecord,
  message: StoredMessage,
  text: FixedText | undefined,
  keyboard: Keyboard | undefined,
): unknown {
  const next = text ?? { text: message.text, entities: message.entities, altered: [] };
  const sameText = next.text === message.text && JSON.stringify(next.entities) === JSON.stringify(message.entities);
  const sameKeyboard = JSON.stringify(keyboard) === JSON.stringify(message.keyboard);
  context.state.flood.count(context.bot.user.id, chat, 'message');
  if (sameText && sameKeyboard) {
    throw worldRefuses(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  const now = context.state.clock.now();
  if (!sameText) {
    message.past.push({ text: message.text, entities: message.entities, at: message.textAt });
    message.text = next.text;
    message.entities = next.entities;
    message.textAt = now;
    message.altered.push(...next.altered);
  }
  if (keyboard === undefined) delete message.keyboard;
  else message.keyboard = keyboard;
  message.editedAt = now;
  return messageToWire(chat, message);
}

export const editMessageText = method(
  z.object({ ...editTarget, text: z.string().default(''), parse_mode: z.string().exactOptional(), entities }),
  (params, context) => {
    refuseParseMode(params.parse_mode);
    const fixed = fixMessageText(params.text, params.entities);
    const keyboard = readInline(params.reply_markup);
    const chat = openChat(context, params.chat_id);
    const message = findOwn(context, chat, params.message_id);
    if (message.media !== undefined) throw badRequest('there is no text in the message to edit');
    return applyEdit(context, chat, message, fixed, keyboard);
  },
);

export const editMessageCaption = method(
  z.object({
    ...editTarget,
    caption: z.string().default(''),
    parse_mode: z.string().exactOptional(),
    caption_entities: entities,
  }),
  (params, context) => {
    refuseParseMode(params.parse_mode);
    const fixed = fixCaption(params.caption, params.caption_entities);
    const keyboard = readInline(params.reply_markup);
    const chat = openChat(context, params.chat_id);
    const message = findOwn(context, chat, params.message_id);
    if (message.media === undefined) throw badRequest('there is no caption in the message to edit');
    return applyEdit(context, chat, message, fixed, keyboard);
  },
);

export const editMessageReplyMarkup = method(z.object(editTarget), (params, context) => {
  const keyboard = readInline(params.reply_markup);
  const chat = openChat(context, params.chat_id);
  return applyEdit(context, chat, findOwn(context, chat, params.message_id), undefined, keyboard);
});

const DAY_MS = 86_400_000;

function removeMessage(context: MethodContext, chat: ChatRecord, id: number): void {
  const message = findMessage(chat, id);
  if (message === undefined) throw worldRefuses('message to delete not found');
  const now = context.state.clock.now();
  const status = chat.members.get(context.bot.user.id);
  const mayDelete =
    chat.type === 'private' ||
    message.from.id === context.bot.user.id ||
    status === 'administrator' ||
    status === 'creator';
  if (!mayDelete) throw worldRefuses("message can't be deleted");
  if (now - message.at > 2 * DAY_MS && status !== 'administrator' && status !== 'creator') {
    throw worldRefuses("message can't be deleted for everyone");
  }
  context.state.flood.count(context.bot.user.id, chat, 'delete');
  message.deletedAt = now;
}

export const deleteMessage = method(z.object({ chat_id: chatId, message_id: integer }), (params, context) => {
  removeMessage(context, openChat(context, params.chat_id), params.message_id);
  return true;
});

/** Removes what it finds; messages that are not there are skipped. */
export const deleteMessages = method(
  z.object({ chat_id: chatId, message_ids: json(z.array(integer).min(1).max(100)) }),
  (params, context) => {
    const chat = openChat(context, params.chat_id);
    for (const id of params.message_ids) if (findMessage(chat, id) !== undefined) removeMessage(context, chat, id);
    return true;
  },
);

/** A growing text that only the user of a private chat sees; not a message. */
export const sendMessageDraft = method(
  z.object({
    chat_id: chatId,
    message_thread_id: integer.exactOptional(),
    draft_id: integer,
    text: z.string().default(''),
    parse_mode: z.string().exactOptional(),
    entities,
  }),
  (params, context) => {
    refuseParseMode(params.parse_mode);
    if (params.draft_id === 0) throw badRequest('draft_id must be non-zero');
    const fixed = fixMessageText(params.text, params.entities, true);
    const chat = openChat(context, params.chat_id);
    if (chat.type !== 'private') throw badRequest('method sendMessageDraft can be used only in private chats');
    checkDraftThread(params.message_thread_id);
    context.state.flood.count(context.bot.user.id, chat, 'action');
    chat.draft = { id: params.draft_id, text: fixed.text, at: context.state.clock.now() };
    return true;
  },
);

function checkDraftThread(thread: number | undefined): void {
  if (thread !== undefined) throw badRequest('message thread not found');
}
