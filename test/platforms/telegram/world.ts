import type { Entity } from './entities.js';
import type { Keyboard } from './markup.js';

/** A person or a bot account. */
export interface UserRecord {
  readonly id: number;
  firstName: string;
  lastName?: string;
  username?: string;
  languageCode?: string;
  readonly isBot: boolean;
  /** A deleted account. */
  deactivated: boolean;
}

/** One version of a message's text that has been replaced. */
export interface PastText {
  readonly text: string;
  readonly entities: readonly Entity[];
  /** When this version appeared, in the clock's milliseconds. */
  readonly at: number;
}

export type MediaKind = 'photo' | 'document' | 'voice' | 'audio' | 'video' | 'animation';

/** A file as a message carries it. */
export interface Media {
  kind: MediaKind;
  fileId: string;
  name: string;
  mime: string;
  size: number;
  /** Voice, audio, video: seconds. */
  duration: number;
}

/** Something that happened in a chat without anybody writing. */
export interface ServiceEvent {
  kind:
    | 'forum_topic_created'
    | 'forum_topic_closed'
    | 'forum_topic_reopened'
    | 'migrate_to'
    | 'migrate_from'
    | 'pinned';
  value: string | number;
}

/** A message as everybody in the chat sees it. Live: its text is always the current one. */
export interface StoredMessage {
  readonly id: number;
  readonly chatId: number;
  readonly from: UserRecord;
  /** When it appeared, in the clock's milliseconds. */
  readonly at: number;
  /** Text, or the caption of a file. */
  text: string;
  entities: Entity[];
  readonly media?: Media;
  readonly mediaGroup?: string;
  /** Whose words they are, where the sender passed them on. */
  readonly forwardedFrom?: string;
  readonly service?: ServiceEvent;
  /** Forum topic or reply thread. */
  readonly thread?: number;
  /** Whether `thread` is a forum topic. */
  readonly inTopic: boolean;
  readonly replyTo?: number;
  readonly silent: boolean;
  keyboard?: Keyboard;
  /** Reactions of bots, by bot id. */
  readonly reactions: Map<number, string[]>;
  /** The first and all further replaced texts, oldest first; the current one is not in it. */
  readonly past: PastText[];
  /** When the current text appeared. */
  textAt: number;
  /** When it was last edited. */
  editedAt?: number;
  deletedAt?: number;
  /** What the server had to change of what the bot sent: dropped entities, replaced characters, trimmed ends. */
  readonly altered: string[];
}

export interface Topic {
  readonly id: number;
  name: string;
  closed: boolean;
  deleted: boolean;
}

/** What somebody is in a group. `restricted`: may read and not write. */
export type MemberStatus = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';

/** A private chat between one user and one bot, or a group. */
export interface ChatRecord {
  readonly id: number;
  readonly type: 'private' | 'group' | 'supergroup';
  readonly title?: string;
  readonly username?: string;
  /** Private chats: the two sides. */
  readonly user?: UserRecord;
  readonly bot?: BotRecord;
  readonly forum: boolean;
  readonly topics: Map<number, Topic>;
  /** All messages by id, deleted ones too, oldest first. */
  readonly messages: Map<number, StoredMessage>;
  readonly members: Map<number, MemberStatus>;
  /** The user blocked the bot. */
  blocked: boolean;
  migratedTo?: number;
  lastMessageId: number;
  lastBotId?: number;
  /** The chat action that clients show, by bot id, with its end. */
  readonly actions: Map<number, { action: string; thread?: number; until: number }>;
  /** The growing draft that the user sees. */
  draft?: { id: number; text: string; at: number };
}

/** A bot's account and what belongs to it. */
export interface BotRecord {
  readonly user: UserRecord;
  readonly token: string;
  readonly canReadAllGroupMessages: boolean;
  /** Its owner had the token replaced. */
  isRevoked: boolean;
  /** Messages of private chats and basic groups have ids from one counter per account. */
  lastMessageId: number;
  readonly commands: Map<string, { command: string; description: string }[]>;
}

/** Everything the server knows of people, chats and bots. */
export interface World {
  readonly users: Map<number, UserRecord>;
  readonly bots: Map<string, BotRecord>;
  readonly groups: Map<number, ChatRecord>;
  /** By `<bot id>:<user id>`. */
  readonly privateChats: Map<string, ChatRecord>;
  lastGroupId: number;
}

export function createWorld(): World {
  return { users: new Map(), bots: new Map(), groups: new Map(), privateChats: new Map(), lastGroupId: 1000 };
}

/** The chat that a bot means by an id or `@username`. */
export function findChat(world: World, bot: BotRecord, id: number | string): ChatRecord | undefined {
  if (typeof id === 'string') {
    const name = id.slice(1).toLowerCase();
    return [...world.groups.values()].find((chat) => chat.username?.toLowerCase() === name);
  }
  return id > 0 ? world.privateChats.get(`${bot.user.id}:${id}`) : world.groups.get(id);
}

/** The bots that live in a chat. */
export function botsOf(world: World, chat: ChatRecord): BotRecord[] {
  if (chat.bot !== undefined) return [chat.bot];
  const present = (bot: BotRecord) => !['left', 'kicked', undefined].includes(chat.members.get(bot.user.id));
  return [...world.bots.values()].filter(present);
}

/** The id of the next message of a chat. */
export function takeMessageId(world: World, chat: ChatRecord): number {
  const counter = chat.type === 'supergroup' ? chat : (chat.bot ?? botsOf(world, chat)[0] ?? chat);
  counter.lastMessageId += 1;
  return counter.lastMessageId;
}

/** Puts a message into a chat. */
export function storeMessage(
  world: World,
  chat: ChatRecord,
  fields: Pick<StoredMessage, 'from' | 'at'> & Partial<Omit<StoredMessage, 'id' | 'chatId'>>,
): StoredMessage {
  const message: StoredMessage = {
    id: takeMessageId(world, chat),
    chatId: chat.id,
    text: '',
    entities: [],
    inTopic: false,
    silent: false,
    reactions: new Map(),
    past: [],
    textAt: fields.at,
    altered: [],
    ...fields,
  };
  chat.messages.set(message.id, message);
  if (message.from.isBot) {
    chat.lastBotId = message.from.id;
    chat.actions.delete(message.from.id);
    delete chat.draft;
  }
  return message;
}

/** A message that was not deleted. */
export function findMessage(chat: ChatRecord, id: number): StoredMessage | undefined {
  const message = chat.messages.get(id);
  return message === undefined || message.deletedAt !== undefined ? undefined : message;
}
