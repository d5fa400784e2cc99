import { announceEvent, announceMessage, changeAndAnnounce, removeAndAnnounce } from './announce.js';
import type { ServerState } from './state.js';
import { typeText } from './typed.js';
import {
  type AppRecord,
  type ChannelRecord,
  type FileRecord,
  type StoredMessage,
  storeMessage,
  takeId,
  tsOf,
  type UserRecord,
} from './world.js';

/** Where a person's message goes. */
export interface SayOptions {
  /** The thread's parent, or any message of the thread. */
  thread?: StoredMessage | string;
  /** Shows a reply in the channel too. */
  broadcast?: boolean;
  /** Which of the two events of a mention comes first. */
  order?: ServerState['mentionOrder'];
  /** Content that only integrations send, such as alerts without text. */
  attachments?: readonly Record<string, unknown>[];
}

/** A file as a person shares it. */
export interface SharedFile {
  bytes: Buffer;
  name?: string;
  mime?: string;
  title?: string;
  /** What Slack says its size is, when it shall differ from the bytes. */
  size?: number;
  /** A clip that is recorded in Slack, and its length. */
  clipMs?: number;
}

/** The parent's ts of a thread that is named by any of its messages. */
export function parentOf(thread: StoredMessage | string): string {
  return typeof thread === 'string' ? thread : (thread.thread ?? thread.ts);
}

const placeOf = (options: SayOptions): Partial<StoredMessage> => ({
  ...(options.thread === undefined ? {} : { thread: parentOf(options.thread) }),
  broadcast: options.broadcast ?? false,
});

/** A person writes. */
export function say(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  text: string,
  options: SayOptions = {},
): StoredMessage {
  if (text.length > 40_000) throw new Error('A client sends at most 40,000 characters; split longer texts');
  const message = storeMessage(channel, {
    from,
    at: state.clock.now(),
    ...typeText(text),
    ...placeOf(options),
    ...(options.attachments === undefined ? {} : { attachments: options.attachments }),
  });
  announceMessage(state, channel, message, options.order);
  return message;
}

/** A person edits a message of theirs. */
export function edit(state: ServerState, channel: ChannelRecord, message: StoredMessage, text: string): void {
  changeAndAnnounce(state, channel, message, { ...typeText(text), editor: message.from });
}

/** Somebody deletes a message. */
export function remove(state: ServerState, channel: ChannelRecord, message: StoredMessage): void {
  removeAndAnnounce(state, channel, message);
}

/** Slack adds the preview of a link to a message: apps see a change that changes no text. */
export function unfurl(state: ServerState, channel: ChannelRecord, message: StoredMessage, title = 'A page'): void {
  const preview = {
    id: message.attachments.length + 1,
    title,
    title_link: 'https://example.com',
    from_url: 'https://example.com',
  };
  changeAndAnnounce(state, channel, message, {
    text: message.text,
    blocks: message.blocks,
    attachments: [...message.attachments, preview],
  });
}

/** A person shares files; one message carries them all. */
export function shareFiles(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  files: readonly SharedFile[],
  text = '',
  options: SayOptions = {},
): StoredMessage {
  const at = state.clock.now();
  const records = files.map((file): FileRecord => {
    const name = file.name ?? 'file.bin';
    const record = {
      id: takeId(state.world, 'F'),
      name,
      title: file.title ?? name,
      mime: file.mime ?? 'application/octet-stream',
      bytes: file.bytes,
      size: file.size ?? file.bytes.length,
      ...(file.clipMs === undefined ? {} : { clipMs: file.clipMs }),
      user: from.id,
      at,
      deleted: false,
    };
    state.world.files.set(record.id, record);
    return record;
  });
  const fields = { from, at, ...typeText(text), files: records, subtype: 'file_share', ...placeOf(options) };
  const message = storeMessage(channel, fields);
  announceMessage(state, channel, message, options.order);
  return message;
}

/** A person reacts with an emoji. */
export function react(
  state: ServerState,
  channel: ChannelRecord,
  from: UserRecord,
  message: StoredMessage,
  name: string,
) {
  const users = message.reactions.get(name) ?? new Set<string>();
  message.reactions.set(name, users.add(from.id));
  announceEvent(state, channel, 'reaction_added', {
    user: from.id,
    reaction: name,
    item: { type: 'message', channel: channel.id, ts: message.ts },
    item_user: message.from.id,
  });
}

