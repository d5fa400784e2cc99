import { z } from 'zod';
import { badRequest, worldRefuses } from '../errors.js';
import { chatId, flag, integer, json } from '../params.js';
import { reactionEmoji } from '../reactionEmoji.js';
import { chatToWire, userToWire } from '../wire.js';
import { type ChatRecord, findMessage } from '../world.js';
import { type MethodContext, method } from './method.js';
import { checkThread, openChat } from './place.js';

/** How long clients show a chat action, milliseconds. */
const ACTION_MS = 5000;

const actions = [
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
];

export const sendChatAction = method(
  z.object({ chat_id: chatId, message_thread_id: integer.exactOptional(), action: z.string().default('') }),
  (params, context) => {
    if (!actions.includes(params.action)) throw badRequest('wrong parameter action in request');
    const chat = openChat(context, params.chat_id);
    // Seen in the field: messages must leave General's id 1 out, but a chat action shows in General only with it.
    const inGeneral = chat.forum && params.message_thread_id === 1;
    if (!inGeneral) checkThread(context, chat, params.message_thread_id);
    context.state.flood.count(context.bot.user.id, chat, 'action');
    chat.actions.set(context.bot.user.id, {
      action: params.action,
      until: context.state.clock.now() + ACTION_MS,
      ...(params.message_thread_id === undefined ? {} : { thread: params.message_thread_id }),
    });
    return true;
  },
);

export const getChat = method(z.object({ chat_id: chatId }), (params, context) => {
  const chat = openChat(context, params.chat_id);
  return { ...chatToWire(chat), accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: {} };
});

function memberToWire(context: MethodContext, chat: ChatRecord, id: number): unknown {
  const user = context.state.world.users.get(id);
  if (user === undefined) throw worldRefuses('user not found');
  const status = chat.members.get(id) ?? (chat.user?.id === id || chat.bot?.user.id === id ? 'member' : 'left');
  const until = status === 'kicked' ? { until_date: 0 } : {};
  return { status, user: userToWire(user), ...until };
}

export const getChatMember = method(z.object({ chat_id: chatId, user_id: integer }), (params, context) =>
  memberToWire(context, openChat(context, params.chat_id), params.user_id),
);

export const getChatAdministrators = method(z.object({ chat_id: chatId }), (params, context) => {
  const chat = openChat(context, params.chat_id);
  if (chat.type === 'private') throw badRequest('there are no administrators in the private chat');
  const admins = [...chat.members].filter(([, status]) => status === 'creator' || status === 'administrator');
  return admins.map(([id]) => memberToWire(context, chat, id));
});

const reactionType = z.discriminatedUnion('type', [
  z.object({ type: z.literal('emoji'), emoji: z.string() }),
  z.object({ type: z.literal('custom_emoji'), custom_emoji_id: z.string() }),
]);

/** Bots set at most one reaction on a message, from a fixed list. */
export const setMessageReaction = method(
  z.object({
    chat_id: chatId,
    message_id: integer,
    reaction: json(z.array(reactionType)).default([]),
    is_big: flag.exactOptional(),
  }),
  (params, context) => {
    const emoji = params.reaction.map((entry) => (entry.type === 'emoji' ? entry.emoji : ''));
    if (emoji.length > 1) throw badRequest('REACTIONS_TOO_MANY');
    if (emoji.some((entry) => !reactionEmoji.has(entry))) throw badRequest('REACTION_INVALID');
    const chat = openChat(context, params.chat_id);
    const message = findMessage(chat, params.message_id);
    if (message === undefined) throw worldRefuses('message to react not found');
    if (emoji.length === 0) message.reactions.delete(context.bot.user.id);
    else message.reactions.set(context.bot.user.id, emoji);
    return true;
  },
);

export const answerCallbackQuery = method(
  z.object({ callback_query_id: z.string(), text: z.string().default(''), show_alert: flag.exactOptional() }),
  (params, context) => {
    if (params.text.length > 200) throw badRequest('MESSAGE_TOO_LONG');
    const press = context.state.presses.get(params.callback_query_id);
    const now = context.state.clock.now();
    if (press === undefined || now - press.at > context.state.callbackTtlMs) {
      throw worldRefuses('query is too old and response timeout expired or query ID is invalid');
    }
    press.answer = { text: params.text, alert: params.show_alert ?? false, at: now };
    return true;
  },
);
