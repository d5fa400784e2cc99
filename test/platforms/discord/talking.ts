import { tellCreated, tellDeleted, tellReaction, tellUpdated } from './events.js';
import { resolveMentions } from './mentions.js';
import { messageFlags } from './messageBody.js';
import { nextId, type ServerState } from './state.js';
import { joinThread, setThread } from './threads.js';
import {
  type ChannelRecord,
  type StoredAttachment,
  type StoredMessage,
  setContent,
  storeMessage,
  type UserRecord,
} from './world.js';

/** A file as a person sends it. */
export interface SentFile {
  name: string;
  bytes: Buffer;
  /** Default `application/octet-stream`. */
  mime?: string;
  /** What Discord says its size is, when it shall differ from the bytes. */
  size?: number;
  /** Seconds of a voice message. */
  durationSecs?: number;
}

/** What a person's message carries besides its text. */
export interface SayOptions {
  replyTo?: StoredMessage;
  /** Whether a reply pings the author of what it answers. Default true. */
  ping?: boolean;
  files?: readonly SentFile[];
  /** Another kind of message than a usual one or a reply: 6 pinned, 7 joined, ... */
  type?: number;
  /** Fields of the wire beside the others, for what this server does not know: `sticker_items`, `poll`, `message_snapshots`. */
  wire?: Readonly<Record<string, unknown>>;
}

/** Keeps a person's file. */
export function storeFile(state: ServerState, { name, bytes, mime, size, durationSecs }: SentFile): StoredAttachment {
  const voice = durationSecs === undefined ? {} : { durationSecs };
  return {
    id: nextId(state),
    name,
    bytes,
    mime: mime ?? 'application/octet-stream',
    size: size ?? bytes.length,
    ...voice,
  };
}

/** A person writes. A thread that is archived opens by it. */
export function say(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  text: string,
  options: SayOptions = {},
): StoredMessage {
  const { replyTo, ping = true, files = [], type, wire } = options;
  const isVoice = files.some((file) => file.durationSecs !== undefined);
  if ((text === '' && files.length === 0 && wire === undefined && type === undefined) || text.length > 2000) {
    throw new Error('A client sends 1 to 2000 characters; split longer texts');
  }
  if (channel.deleted) throw new Error(`Channel ${channel.id} is deleted`);
  if (channel.thread?.locked === true) throw new Error(`Thread ${channel.id} is locked`);
  if (channel.thread?.archived === true) setThread(state, channel, { archived: false });
  if (channel.thread !== undefined) joinThread(state, channel, from);
  if (channel.guild !== undefined && !channel.guild.members.has(from.id)) {
    channel.guild.members.set(from.id, { nick: null, roles: [] });
  }
  const repliedTo = ping ? replyTo?.author : undefined;
  const mentions = resolveMentions(state.world, channel, text, { repliedTo });
  const message = storeMessage(channel, {
    id: nextId(state),
    author: from,
    at: state.clock.now(),
    type: type ?? (replyTo === undefined ? 0 : 19),
    flags: isVoice ? messageFlags.voice : 0,
    content: text,
    attachments: files.map((file) => storeFile(state, file)),
    ...mentions,
    ...(wire === undefined ? {} : { wire }),
    ...(replyTo === undefined ? {} : { replyTo: replyTo.id }),
  });
  for (const user of mentions.mentionedUsers) joinThread(state, channel, user);
  tellCreated(state, channel, message);
  return message;
}

/** A person edits a message of theirs. */
export function edit(state: ServerState, channel: ChannelRecord, message: StoredMessage, text: string): void {
  const now = state.clock.now();
  setContent(message, text, now);
  message.editedAt = now;
  const { mentionedUsers, mentionedRoles } = resolveMentions(state.world, channel, text);
  message.mentionedUsers = mentionedUsers;
  message.mentionedRoles = mentionedRoles;
  tellUpdated(state, channel, message);
}

/** Somebody deletes one message, or several at once. */
export function remove(state: ServerState, channel: ChannelRecord, messages: readonly StoredMessage[]): void {
  for (const message of messages) message.deletedAt = state.clock.now();
  tellDeleted(state, channel, messages);
}

/** Discord adds a link preview: an update of a message that nobody edited. */
export function addPreview(state: ServerState, channel: ChannelRecord, message: StoredMessage, url: string): void {
  message.embeds = [...message.embeds, { url, title: 'A page' }];
  tellUpdated(state, channel, message);
}

/** A person sets a reaction or takes it back. */
export function react(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  message: StoredMessage,
  emoji: string,
  isOn = true,
): void {
  const users = message.reactions.get(emoji) ?? new Set<string>();
  if (isOn) users.add(from.id);
  else users.delete(from.id);
  if (users.size === 0) message.reactions.delete(emoji);
  else message.reactions.set(emoji, users);
  tellReaction(state, channel, message, from, emoji, isOn ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE');
}
