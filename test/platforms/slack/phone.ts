import type { WaitOptions } from '../watch.js';
import { parentOf } from './acts.js';
import type { NameOf } from './blocks/mrkdwn.js';
import { type Shown, visibleText } from './blocks/visibleText.js';
import type { ServerState } from './state.js';
import {
  type AssistantRecord,
  type ChannelRecord,
  type EphemeralMessage,
  repliesOf,
  type StoredMessage,
} from './world.js';

/** One entry of a phone's notifications: what a message said when it came. */
export interface Notification {
  ts: string;
  channel: string;
  thread: string | undefined;
  text: string;
  at: number;
}

/** A conversation as its people see it. */
export interface ChannelView {
  readonly id: string;
  readonly record: Readonly<ChannelRecord>;
  /** All messages that can be seen now, oldest first; with a thread (any of its messages) its parent and replies. */
  messages(thread?: StoredMessage | string): StoredMessage[];
  /** What stands in the conversation itself, outside threads. */
  timeline(): StoredMessage[];
  /** The visible messages of apps. */
  botMessages(thread?: StoredMessage | string): StoredMessage[];
  /** All messages ever, deleted ones too. */
  history(): StoredMessage[];
  /** What made phones ring: apps' new messages in direct messages, with mentions, and in threads that people are in. */
  notifications(): Notification[];
  /** What single users see, by user id when given. */
  ephemerals(user?: string): EphemeralMessage[];
  /** What the app is shown to be doing in a thread, or in any. */
  status(thread?: StoredMessage | string): string | undefined;
  /** The assistant thread of that ts. */
  assistant(thread: StoredMessage | string): AssistantRecord | undefined;
  /** The first visible message of an app that fits; waits for it. */
  waitForBotMessage(fits?: (message: StoredMessage) => boolean, options?: WaitOptions): Promise<StoredMessage>;
}

/** Names as clients show them instead of ids. */
export const namesOf =
  (state: ServerState): NameOf =>
  (kind, id) => {
    if (kind === 'channel') return state.world.channels.get(id)?.name ?? id;
    const user = state.world.users.get(id);
    return user === undefined ? id : user.displayName || user.realName;
  };

const mention = /<(?:@[A-Z0-9]+|!(?:here|channel|everyone))/;
const blockMention = /"type":"(?:user|broadcast)"/;

function mentionsPeople(shown: Shown): boolean {
  return (
    mention.test(shown.text) ||
    mention.test(JSON.stringify(shown.blocks)) ||
    blockMention.test(JSON.stringify(shown.blocks))
  );
}

function isPersonIn(channel: ChannelRecord, thread: string): boolean {
  const parent = channel.messages.get(thread);
  return [...(parent === undefined ? [] : [parent]), ...repliesOf(channel, thread)].some(
    (entry) => entry.app === undefined,
  );
}

function rings(channel: ChannelRecord, message: StoredMessage, shown: Shown): boolean {
  if (channel.kind === 'im' || mentionsPeople(shown)) return true;
  return message.thread !== undefined && isPersonIn(channel, message.thread);
}

/** The notification that a message caused, if any: its first version that said something. */
function notificationOf(state: ServerState, channel: ChannelRecord, message: StoredMessage): Notification | undefined {
  if (message.app === undefined || message.subtype === 'assistant_app_thread') return undefined;
  const versions = [...message.past, { text: message.text, blocks: message.blocks, at: message.shownAt }];
  const said = (shown: Shown) => shown.text !== '' || shown.blocks.length > 0 || message.files.length > 0;
  const first = versions.find(said);
  if (first === undefined || !rings(channel, message, first)) return undefined;
  // The text is what a notification shows; blocks only stand in for it.
  const shown = first.text.trim() === '' ? first : { text: first.text, blocks: [] };
  const text = visibleText(shown, namesOf(state));
  return { ts: message.ts, channel: channel.id, thread: message.thread, text, at: first.at };
}

/** All notifications of a conversation, oldest first. */
export function notificationsOf(state: ServerState, channel: ChannelRecord): Notification[] {
  return [...channel.messages.values()].flatMap((message) => notificationOf(state, channel, message) ?? []);
}

export function viewOf(state: ServerState, channel: ChannelRecord): ChannelView {
  const history = () => [...channel.messages.values()];
  const messages = (thread?: StoredMessage | string) => {
    const parent = thread === undefined ? undefined : parentOf(thread);
    return history().filter(
      (message) =>
        message.deletedAt === undefined && (parent === undefined || message.ts === parent || message.thread === parent),
    );
  };
  const botMessages = (thread?: StoredMessage | string) =>
    messages(thread).filter((message) => message.app !== undefined && message.subtype !== 'assistant_app_thread');
  return {
    id: channel.id,
    record: channel,
    history,
    messages,
    timeline: () => messages().filter((message) => message.thread === undefined || message.broadcast),
    botMessages,
    notifications: () => notificationsOf(state, channel),
    ephemerals: (user) =>
      channel.ephemerals.filter(
        (message) => message.deletedAt === undefined && (user === undefined || message.user === user),
      ),
    status: (thread) => {
      const now = state.clock.now();
      const wanted = thread === undefined ? undefined : parentOf(thread);
      const shown = [...channel.statuses].find(
        ([ts, status]) => status.until > now && (wanted === undefined || ts === wanted),
      );
      return shown?.[1].status;
    },
    assistant: (thread) => channel.assistants.get(parentOf(thread)),
    waitForBotMessage: (fits = () => true, options = {}) =>
      state.watch.waitFor(() => botMessages().find(fits), { what: `a bot message in ${channel.id}`, ...options }),
  };
}
