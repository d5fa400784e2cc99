import type { Component } from './components.js';
import type { Embed } from './embeds.js';
import type { Permission } from './permissions.js';

/** A person or the bot's account. */
export interface UserRecord {
  readonly id: string;
  username: string;
  /** The name that clients show. */
  globalName: string;
  /** Language of the person's client. */
  locale: string;
  readonly isBot: boolean;
  /** Does not take messages from the bot. */
  dmsClosed: boolean;
}

export interface RoleRecord {
  readonly id: string;
  name: string;
  /** Whether everybody may ping it. */
  mentionable: boolean;
  /** The bot that it belongs to. */
  readonly botId?: string;
}

export interface GuildRecord {
  readonly id: string;
  readonly name: string;
  readonly locale: string;
  readonly roles: Map<string, RoleRecord>;
  /** By user id: nickname and roles. */
  readonly members: Map<string, { nick: string | null; roles: string[] }>;
  /** What the bot may in all channels. */
  readonly permissions: Set<Permission>;
  /** Boost tier. */
  premiumTier: number;
  /** Largest upload of the bot, bytes. */
  maxUploadBytes: number;
  available: boolean;
}

export type ChannelKind = 'text' | 'dm' | 'thread';

/** What makes a channel a thread. */
export interface ThreadState {
  readonly parentId: string;
  readonly ownerId: string;
  readonly isPrivate: boolean;
  readonly members: Set<string>;
  archived: boolean;
  locked: boolean;
  autoArchiveMinutes: number;
  archiveChangedAt: number;
}

export interface ChannelRecord {
  readonly id: string;
  readonly kind: ChannelKind;
  name: string;
  readonly guild?: GuildRecord;
  /** DMs: the person. */
  readonly user?: UserRecord;
  readonly thread?: ThreadState;
  /** What the bot may not here although the guild allows it. */
  readonly denied: Set<Permission>;
  /** All messages by id, deleted ones too, oldest first. */
  readonly messages: Map<string, StoredMessage>;
  deleted: boolean;
  /** Until when clients show that the bot is typing. */
  typingUntil: number;
}

export interface StoredAttachment {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  /** What Discord says its size is; may be larger than the bytes, to try limits. */
  readonly size: number;
  readonly description?: string;
  /** Voice messages. */
  readonly durationSecs?: number;
}

/** One version of a message's content that has been replaced. */
export interface PastContent {
  readonly content: string;
  readonly at: number;
}

/** A message as people see it. Live: its content is always the current one. */
export interface StoredMessage {
  readonly id: string;
  readonly channelId: string;
  readonly author: UserRecord;
  /** When it appeared, in the clock's milliseconds. */
  readonly at: number;
  /** Discord's message type: 0 usual, 18 thread created, 19 reply, 20 slash command, 21 thread starter, 23 context menu. */
  readonly type: number;
  content: string;
  embeds: readonly Embed[];
  components: readonly Component[];
  attachments: readonly StoredAttachment[];
  /** Without SUPPRESS_NOTIFICATIONS, EPHEMERAL, LOADING and HAS_THREAD, which have fields of their own. */
  flags: number;
  readonly nonce?: string | number;
  readonly replyTo?: string;
  /** Whom it is a reply to, if elsewhere than `replyTo` in the same channel: type 18 and 21. */
  readonly reference?: { channelId: string; messageId?: string };
  readonly silent: boolean;
  /** Fields of the wire beside the others: stickers, polls, forwarded messages. */
  readonly wire?: Readonly<Record<string, unknown>>;
  /** Only this person sees it. */
  readonly ephemeralFor?: UserRecord;
  /** The interaction that it answers. */
  readonly interaction?: { id: string; kind: number; user: UserRecord; name?: string };
  /** "Thinking ...": a deferred answer that has not come. */
  thinking: boolean;
  /** Whom it pinged when it came: user ids, role ids, `everyone`. */
  readonly pings: readonly string[];
  /** People and roles it mentions with effect. */
  mentionedUsers: readonly UserRecord[];
  mentionedRoles: readonly string[];
  mentionsEveryone: boolean;
  hasThread: boolean;
  /** User ids by emoji. */
  readonly reactions: Map<string, Set<string>>;
  /** The first and all further replaced contents, oldest first; the current one is not in it. */
  readonly past: PastContent[];
  /** When the current content appeared. */
  contentAt: number;
  editedAt?: number;
  readonly editTimes: number[];
  deletedAt?: number;
  /** What the server had to change of what the bot sent: trimmed ends. An ideal client leaves it empty. */
  readonly altered: string[];
}

/** Everything the server knows of people and places. */
export interface World {
  readonly users: Map<string, UserRecord>;
  readonly guilds: Map<string, GuildRecord>;
  readonly channels: Map<string, ChannelRecord>;
}

export function createWorld(): World {
  return { users: new Map(), guilds: new Map(), channels: new Map() };
}

/** Makes a channel without messages. */
export function makeChannel(
  fields: Pick<ChannelRecord, 'id' | 'kind' | 'name'> & Partial<Pick<ChannelRecord, 'guild' | 'user' | 'thread'>>,
): ChannelRecord {
  return { denied: new Set(), messages: new Map(), deleted: false, typingUntil: 0, ...fields };
}

/** Puts a message into a channel. */
export function storeMessage(
  channel: ChannelRecord,
  fields: Pick<StoredMessage, 'id' | 'author' | 'at'> & Partial<Omit<StoredMessage, 'id' | 'channelId'>>,
): StoredMessage {
  const message: StoredMessage = {
    channelId: channel.id,
    type: 0,
    content: '',
    embeds: [],
    components: [],
    attachments: [],
    flags: 0,
    silent: false,
    thinking: false,
    pings: [],
    mentionedUsers: [],
    mentionedRoles: [],
    mentionsEveryone: false,
    hasThread: false,
    reactions: new Map(),
    past: [],
    altered: [],
    editTimes: [],
    contentAt: fields.at,
    ...fields,
  };
  channel.messages.set(message.id, message);
  if (message.author.isBot) channel.typingUntil = 0;
  return message;
}

/** A message that was not deleted. */
export function findMessage(channel: ChannelRecord, id: string): StoredMessage | undefined {
  const message = channel.messages.get(id);
  return message === undefined || message.deletedAt !== undefined ? undefined : message;
}

/** Replaces a message's content and keeps the old one. */
export function setContent(message: StoredMessage, content: string, now: number): void {
  if (content === message.content) return;
  message.past.push({ content: message.content, at: message.contentAt });
  message.content = content;
  message.contentAt = now;
}
