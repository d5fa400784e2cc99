import { tellChannel, tellTyping } from './events.js';
import * as interacting from './interacting.js';
import type { InteractionRecord } from './interactionRecord.js';
import type { Permission } from './permissions.js';
import type { ServerState } from './state.js';
import * as talking from './talking.js';
import { joinThread, openThread, removeChannel, setThread } from './threads.js';
import { type PlaceView, viewOf } from './view.js';
import type { WireObject } from './wire.js';
import type { ChannelRecord, StoredMessage, UserRecord } from './world.js';

/** What one person can do in a place. */
export interface Doings {
  say(text: string, options?: talking.SayOptions): StoredMessage;
  /** Writes with a mention of the bot (or of its role, in guilds) before the text. */
  mention(text: string, options?: talking.SayOptions & { byRole?: boolean }): StoredMessage;
  reply(message: StoredMessage, text: string, options?: talking.SayOptions): StoredMessage;
  attach(files: readonly talking.SentFile[], text?: string): StoredMessage;
  react(message: StoredMessage, emoji: string, isOn?: boolean): void;
  startTyping(): void;
  /**
   * `model set` runs a subcommand. Throws when the client does not offer the command or take the values. `wire`: fields of the
   * event that are to be otherwise.
   */
  slash(words: string, values?: interacting.OptionValues, wire?: WireObject): InteractionRecord;
  /** Types into an option; see the interaction's `choices`. */
  autocomplete(words: string, option: string, typed: string, others?: interacting.OptionValues): InteractionRecord;
  contextMenu(name: string, message: StoredMessage): InteractionRecord;
  /** By `custom_id`, or the only one there is. */
  pressButton(message: StoredMessage, customId?: string): InteractionRecord;
  choose(message: StoredMessage, values: readonly string[], customId?: string): InteractionRecord;
  submitModal(source: InteractionRecord, values: Readonly<Record<string, string>>): InteractionRecord;
}

/** What happens to messages of a place, whoever does it. */
interface Place extends PlaceView {
  edit(message: StoredMessage, text: string): void;
  /** One message, or several at once. */
  remove(...messages: StoredMessage[]): void;
  /** Discord adds a link preview: an update without an edit. */
  addPreview(message: StoredMessage, url: string): void;
}

/** The DM of a person with the bot. */
export interface DmPlace extends Place, Doings {
  readonly user: UserRecord;
  /** The person takes no messages from the bot any more (50007). */
  shut(): void;
  reopen(): void;
}

/** A channel or thread of a guild. `as(person)` gives what that person can do there. */
export interface GuildPlace extends Place {
  as(person: UserRecord): Doings;
  say(from: UserRecord, text: string, options?: talking.SayOptions): StoredMessage;
  mention(from: UserRecord, text: string, options?: talking.SayOptions & { byRole?: boolean }): StoredMessage;
  reply(from: UserRecord, message: StoredMessage, text: string, options?: talking.SayOptions): StoredMessage;
  /** Takes permissions from the bot here, or gives them back. */
  deny(...permissions: Permission[]): void;
  allow(...permissions: Permission[]): void;
  /** Deletes the channel with its threads, or the thread. */
  delete(): void;
}

export interface ChannelPlace extends GuildPlace {
  /** Opens a thread, about a message (then it has its id) or without one. */
  startThread(from: UserRecord, name: string, message?: StoredMessage): ThreadPlace;
  /** The thread with that id that somebody opened here. */
  thread(id: string): ThreadPlace;
}

export interface ThreadPlace extends GuildPlace {
  archive(): void;
  unarchive(): void;
  lock(): void;
  unlock(): void;
  join(person: UserRecord): void;
}

export function doingsOf(state: ServerState, channel: ChannelRecord, from: UserRecord): Doings {
  const say: Doings['say'] = (text, options) => talking.say(state, channel, from, text, options);
  return {
    say,
    mention: (text, { byRole = false, ...options } = {}) => {
      const role = [...(channel.guild?.roles.values() ?? [])].find((entry) => entry.botId === state.bot.id);
      if (byRole && role === undefined) throw new Error('There is no role of the bot here');
      return say(`${byRole ? `<@&${role?.id}>` : `<@${state.bot.id}>`} ${text}`, options);
    },
    reply: (message, text, options) => say(text, { ...options, replyTo: message }),
    attach: (files, text = '') => say(text, { files }),
    react: (message, emoji, isOn) => talking.react(state, channel, from, message, emoji, isOn),
    startTyping: () => tellTyping(state, channel, from),
    slash: (words, values, wire) => interacting.slash(state, channel, from, words, values, wire),
    autocomplete: (words, option, typed, others) =>
      interacting.autocomplete(state, channel, from, words, option, typed, others),
    contextMenu: (name, message) => interacting.contextMenu(state, channel, from, name, message),
    pressButton: (message, customId) => interacting.pressButton(state, channel, from, message, customId),
    choose: (message, values, customId) => interacting.choose(state, channel, from, message, values, customId),
    submitModal: (source, values) => interacting.submitModal(state, source, values),
  };
}

const placeOf = (state: ServerState, channel: ChannelRecord): Place => ({
  ...viewOf(state, channel),
  edit: (message, text) => talking.edit(state, channel, message, text),
  remove: (...messages) => talking.remove(state, channel, messages),
  addPreview: (message, url) => talking.addPreview(state, channel, message, url),
});

export function dmPlaceOf(state: ServerState, channel: ChannelRecord, user: UserRecord): DmPlace {
  const setShut = (isShut: boolean) => {
    user.dmsClosed = isShut;
    state.watch.changed();
  };
  return {
    ...placeOf(state, channel),
    ...doingsOf(state, channel, user),
    user,
    shut: () => setShut(true),
    reopen: () => setShut(false),
  };
}

function guildPlaceOf(state: ServerState, channel: ChannelRecord): GuildPlace {
  const as = (person: UserRecord) => doingsOf(state, channel, person);
  const changed = () => tellChannel(state, channel, 'UPDATE');
  return {
    ...placeOf(state, channel),
    as,
    say: (from, text, options) => as(from).say(text, options),
    mention: (from, text, options) => as(from).mention(text, options),
    reply: (from, message, text, options) => as(from).reply(message, text, options),
    deny: (...permissions) => {
      for (const permission of permissions) channel.denied.add(permission);
      changed();
    },
    allow: (...permissions) => {
      for (const permission of permissions) channel.denied.delete(permission);
      changed();
    },
    delete: () => removeChannel(state, channel),
  };
}

export function threadPlaceOf(state: ServerState, channel: ChannelRecord): ThreadPlace {
  return {
    ...guildPlaceOf(state, channel),
    archive: () => setThread(state, channel, { archived: true }),
    unarchive: () => setThread(state, channel, { archived: false }),
    lock: () => setThread(state, channel, { locked: true }),
    unlock: () => setThread(state, channel, { locked: false }),
    join: (person) => joinThread(state, channel, person),
  };
}

export function channelPlaceOf(state: ServerState, channel: ChannelRecord): ChannelPlace {
  return {
    ...guildPlaceOf(state, channel),
    startThread: (owner, name, from) =>
      threadPlaceOf(state, openThread(state, channel, { name, owner, ...(from === undefined ? {} : { from }) })),
    thread: (id) => {
      const found = state.world.channels.get(id);
      if (found?.thread?.parentId !== channel.id) throw new Error(`Channel ${channel.id} has no thread ${id}`);
      return threadPlaceOf(state, found);
    },
  };
}
