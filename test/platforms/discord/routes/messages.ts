import { z } from 'zod';
import { missingPermissions, notYours, systemMessage, unknownEmoji } from '../errors.js';
import { tellDeleted, tellReaction } from '../events.js';
import { intents } from '../session.js';
import { compareIds } from '../snowflake.js';
import type { ServerState } from '../state.js';
import { check, snowflake } from '../validate.js';
import { messageToWire, withoutContent } from '../wire.js';
import { type ChannelRecord, findMessage, type StoredMessage } from '../world.js';
import { CHANNEL_FLAGS, createFrom, editFrom, readNewMessage } from '../writing.js';
import { can, openChannel, openForWriting, openMessage, refuseIfArchived } from './place.js';
import { part, type Route, type RouteContext, route } from './route.js';

/** A message as the bot may read it by REST: that depends on what its application is allowed. */
function readable(state: ServerState, message: StoredMessage) {
  const wire = messageToWire(state, message);
  return (state.bot.privilegedIntents & intents.messageContent) === 0 ? withoutContent(state, message, wire) : wire;
}

function createMessage(context: RouteContext) {
  const { state, json, uploads } = context;
  const id = part(context, 'channel');
  const body = readNewMessage(state, state.world.channels.get(id), json, uploads, CHANNEL_FLAGS);
  return messageToWire(state, createFrom(state, openForWriting(state, id), body, uploads));
}

function openPlace(context: RouteContext): { channel: ChannelRecord; message: StoredMessage } {
  const channel = openChannel(context.state, part(context, 'channel'));
  return { channel, message: openMessage(channel, part(context, 'message')) };
}

function editMessage(context: RouteContext) {
  const { state, json, uploads } = context;
  const { channel, message } = openPlace(context);
  if (message.author !== state.bot) throw notYours();
  if (message.type === 18 || message.type === 21) throw systemMessage();
  refuseIfArchived(channel);
  return messageToWire(state, editFrom(state, channel, message, json, uploads));
}

function deleteMessage(context: RouteContext) {
  const { state } = context;
  const { channel, message } = openPlace(context);
  if (message.author !== state.bot && !can(state, channel, 'MANAGE_MESSAGES')) throw missingPermissions();
  refuseIfArchived(channel);
  message.deletedAt = state.clock.now();
  tellDeleted(state, channel, [message]);
}

function deleteMessages(context: RouteContext) {
  const { state } = context;
  const { messages } = check(z.object({ messages: z.array(snowflake).min(2).max(100) }), context.json);
  const channel = openChannel(state, part(context, 'channel'), 'MANAGE_MESSAGES');
  const found = messages.flatMap((id) => findMessage(channel, id) ?? []);
  for (const message of found) message.deletedAt = state.clock.now();
  tellDeleted(state, channel, found);
}

const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: snowflake.exactOptional(),
  after: snowflake.exactOptional(),
  around: snowflake.exactOptional(),
});

function listMessages(context: RouteContext) {
  const { state } = context;
  const { limit, before, after, around } = check(listSchema, Object.fromEntries(context.query));
  const channel = openChannel(state, part(context, 'channel'));
  if (!can(state, channel, 'READ_MESSAGE_HISTORY')) return [];
  const isThere = (message: StoredMessage) => message.deletedAt === undefined && message.ephemeralFor === undefined;
  const all = [...channel.messages.values()].filter(isThere).sort((a, b) => compareIds(a.id, b.id));
  let chosen: StoredMessage[];
  if (around !== undefined) {
    const older = all.filter((message) => compareIds(message.id, around) <= 0).slice(-Math.ceil((limit + 1) / 2));
    const newer = all.filter((message) => compareIds(message.id, around) > 0).slice(0, limit - older.length);
    chosen = [...older, ...newer];
  } else if (after !== undefined) {
    chosen = all.filter((message) => compareIds(message.id, after) > 0).slice(0, limit);
  } else {
    chosen = all.filter((message) => before === undefined || compareIds(message.id, before) < 0).slice(-limit);
  }
  return chosen.reverse().map((message) => readable(state, message));
}

function getMessage(context: RouteContext) {
  const { channel, message } = openPlace(context);
  if (!can(context.state, channel, 'READ_MESSAGE_HISTORY')) throw missingPermissions();
  return readable(context.state, message);
}

/** How long clients show "is typing" after a call. */
const TYPING_MS = 10_000;

function startTyping(context: RouteContext) {
  const { state } = context;
  const channel = openForWriting(state, part(context, 'channel'), 'typing');
  channel.typingUntil = state.clock.now() + TYPING_MS;
}

const customEmoji = /^\w{2,32}:\d{15,20}$/;

function react(context: RouteContext) {
  const { state } = context;
  const { channel, message } = openPlace(context);
  const emoji = part(context, 'emoji');
  if (!/\p{Emoji}/u.test(emoji) && !customEmoji.test(emoji)) throw unknownEmoji();
  if (!can(state, channel, 'READ_MESSAGE_HISTORY')) throw missingPermissions();
  refuseIfArchived(channel);
  const users = message.reactions.get(emoji) ?? new Set<string>();
  if (users.size === 0 && !can(state, channel, 'ADD_REACTIONS')) throw missingPermissions();
  message.reactions.set(emoji, users.add(state.bot.id));
  tellReaction(state, channel, message, state.bot, emoji, 'MESSAGE_REACTION_ADD');
}

function unreact(context: RouteContext) {
  const { state } = context;
  const { channel, message } = openPlace(context);
  const emoji = part(context, 'emoji');
  const users = message.reactions.get(emoji);
  if (users?.delete(state.bot.id) !== true) throw unknownEmoji();
  if (users.size === 0) message.reactions.delete(emoji);
  tellReaction(state, channel, message, state.bot, emoji, 'MESSAGE_REACTION_REMOVE');
}

export const messageRoutes: readonly Route[] = [
  route('createMessage', 'POST /channels/:channel/messages', 'create', createMessage),
  route('editMessage', 'PATCH /channels/:channel/messages/:message', 'edit', editMessage),
  route('deleteMessage', 'DELETE /channels/:channel/messages/:message', 'delete', deleteMessage),
  route('deleteMessages', 'POST /channels/:channel/messages/bulk-delete', 'delete', deleteMessages),
  route('listMessages', 'GET /channels/:channel/messages', 'read', listMessages),
  route('getMessage', 'GET /channels/:channel/messages/:message', 'read', getMessage),
  route('startTyping', 'POST /channels/:channel/typing', 'typing', startTyping),
  route('react', 'PUT /channels/:channel/messages/:message/reactions/:emoji/@me', 'react', react),
  route('unreact', 'DELETE /channels/:channel/messages/:message/reactions/:emoji/@me', 'react', unreact),
];
