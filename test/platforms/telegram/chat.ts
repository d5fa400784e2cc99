import type { WaitOptions } from '../watch.js';
import { detectEntities } from './detect.js';
import type { Entity } from './entities.js';
import { threadOfReply } from './methods/place.js';
import { type Account, type CallbackPress, groupOf, type ServerState } from './state.js';
import { chatToWire, messageToWire, userToWire, type WireObject } from './wire.js';
import {
  botsOf,
  type ChatRecord,
  type MediaKind,
  type ServiceEvent,
  type StoredMessage,
  storeMessage,
  type UserRecord,
} from './world.js';

/** Where a user's message goes and what it carries besides its text. */
export interface SayOptions {
  replyTo?: StoredMessage;
  /** Forum topic. */
  thread?: number;
  /** Whose words they are, where the user forwards a message. */
  forwardedFrom?: string;
  /** Entities that the client set; commands, mentions and links are found by the server. */
  entities?: Entity[];
}

/** A file as a user sends it. */
export interface SentFile {
  bytes: Buffer;
  name?: string;
  mime?: string;
  caption?: string;
  /** What Telegram says its size is, when it shall differ from the bytes. */
  size?: number;
  duration?: number;
}

/** One entry of a phone's notifications: the text that a message had when it came. */
export interface Notification {
  id: number;
  text: string;
  at: number;
}

/** A chat as its people see it. */
export interface ChatView {
  readonly id: number;
  readonly record: Readonly<ChatRecord>;
  /** All messages that can be seen now, oldest first. They are live: their text is always the current one. */
  messages(): StoredMessage[];
  /** The visible messages of bots. */
  botMessages(): StoredMessage[];
  /** All messages ever, deleted ones too. */
  history(): StoredMessage[];
  /** First texts of all bot messages that came with a sound, oldest first. */
  notifications(): Notification[];
  /** What the bot is shown to be doing, as long as clients show it; in a forum in that topic (General: 1), or in any. */
  action(thread?: number): string | undefined;
  /** The growing draft, if there is one. */
  draft(): string | undefined;
  /** The first visible bot message that fits; waits for it. */
  waitForBotMessage(fits?: (message: StoredMessage) => boolean, options?: WaitOptions): Promise<StoredMessage>;
}

export const viewOf = (state: ServerState, chat: ChatRecord): ChatView => {
  const history = () => [...chat.messages.values()];
  const messages = () => history().filter((message) => message.deletedAt === undefined);
  const botMessages = () => messages().filter((message) => message.from.isBot);
  const firstText = (message: StoredMessage) => message.past[0]?.text ?? message.text;
  return {
    id: chat.id,
    record: chat,
    messages,
    botMessages,
    history,
    notifications: () =>
      history()
        .filter((message) => message.from.isBot && !message.silent && message.service === undefined)
        .map((message) => ({ id: message.id, text: firstText(message), at: message.at })),
    action: (thread) => {
      const isShown = (shownIn: number | undefined) =>
        thread === undefined ? !chat.forum || shownIn !== undefined : shownIn === thread;
      const now = state.clock.now();
      return [...chat.actions.values()].find((entry) => entry.until > now && isShown(entry.thread))?.action;
    },
    draft: () => chat.draft?.text,
    waitForBotMessage: (fits = () => true, options = {}) =>
      state.watch.waitFor(() => botMessages().find(fits), { what: `a bot message in chat ${chat.id}`, ...options }),
  };
};

/** Whether a bot in privacy mode is shown a message of a group: commands, mentions, replies to it, service messages. */
function isShownTo(account: Account, chat: ChatRecord, message: StoredMessage): boolean {
  const { bot } = account;
  if (chat.type === 'private' || bot.canReadAllGroupMessages || message.service !== undefined) return true;
  const status = chat.members.get(bot.user.id);
  if (status === 'administrator' || status === 'creator') return true;
  const replied = message.replyTo === undefined ? undefined : chat.messages.get(message.replyTo);
  if (replied?.from.id === bot.user.id) return true;
  const own = `@${bot.user.username?.toLowerCase() ?? ''}`;
  return message.entities.some((entity) => {
    const text = message.text.slice(entity.offset, entity.offset + entity.length).toLowerCase();
    if (entity.type === 'bot_command') return !text.includes('@') || text.endsWith(own);
    if (entity.type === 'mention') return text === own;
    return entity.type === 'text_mention' && entity.user.id === bot.user.id;
  });
}

function accountsOf(state: ServerState, chat: ChatRecord): Account[] {
  return botsOf(state.world, chat).flatMap((bot) => state.accounts.get(bot.user.id) ?? []);
}

/** Tells the bots of a chat about a message. */
export function announce(state: ServerState, chat: ChatRecord, message: StoredMessage, kind = 'message'): void {
  for (const account of accountsOf(state, chat)) {
    if (isShownTo(account, chat, message)) account.queue.push(kind, groupOf(chat), messageToWire(chat, message));
  }
  state.watch.changed();
}

/** Tells one bot of a chat about something else than a message. */
export function notifyBots(
  state: ServerState,
  chat: ChatRecord,
  kind: string,
  body: (account: Account) => WireObject,
): void {
  for (const account of accountsOf(state, chat)) account.queue.push(kind, groupOf(chat), body(account));
  state.watch.changed();
}