/** Somebody joins a channel, bots too. */
export function addMember(state: ServerState, channel: ChannelRecord, user: UserRecord): void {
  if (channel.members.has(user.id)) return;
  channel.members.add(user.id);
  channel.gone.delete(user.id);
  const at = state.clock.now();
  const text = `<@${user.id}> has joined the channel`;
  announceMessage(state, channel, storeMessage(channel, { from: user, at, subtype: 'channel_join', text }));
  announceEvent(state, channel, 'member_joined_channel', memberFields(state, channel, user));
}

const memberFields = (state: ServerState, channel: ChannelRecord, user: UserRecord) => ({
  user: user.id,
  channel: channel.id,
  channel_type: channel.kind === 'channel' ? 'C' : 'G',
  team: state.world.team.id,
});

/** Somebody leaves or is removed; an app learns of its own removal by `channel_left` or `group_left`. */
export function removeMember(state: ServerState, channel: ChannelRecord, user: UserRecord): void {
  if (!channel.members.has(user.id)) return;
  announceEvent(state, channel, 'member_left_channel', memberFields(state, channel, user));
  const app = [...state.world.apps.values()].find((entry) => entry.user.id === user.id);
  if (app !== undefined) tellRemoved(state, channel, app);
  channel.members.delete(user.id);
  channel.gone.add(user.id);
  state.watch.changed();
}

function tellRemoved(state: ServerState, channel: ChannelRecord, app: AppRecord): void {
  const type = channel.kind === 'channel' ? 'channel_left' : 'group_left';
  const only = { ...channel, members: new Set([app.user.id]) };
  announceEvent(state, only, type, { channel: channel.id, actor_id: 'U0ADMIN' });
}

/** Archives a channel, or opens it again. */
export function setArchived(state: ServerState, channel: ChannelRecord, archived: boolean, actor: UserRecord): void {
  channel.archived = archived;
  const kind = channel.kind === 'group' ? 'group' : 'channel';
  announceEvent(state, channel, `${kind}_${archived ? 'archive' : 'unarchive'}`, {
    channel: channel.id,
    user: actor.id,
  });
}

/** Deletes a channel with all that is in it. */
export function deleteChannel(state: ServerState, channel: ChannelRecord, actor: UserRecord): void {
  const kind = channel.kind === 'group' ? 'group' : 'channel';
  announceEvent(state, channel, `${kind}_deleted`, { channel: channel.id, actor_id: actor.id });
  channel.deleted = true;
  state.watch.changed();
}

/** A user opens a new thread in the app's assistant view. */
export function openAssistantThread(
  state: ServerState,
  channel: ChannelRecord,
  context: { channel_id?: string },
): StoredMessage {
  const { app, user } = channel;
  if (app === undefined || user === undefined) throw new Error('Assistant threads are in direct messages with an app');
  const at = state.clock.now();
  const root = storeMessage(channel, {
    from: app.user,
    app,
    at,
    subtype: 'assistant_app_thread',
    text: 'New Assistant Thread',
  });
  channel.assistants.set(root.ts, { ts: root.ts, title: '', prompts: [], context: contextOf(state, context) });
  tellAssistant(state, channel, root.ts, 'assistant_thread_started');
  return root;
}

const contextOf = (state: ServerState, { channel_id }: { channel_id?: string }) =>
  channel_id === undefined ? {} : { channel_id, team_id: state.world.team.id, enterprise_id: null };

/** The user looks at another channel beside an assistant thread. */
export function changeAssistantContext(
  state: ServerState,
  channel: ChannelRecord,
  thread: string,
  context: { channel_id?: string },
): void {
  const assistant = channel.assistants.get(thread);
  if (assistant === undefined) throw new Error(`No assistant thread ${thread}`);
  assistant.context = contextOf(state, context);
  tellAssistant(state, channel, thread, 'assistant_thread_context_changed');
}

function tellAssistant(state: ServerState, channel: ChannelRecord, thread: string, type: string): void {
  announceEvent(state, channel, type, {
    assistant_thread: {
      user_id: channel.user?.id,
      context: channel.assistants.get(thread)?.context ?? {},
      channel_id: channel.id,
      thread_ts: thread,
    },
    event_ts: tsOf(state.clock.now()),
  });
}
