import {
  type ChatView,
  edit,
  happen,
  notifyBots,
  press,
  type SayOptions,
  type SentFile,
  say,
  sendFiles,
  tellMembership,
  viewOf,
} from './chat.js';
import type { Account, CallbackPress, ServerState } from './state.js';
import { chatToWire, userToWire } from './wire.js';
import type { ChatRecord, MediaKind, MemberStatus, StoredMessage, UserRecord } from './world.js';

/** A private chat of a user with a bot; everything is done by its user. */
export interface PrivateChat extends ChatView {
  readonly user: UserRecord;
  say(text: string, options?: SayOptions): StoredMessage;
  edit(message: StoredMessage, text: string): void;
  sendFile(kind: MediaKind, file: SentFile, options?: SayOptions): StoredMessage;
  sendAlbum(kind: MediaKind, files: readonly SentFile[], options?: SayOptions): StoredMessage[];
  /** Presses the button with this data, or the only one. */
  pressButton(message: StoredMessage, data?: string): CallbackPress;
  /** The user deletes a message for both sides; bots are not told. */
  remove(message: StoredMessage): void;
  block(): void;
  unblock(): void;
}

/** A group; who does something is named first. */
export interface GroupChat extends ChatView {
  say(from: UserRecord, text: string, options?: SayOptions): StoredMessage;
  edit(message: StoredMessage, text: string): void;
  sendFile(from: UserRecord, kind: MediaKind, file: SentFile, options?: SayOptions): StoredMessage;
  sendAlbum(from: UserRecord, kind: MediaKind, files: readonly SentFile[], options?: SayOptions): StoredMessage[];
  pressButton(from: UserRecord, message: StoredMessage, data?: string): CallbackPress;
  remove(message: StoredMessage): void;
  /** Sets what somebody is in the group. */
  setMember(user: UserRecord, status: MemberStatus): void;
  /** Opens a forum topic and gives its id. */
  openTopic(name: string): number;
  /** Topic 1 is General. */
  closeTopic(id: number): void;
  reopenTopic(id: number): void;
  deleteTopic(id: number): void;
  /** Removes a bot from the group. */
  kick(bot?: UserRecord): void;
  /** Makes a basic group a supergroup with a new id. */
  migrate(): GroupChat;
  /** A user sets the reaction of a message; bots are told that are administrators and asked for it. */
  react(from: UserRecord, message: StoredMessage, emoji: string): void;
}

function removeFrom(state: ServerState, message: StoredMessage): void {
  message.deletedAt = state.clock.now();
  state.watch.changed();
}

/** The private chat's handle. */
export function privateChatOf(state: ServerState, chat: ChatRecord, user: UserRecord, account: Account): PrivateChat {
  const setBlocked = (blocked: boolean) => {
    if (chat.blocked === blocked) return;
    chat.blocked = blocked;
    const [was, is] = blocked ? ['member', 'kicked'] : ['kicked', 'member'];
    tellMembership(state, chat, account, user, was ?? '', is ?? '');
  };
  return {
    ...viewOf(state, chat),
    user,
    say: (text, options) => say(state, chat, user, text, options),
    edit: (message, text) => edit(state, chat, message, text),
    sendFile: (kind, file, options) => first(sendFiles(state, chat, user, kind, [file], options)),
    sendAlbum: (kind, files, options) => sendFiles(state, chat, user, kind, files, options),
    pressButton: (message, data) => press(state, chat, user, message, data),
    remove: (message) => removeFrom(state, message),
    block: () => setBlocked(true),
    unblock: () => setBlocked(false),
  };
}

function first(messages: StoredMessage[]): StoredMessage {
  const [message] = messages;
  if (message === undefined) throw new Error('No message was made');
  return message;
}

/** The group's handle; `owner` opens topics and migrates. */
export function groupChatOf(
  state: ServerState,
  chat: ChatRecord,
  owner: UserRecord,
  makeSupergroup: (old: ChatRecord) => ChatRecord,
): GroupChat {
  const join = (user: UserRecord) => {
    const status = chat.members.get(user.id);
    if (status === undefined || status === 'left') chat.members.set(user.id, 'member');
  };
  const topicOf = (id: number) => {
    const topic = chat.topics.get(id);
    if (topic === undefined) throw new Error(`Group ${chat.id} has no topic ${id}`);
    return topic;
  };
  const setClosed = (id: number, closed: boolean) => {
    topicOf(id).closed = closed;
    const kind = closed ? ('forum_topic_closed' as const) : ('forum_topic_reopened' as const);
    happen(state, chat, owner, { kind, value: '' }, id === 1 ? undefined : id);
  };
  const setMember = (user: UserRecord, status: MemberStatus) => {
    const was = chat.members.get(user.id) ?? 'left';
    chat.members.set(user.id, status);
    const account = state.accounts.get(user.id);
    if (account !== undefined && was !== status) tellMembership(state, chat, account, owner, was, status);
    state.watch.changed();
  };
  return {
    ...viewOf(state, chat),
    say: (from, text, options) => {
      join(from);
      return say(state, chat, from, text, options);
    },
    edit: (message, text) => edit(state, chat, message, text),
    sendFile: (from, kind, file, options) => {
      join(from);
      return first(sendFiles(state, chat, from, kind, [file], options));
    },
    sendAlbum: (from, kind, files, options) => {
      join(from);
      return sendFiles(state, chat, from, kind, files, options);
    },
    pressButton: (from, message, data) => press(state, chat, from, message, data),
    remove: (message) => removeFrom(state, message),
    setMember,
    openTopic: (name) => {
      if (!chat.forum) throw new Error(`Group ${chat.id} is no forum`);
      const id = chat.lastMessageId + 1;
      chat.topics.set(id, { id, name, closed: false, deleted: false });
      happen(state, chat, owner, { kind: 'forum_topic_created', value: name }, id);
      return id;
    },
    closeTopic: (id) => setClosed(id, true),
    reopenTopic: (id) => setClosed(id, false),
    deleteTopic: (id) => {
      topicOf(id).deleted = true;
      for (const message of chat.messages.values()) if (message.thread === id) removeFrom(state, message);
    },
    kick: (bot) => {
      for (const account of state.accounts.values()) {
        if (bot === undefined || account.bot.user.id === bot.id) setMember(account.bot.user, 'kicked');
      }
    },
    migrate: () => {
      const fresh = makeSupergroup(chat);
      happen(state, chat, owner, { kind: 'migrate_to', value: fresh.id });
      chat.migratedTo = fresh.id;
      happen(state, fresh, owner, { kind: 'migrate_from', value: chat.id });
      return groupChatOf(state, fresh, owner, makeSupergroup);
    },
    react: (from, message, emoji) => {
      notifyBots(state, chat, 'message_reaction', () => ({
        chat: chatToWire(chat),
        message_id: message.id,
        user: userToWire(from),
        date: Math.floor(state.clock.now() / 1000),
        old_reaction: [],
        new_reaction: [{ type: 'emoji', emoji }],
      }));
    },
  };
}
