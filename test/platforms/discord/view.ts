import type { WaitOptions } from '../watch.js';
import type { ServerState } from './state.js';
import type { ChannelRecord, StoredMessage, UserRecord } from './world.js';

/** One entry of a phone's notifications: the text that a message had when it came. */
export interface Notification {
  id: string;
  text: string;
  at: number;
}

/** A channel, thread or DM as its people see it. */
export interface PlaceView {
  readonly id: string;
  readonly record: Readonly<ChannelRecord>;
  /** All messages that everybody there can see now, oldest first. They are live: their content is always the current one. */
  messages(): StoredMessage[];
  /** The visible messages of the bot, without those that still say "thinking". */
  botMessages(): StoredMessage[];
  /** Messages that only this person sees. */
  ephemeral(user: UserRecord): StoredMessage[];
  /** All messages ever, deleted and ephemeral ones too. */
  history(): StoredMessage[];
  /** First texts of all bot messages that came with a sound, oldest first: not silent, not ephemeral, not deferred. */
  notifications(): Notification[];
  /** Whether clients show that the bot is typing. */
  isTyping(): boolean;
  /** The first visible bot message that fits; waits for it. */
  waitForBotMessage(fits?: (message: StoredMessage) => boolean, options?: WaitOptions): Promise<StoredMessage>;
}

export const viewOf = (state: ServerState, channel: ChannelRecord): PlaceView => {
  const history = () => [...channel.messages.values()];
  const there = () => (channel.deleted ? [] : history().filter((message) => message.deletedAt === undefined));
  const messages = () => there().filter((message) => message.ephemeralFor === undefined);
  const botMessages = () => messages().filter((message) => message.author === state.bot && !message.thinking);
  return {
    id: channel.id,
    record: channel,
    messages,
    botMessages,
    ephemeral: (user) => there().filter((message) => message.ephemeralFor === user),
    history,
    notifications: () =>
      history()
        .filter(({ author, silent, ephemeralFor }) => author === state.bot && !silent && ephemeralFor === undefined)
        .map((message) => ({ id: message.id, text: message.past[0]?.content ?? message.content, at: message.at })),
    isTyping: () => channel.typingUntil > state.clock.now(),
    waitForBotMessage: (fits = () => true, options = {}) =>
      state.watch.waitFor(() => botMessages().find(fits), {
        what: `a bot message in channel ${channel.id}`,
        ...options,
      }),
  };
};
