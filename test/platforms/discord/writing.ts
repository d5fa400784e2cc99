import type { Upload } from './body.js';
import { DiscordError, invalidForm, missingPermissions, noHistoryForReply, RateLimited } from './errors.js';
import { tellCreated, tellUpdated } from './events.js';
import { resolveMentions } from './mentions.js';
import { type MessageBody, messageFlags, readMessageBody, refuseIfEmpty, storeUploads } from './messageBody.js';
import { can } from './routes/place.js';
import { nextId, type ServerState } from './state.js';
import { joinThread } from './threads.js';
import { type ChannelRecord, findMessage, type StoredMessage, setContent, storeMessage } from './world.js';

/** How long an enforced nonce is remembered: "a few minutes". */
const NONCE_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** The fields of a message that only its way of coming decides. */
type Extra = Partial<Pick<StoredMessage, 'type' | 'ephemeralFor' | 'interaction' | 'thinking'>>;

/** Largest upload of the bot in a channel. */
const maxUploadOf = (state: ServerState, channel: ChannelRecord | undefined) =>
  channel?.guild?.maxUploadBytes ?? state.maxUploadBytes;

/** Reads and checks what shall become a message, before anything else is looked at. */
export function readNewMessage(
  state: ServerState,
  channel: ChannelRecord | undefined,
  json: unknown,
  uploads: readonly Upload[],
  allowedFlags: number,
): MessageBody {
  const body = readMessageBody(json, uploads, maxUploadOf(state, channel));
  if (((body.flags ?? 0) & ~allowedFlags) !== 0) {
    throw invalidForm([{ path: ['flags'], code: 'BITFIELD_INVALID', message: 'These flags cannot be set here.' }]);
  }
  refuseIfEmpty({
    content: body.content ?? '',
    embeds: body.embeds ?? [],
    components: body.components ?? [],
    attachments: uploads.map((file) => ({ id: '', size: file.bytes.length, ...file })),
  });
  return body;
}

/** Flags that a message of a channel may be made with. */
export const CHANNEL_FLAGS = messageFlags.suppressEmbeds | messageFlags.silent;
/** Flags of an interaction's answer. */
export const ANSWER_FLAGS = CHANNEL_FLAGS | messageFlags.ephemeral;

function findByNonce(state: ServerState, channel: ChannelRecord, body: MessageBody): StoredMessage | undefined {
  if (body.enforce_nonce !== true) return undefined;
  const now = state.clock.now();
  return [...channel.messages.values()].find(
    (message) => message.author === state.bot && message.nonce === body.nonce && now - message.at < NONCE_MS,
  );
}

function findReplied(state: ServerState, channel: ChannelRecord, body: MessageBody): StoredMessage | undefined {
  const reference = body.message_reference ?? undefined;
  if (reference === undefined) return undefined;
  if (!can(state, channel, 'READ_MESSAGE_HISTORY')) throw noHistoryForReply();
  const replied = findMessage(channel, reference.message_id);
  if (replied !== undefined || reference.fail_if_not_exists === false) return replied;
  const blame = channel.messages.has(reference.message_id) ? 'world' : 'client';
  const field = { path: ['message_reference'], code: 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', message: 'Unknown message' };
  throw new DiscordError(400, 50035, 'Invalid Form Body', blame, [field]);
}

function trimmed(content: string): { content: string; altered: string[] } {
  const short = content.trim();
  return { content: short, altered: short === content ? [] : ['trimmed'] };
}

/** Puts a checked message into a channel and tells everybody. Gives the one that an enforced nonce already made. */
export function createFrom(
  state: ServerState,
  channel: ChannelRecord,
  body: MessageBody,
  uploads: readonly Upload[],
  extra: Extra = {},
): StoredMessage {
  const isAnswer = extra.interaction !== undefined;
  if (!isAnswer && uploads.length > 0 && !can(state, channel, 'ATTACH_FILES')) throw missingPermissions();
  if (!isAnswer && (body.embeds ?? []).length > 0 && !can(state, channel, 'EMBED_LINKS')) throw missingPermissions();
  const known = findByNonce(state, channel, body);
  if (known !== undefined) return known;
  const replied = findReplied(state, channel, body);
  const flags = body.flags ?? 0;
  const text = trimmed(body.content ?? '');
  const message = storeMessage(channel, {
    id: nextId(state),
    author: state.bot,
    at: state.clock.now(),
    type: replied === undefined ? 0 : 19,
    ...text,
    embeds: body.embeds ?? [],
    components: body.components ?? [],
    attachments: storeUploads(body, uploads, () => nextId(state)),
    flags: flags & messageFlags.suppressEmbeds,
    silent: (flags & messageFlags.silent) !== 0,
    ...resolveMentions(state.world, channel, text.content, {
      allowed: body.allowed_mentions ?? undefined,
      repliedTo: replied?.author,
      mayMentionAll: can(state, channel, 'MENTION_EVERYONE'),
    }),
    ...(body.nonce === undefined || body.nonce === null ? {} : { nonce: body.nonce }),
    ...(replied === undefined ? {} : { replyTo: replied.id }),
    ...extra,
  });
  if (!isAnswer) joinThread(state, channel, state.bot);
  tellCreated(state, channel, message);
  return message;
}

/** Edits of old messages in one channel within the last hour. */
function refuseIfTooManyOldEdits(state: ServerState, channel: ChannelRecord, message: StoredMessage): void {
  const now = state.clock.now();
  if (now - message.at < HOUR_MS) return;
  const edits = [...channel.messages.values()].flatMap((entry) =>
    entry.author === state.bot ? entry.editTimes.filter((at) => at - entry.at >= HOUR_MS && now - at < HOUR_MS) : [],
  );
  if (edits.length < state.oldEditsPerHour) return;
  throw new RateLimited(Math.min(...edits) + HOUR_MS - now, 'user', 30046);
}

/** Changes a message of the bot and tells everybody; a first answer ends "thinking". */
export function editFrom(
  state: ServerState,
  channel: ChannelRecord,
  message: StoredMessage,
  json: unknown,
  uploads: readonly Upload[],
): StoredMessage {
  const body = readMessageBody(json, uploads, maxUploadOf(state, channel));
  const text = body.content === undefined ? { content: message.content, altered: [] } : trimmed(body.content ?? '');
  const embeds = body.embeds === undefined ? message.embeds : (body.embeds ?? []);
  const components = body.components === undefined ? message.components : (body.components ?? []);
  const kept =
    body.attachments === undefined
      ? message.attachments
      : message.attachments.filter((file) => body.attachments?.some((entry) => entry.id === file.id) === true);
  const attachments = [...kept, ...storeUploads(body, uploads, () => nextId(state))];
  refuseIfEmpty({ content: text.content, embeds, components, attachments });
  refuseIfTooManyOldEdits(state, channel, message);
  const now = state.clock.now();
  setContent(message, text.content, now);
  message.altered.push(...text.altered);
  message.embeds = embeds;
  message.components = components;
  message.attachments = attachments;
  message.thinking = false;
  message.editedAt = now;
  message.editTimes.push(now);
  if (body.flags !== undefined && body.flags !== null) message.flags = body.flags & messageFlags.suppressEmbeds;
  const mentions = resolveMentions(state.world, channel, text.content, { allowed: body.allowed_mentions ?? undefined });
  message.mentionedUsers = mentions.mentionedUsers;
  message.mentionedRoles = mentions.mentionedRoles;
  tellUpdated(state, channel, message);
  return message;
}
