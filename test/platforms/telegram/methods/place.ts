import { z } from 'zod';
import { ApiError, badRequest, forbidden, worldRefuses } from '../errors.js';
import { chatId, flag, integer, json } from '../params.js';
import { type ChatRecord, findChat, findMessage, type StoredMessage } from '../world.js';
import type { MethodContext } from './method.js';

/** Parameters of everything that puts a message into a chat. */
export const placeParams = z.object({
  chat_id: chatId,
  message_thread_id: integer.exactOptional(),
  disable_notification: flag.exactOptional(),
  reply_parameters: json(
    z.looseObject({ message_id: integer, allow_sending_without_reply: flag.exactOptional() }),
  ).exactOptional(),
  reply_to_message_id: integer.exactOptional(),
  allow_sending_without_reply: flag.exactOptional(),
});
export type PlaceParams = z.output<typeof placeParams>;

/** The chat a bot names, if it may act there. Throws as the server refuses. */
export function openChat(context: MethodContext, id: number | string): ChatRecord {
  const { world } = context.state;
  const { bot } = context;
  if (typeof id === 'number' && id > 0 && world.users.get(id)?.isBot === true) {
    throw forbidden(id === bot.user.id ? "bot can't send messages to itself" : "bot can't send messages to bots");
  }
  const chat = findChat(world, bot, id);
  if (chat === undefined) throw badRequest('chat not found');
  if (chat.migratedTo !== undefined) {
    throw new ApiError(400, 'Bad Request: group chat was upgraded to a supergroup chat', 'world', {
      migrate_to_chat_id: chat.migratedTo,
    });
  }
  if (chat.user?.deactivated === true) throw forbidden('user is deactivated');
  if (chat.blocked) throw forbidden('bot was blocked by the user');
  if (chat.type !== 'private') {
    const status = chat.members.get(bot.user.id);
    if (status === undefined) throw badRequest('chat not found');
    if (status === 'kicked') throw forbidden(`bot was kicked from the ${chat.type} chat`);
    if (status === 'left') throw forbidden(`bot is not a member of the ${chat.type} chat`);
  }
  return chat;
}

/** Checks a topic id; General is topic 1 and must be left out, except in chat actions. */
export function checkThread(context: MethodContext, chat: ChatRecord, thread: number | undefined): void {
  const topic = chat.topics.get(thread ?? 1);
  if (thread !== undefined) {
    if (!chat.forum || thread === 1) throw badRequest('message thread not found');
    if (topic === undefined) throw badRequest('message thread not found');
    if (topic.deleted) throw worldRefuses('message thread not found');
  }
  const status = chat.members.get(context.bot.user.id);
  if (topic?.closed === true && status !== 'administrator' && status !== 'creator') throw worldRefuses('TOPIC_CLOSED');
}

/** Where and how a message goes: the fields of the stored message that its place decides. */
export function readPlace(
  context: MethodContext,
  chat: ChatRecord,
  params: PlaceParams,
): Pick<StoredMessage, 'inTopic' | 'silent'> & { replyTo?: number; thread?: number } {
  checkThread(context, chat, params.message_thread_id);
  if (chat.members.get(context.bot.user.id) === 'restricted') {
    throw worldRefuses('not enough rights to send text messages to the chat');
  }
  const wanted = params.reply_parameters?.message_id ?? params.reply_to_message_id;
  const optional = params.reply_parameters?.allow_sending_without_reply ?? params.allow_sending_without_reply ?? false;
  const replied = wanted === undefined ? undefined : findMessage(chat, wanted);
  if (wanted !== undefined && replied === undefined && !optional) throw worldRefuses('message to be replied not found');
  const thread = params.message_thread_id ?? threadOfReply(chat, replied);
  return {
    inTopic: thread !== undefined && chat.forum && chat.topics.has(thread),
    silent: params.disable_notification ?? false,
    ...(replied === undefined ? {} : { replyTo: replied.id }),
    ...(thread === undefined ? {} : { thread }),
  };
}

/** In supergroups a reply belongs to the thread of what it replies to; in forums to its topic. */
export function threadOfReply(chat: ChatRecord, replied: StoredMessage | undefined): number | undefined {
  if (replied === undefined || chat.type !== 'supergroup') return undefined;
  return replied.thread ?? replied.id;
}
