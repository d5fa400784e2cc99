import { openDirect } from '../direct.js';
import { ApiError, unlucky, wrong } from '../errors.js';
import { isTombstone } from '../wire.js';
import { type ChannelRecord, findMessage, type StoredMessage, type UserRecord } from '../world.js';
import type { MethodContext } from './method.js';

function byName(context: MethodContext, name: string): ChannelRecord | undefined {
  const bare = name.replace(/^#/, '');
  return [...context.state.world.channels.values()].find((channel) => channel.kind !== 'im' && channel.name === bare);
}

/** The conversation that an app means and may know of. Throws `channel_not_found`. */
export function knownChannel(context: MethodContext, id: string): ChannelRecord {
  const { state, app } = context;
  const user = state.world.users.get(id);
  if (user !== undefined) return openDirect(state, user, app);
  const channel = state.world.channels.get(id) ?? byName(context, id);
  if (channel === undefined) throw wrong('channel_not_found');
  if (channel.deleted) throw unlucky('channel_not_found');
  if (channel.kind === 'im' && channel.app?.id !== app.id) throw wrong('channel_not_found');
  if ((channel.kind === 'group' || channel.kind === 'mpim') && !channel.members.has(app.user.id)) {
    throw channel.gone.has(app.user.id) ? unlucky('channel_not_found') : wrong('channel_not_found');
  }
  return channel;
}

/** A conversation that the app is in. Throws `not_in_channel`. */
export function joinedChannel(context: MethodContext, id: string): ChannelRecord {
  const channel = knownChannel(context, id);
  if (channel.kind !== 'im' && !channel.members.has(context.app.user.id)) throw unlucky('not_in_channel');
  return channel;
}

/** A conversation that the app may write to. Throws `is_archived`, `restricted_action_read_only_channel`. */
export function openChannel(context: MethodContext, id: string): ChannelRecord {
  const channel = joinedChannel(context, id);
  if (channel.archived) throw unlucky('is_archived');
  if (channel.readOnly) throw unlucky('restricted_action_read_only_channel');
  return channel;
}

/** Where a message goes in its conversation. */
export interface ThreadPlace {
  thread?: string;
  altered: string[];
}

const serviceMessages: ReadonlySet<string> = new Set(['channel_join', 'channel_leave', 'channel_archive']);

/**
 * The thread that `thread_ts` opens or continues. A reply's own ts opens a wrong thread, as in Slack, and is noted. Throws
 * `thread_not_found`, `cannot_reply_to_message`, `restricted_action_thread_locked`.
 */
export function readThread(context: MethodContext, channel: ChannelRecord, ts: string | undefined): ThreadPlace {
  if (ts === undefined) return { altered: [] };
  const parent = channel.messages.get(ts);
  if (parent === undefined) throw wrong('thread_not_found');
  if (parent.subtype !== undefined && serviceMessages.has(parent.subtype)) throw wrong('cannot_reply_to_message');
  if (parent.deletedAt !== undefined && !isTombstone(channel, parent)) {
    if (context.state.orphanReplies === 'root') return { altered: [] };
    throw unlucky('thread_not_found');
  }
  if (channel.lockedThreads.has(ts)) throw unlucky('restricted_action_thread_locked');
  if (parent.thread === undefined) return { thread: ts, altered: [] };
  return { thread: ts, altered: [`thread_ts ${ts} is a reply's own: it opens a wrong thread`] };
}

/** A message that can be seen. Throws `message_not_found`. */
export function visibleMessage(channel: ChannelRecord, ts: string): StoredMessage {
  const message = findMessage(channel, ts);
  if (message !== undefined) return message;
  throw channel.messages.has(ts) ? unlucky('message_not_found') : wrong('message_not_found');
}

/** A message of the app's own. Throws the given error for others' messages. */
export function ownMessage(context: MethodContext, channel: ChannelRecord, ts: string, error: string): StoredMessage {
  const message = visibleMessage(channel, ts);
  if (message.app?.id !== context.app.id) throw wrong(error);
  return message;
}

/** A user of the workspace. Throws `user_not_found`. */
export function knownUser(context: MethodContext, id: string): UserRecord {
  const user = context.state.world.users.get(id);
  if (user === undefined) throw new ApiError('user_not_found', 'client');
  return user;
}
