import type { SayOptions, SharedFile } from './acts.js';
import * as acts from './acts.js';
import { type Interaction, type Press, press, runCommand, runShortcut } from './interact.js';
import { type ChannelView, viewOf } from './phone.js';
import type { Account, ServerState } from './state.js';
import type { ChannelRecord, EphemeralMessage, StoredMessage, UserRecord } from './world.js';

/** A thread of the app's assistant view. */
export interface AssistantThread {
  readonly ts: string;
  readonly root: StoredMessage;
  say(text: string): StoredMessage;
  /** The user looks at another channel beside it. */
  changeContext(channel?: { id: string }): void;
}

/** A direct message conversation of a user with an app; everything is done by its user. */
export interface DirectMessages extends ChannelView {
  readonly user: UserRecord;
  say(text: string, options?: SayOptions): StoredMessage;
  edit(message: StoredMessage, text: string): void;
  /** Deletes a message, the app's too. */
  remove(message: StoredMessage): void;
  shareFile(file: SharedFile | readonly SharedFile[], text?: string, options?: SayOptions): StoredMessage;
  slashCommand(command: string, text?: string): Interaction;
  pressButton(message: StoredMessage | EphemeralMessage, what?: string | Press): Interaction;
  shortcut(message: StoredMessage, callbackId: string): Interaction;
  /** Slack adds a link's preview to a message. */
  unfurl(message: StoredMessage, title?: string): void;
  openAssistantThread(context?: { id: string }): AssistantThread;
}

/** A channel; who does something is named first. */
export interface Channel extends ChannelView {
  say(from: UserRecord, text: string, options?: SayOptions): StoredMessage;
  /** Writes with a mention of the app in front: apps get `app_mention` and `message`, with different event ids. */
  mention(from: UserRecord, text: string, options?: SayOptions): StoredMessage;
  edit(message: StoredMessage, text: string): void;
  remove(message: StoredMessage): void;
  shareFile(
    from: UserRecord,
    file: SharedFile | readonly SharedFile[],
    text?: string,
    options?: SayOptions,
  ): StoredMessage;
  slashCommand(from: UserRecord, command: string, text?: string): Interaction;
  pressButton(from: UserRecord, message: StoredMessage | EphemeralMessage, what?: string | Press): Interaction;
  shortcut(from: UserRecord, message: StoredMessage, callbackId: string): Interaction;
  unfurl(message: StoredMessage, title?: string): void;
  react(from: UserRecord, message: StoredMessage, name: string): void;
  join(user: UserRecord): void;
  leave(user: UserRecord): void;
  /** Brings the app in. */
  invite(): void;
  /** Removes the app. */
  kick(): void;
  archive(): void;
  unarchive(): void;
  delete(): void;
  /** Only some people may post. */
  setReadOnly(readOnly: boolean): void;
  /** Admins lock a thread. */
  lockThread(thread: StoredMessage): void;
}

const pressOf = (what: string | Press | undefined): Press =>
  typeof what === 'string' ? { control: what } : (what ?? {});
const filesOf = (file: SharedFile | readonly SharedFile[]): readonly SharedFile[] => [file].flat();

/** The direct messages' handle. */
export function directMessagesOf(
  state: ServerState,
  channel: ChannelRecord,
  user: UserRecord,
  account: Account,
): DirectMessages {
  return {
    ...viewOf(state, channel),
    user,
    say: (text, options) => acts.say(state, channel, user, text, options),
    edit: (message, text) => acts.edit(state, channel, message, text),
    remove: (message) => acts.remove(state, channel, message),
    shareFile: (file, text, options) => acts.shareFiles(state, channel, user, filesOf(file), text, options),
    slashCommand: (command, text = '') => runCommand(state, account, channel, user, command, text),
    pressButton: (message, what) => press(state, account, channel, user, message, pressOf(what)),
    shortcut: (message, callbackId) => runShortcut(state, account, channel, user, message, callbackId),
    unfurl: (message, title) => acts.unfurl(state, channel, message, title),
    openAssistantThread: (context) => {
      const seen = context === undefined ? {} : { channel_id: context.id };
      const root = acts.openAssistantThread(state, channel, seen);
      return {
        ts: root.ts,
        root,
        say: (text) => acts.say(state, channel, user, text, { thread: root }),
        changeContext: (other) =>
          acts.changeAssistantContext(state, channel, root.ts, other === undefined ? {} : { channel_id: other.id }),
      };
    },
  };
}

/** The channel's handle; `account` is the app that mentions, commands and buttons mean. */
export function channelOf(state: ServerState, channel: ChannelRecord, owner: UserRecord, account: Account): Channel {
  const botUser = account.app.user;
  const joined = (user: UserRecord): UserRecord => {
    channel.members.add(user.id);
    return user;
  };
  return {
    ...viewOf(state, channel),
    say: (from, text, options) => acts.say(state, channel, joined(from), text, options),
    mention: (from, text, options) => acts.say(state, channel, joined(from), `<@${botUser.id}> ${text}`, options),
    edit: (message, text) => acts.edit(state, channel, message, text),
    remove: (message) => acts.remove(state, channel, message),
    shareFile: (from, file, text, options) =>
      acts.shareFiles(state, channel, joined(from), filesOf(file), text, options),
    slashCommand: (from, command, text = '') => runCommand(state, account, channel, joined(from), command, text),
    pressButton: (from, message, what) => press(state, account, channel, joined(from), message, pressOf(what)),
    shortcut: (from, message, callbackId) => runShortcut(state, account, channel, joined(from), message, callbackId),
    unfurl: (message, title) => acts.unfurl(state, channel, message, title),
    react: (from, message, name) => acts.react(state, channel, joined(from), message, name),
    join: (user) => acts.addMember(state, channel, user),
    leave: (user) => acts.removeMember(state, channel, user),
    invite: () => acts.addMember(state, channel, botUser),
    kick: () => acts.removeMember(state, channel, botUser),
    archive: () => acts.setArchived(state, channel, true, owner),
    unarchive: () => acts.setArchived(state, channel, false, owner),
    delete: () => acts.deleteChannel(state, channel, owner),
    setReadOnly: (readOnly) => {
      channel.readOnly = readOnly;
    },
    lockThread: (thread) => {
      channel.lockedThreads.add(acts.parentOf(thread));
    },
  };
}