function placeOf(chat: ChatRecord, options: SayOptions): Partial<StoredMessage> {
  const thread = options.thread ?? threadOfReply(chat, options.replyTo);
  return {
    inTopic: thread !== undefined && chat.topics.has(thread),
    ...(thread === undefined ? {} : { thread }),
    ...(options.replyTo === undefined ? {} : { replyTo: options.replyTo.id }),
  };
}

/** A user writes. */
export function say(state: ServerState, chat: ChatRecord, from: UserRecord, text: string, options: SayOptions = {}) {
  if (text === '' || text.length > 4096) throw new Error('A client sends 1 to 4096 characters; split longer texts');
  const entities = detectEntities(text, options.entities);
  const { forwardedFrom } = options;
  const forwarded = forwardedFrom === undefined ? {} : { forwardedFrom };
  const fields = { from, at: state.clock.now(), text, entities, ...forwarded, ...placeOf(chat, options) };
  const message = storeMessage(state.world, chat, fields);
  announce(state, chat, message);
  return message;
}

/** A user edits a message of theirs. */
export function edit(state: ServerState, chat: ChatRecord, message: StoredMessage, text: string): void {
  const now = state.clock.now();
  message.past.push({ text: message.text, entities: message.entities, at: message.textAt });
  message.text = text;
  message.entities = detectEntities(text);
  message.textAt = now;
  message.editedAt = now;
  announce(state, chat, message, 'edited_message');
}

let albums = 0;

/** A user sends files; several become an album whose caption is that of the first that has one. */
export function sendFiles(
  state: ServerState,
  chat: ChatRecord,
  from: UserRecord,
  kind: MediaKind,
  files: readonly SentFile[],
  options: SayOptions = {},
): StoredMessage[] {
  albums += 1;
  const mediaGroup = files.length > 1 ? { mediaGroup: `album-${albums}` } : {};
  return files.map((file) => {
    const defaults = defaultFile[kind];
    const { name = defaults.name, mime = defaults.mime, caption = '', duration = 1 } = file;
    const size = file.size === undefined ? {} : { size: file.size };
    const stored = state.files.add({ folder: defaults.folder, name, mime, bytes: file.bytes, ...size });
    const message = storeMessage(state.world, chat, {
      from,
      at: state.clock.now(),
      text: caption,
      entities: detectEntities(caption, options.entities),
      media: { kind, fileId: stored.id, name, mime, size: stored.size, duration },
      ...mediaGroup,
      ...placeOf(chat, options),
    });
    announce(state, chat, message);
    return message;
  });
}

const defaultFile: Record<MediaKind, { folder: string; name: string; mime: string }> = {
  photo: { folder: 'photos', name: 'photo.jpg', mime: 'image/jpeg' },
  document: { folder: 'documents', name: 'file.bin', mime: 'application/octet-stream' },
  voice: { folder: 'voice', name: 'voice.oga', mime: 'audio/ogg' },
  audio: { folder: 'music', name: 'audio.mp3', mime: 'audio/mpeg' },
  video: { folder: 'videos', name: 'video.mp4', mime: 'video/mp4' },
  animation: { folder: 'animations', name: 'animation.mp4', mime: 'video/mp4' },
};

/** A user presses a button of a bot's message: by its data, or the only one there is. */
export function press(
  state: ServerState,
  chat: ChatRecord,
  from: UserRecord,
  message: StoredMessage,
  data?: string,
): CallbackPress {
  const buttons = (message.keyboard?.inline_keyboard ?? []).flat().flatMap((entry) => entry.callback_data ?? []);
  const wanted = data ?? (buttons.length === 1 ? buttons[0] : undefined);
  if (message.deletedAt !== undefined || wanted === undefined || !buttons.includes(wanted)) {
    throw new Error(`Message ${message.id} shows no such button; it has ${JSON.stringify(buttons)}`);
  }
  const id = String(4_000_000_000_000_000_000n + BigInt(state.presses.size + 1));
  const made: CallbackPress = { id, data: wanted, from, message, at: state.clock.now() };
  state.presses.set(id, made);
  const account = state.accounts.get(message.from.id);
  account?.queue.push('callback_query', groupOf(chat), {
    id,
    from: userToWire(from),
    message: messageToWire(chat, message),
    chat_instance: String(chat.id),
    data: wanted,
  });
  state.watch.changed();
  return made;
}

/** Something happens in a chat that makes a service message. */
export function happen(
  state: ServerState,
  chat: ChatRecord,
  from: UserRecord,
  service: ServiceEvent,
  thread?: number,
): StoredMessage {
  const place = thread === undefined ? {} : { thread, inTopic: true };
  const message = storeMessage(state.world, chat, { from, at: state.clock.now(), service, ...place });
  announce(state, chat, message);
  return message;
}

/** Tells a bot that its own place in a chat changed. */
export function tellMembership(
  state: ServerState,
  chat: ChatRecord,
  account: Account,
  from: UserRecord,
  was: string,
  is: string,
) {
  const user = userToWire(account.bot.user);
  const until = is === 'kicked' ? { until_date: 0 } : {};
  account.queue.push('my_chat_member', groupOf(chat), {
    chat: chatToWire(chat),
    from: userToWire(from),
    date: Math.floor(state.clock.now() / 1000),
    old_chat_member: { user, status: was },
    new_chat_member: { user, status: is, ...until },
  });
  state.watch.changed();
}
