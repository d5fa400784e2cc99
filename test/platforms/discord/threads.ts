import { threadExists } from './errors.js';
import { tellChannel, tellCreated, tellThreadMembers, tellUpdated } from './events.js';
import { nextId, type ServerState } from './state.js';
import { type ChannelRecord, makeChannel, type StoredMessage, storeMessage, type UserRecord } from './world.js';

/** A thread that somebody opens. */
export interface NewThread {
  name: string;
  owner: UserRecord;
  /** The message that it is about; the thread gets its id. */
  from?: StoredMessage;
  isPrivate?: boolean;
  autoArchiveMinutes?: number;
}

/**
 * Opens a thread as Discord does: THREAD_CREATE, the message's HAS_THREAD flag (or a "started a thread" message in the
 * channel), and in a thread about a message that message again, as type 21 with an id of its own. Throws 160004.
 */
export function openThread(state: ServerState, parent: ChannelRecord, options: NewThread): ChannelRecord {
  const { guild } = parent;
  if (guild === undefined || parent.kind !== 'text') throw new Error('Threads are opened in text channels of guilds');
  const { name, owner, from, isPrivate = false, autoArchiveMinutes = 4320 } = options;
  const now = state.clock.now();
  const id = from?.id ?? nextId(state);
  if (state.world.channels.has(id)) throw threadExists();
  const channel = makeChannel({
    id,
    kind: 'thread',
    name,
    guild,
    thread: {
      parentId: parent.id,
      ownerId: owner.id,
      isPrivate,
      members: new Set([owner.id]),
      archived: false,
      locked: false,
      autoArchiveMinutes,
      archiveChangedAt: now,
    },
  });
  state.world.channels.set(id, channel);
  tellChannel(state, channel, 'CREATE', { newly_created: true });
  tellThreadMembers(state, channel, [owner], []);
  if (from !== undefined) {
    from.hasThread = true;
    tellUpdated(state, parent, from);
    const reference = { channelId: parent.id, messageId: from.id };
    tellCreated(
      state,
      channel,
      storeMessage(channel, { id: nextId(state), author: from.author, at: now, type: 21, reference }),
    );
  } else if (!isPrivate) {
    const fields = { id: nextId(state), author: owner, at: now, type: 18, content: name, reference: { channelId: id } };
    tellCreated(state, parent, storeMessage(parent, fields));
  }
  return channel;
}

/** Somebody comes into a thread. */
export function joinThread(state: ServerState, channel: ChannelRecord, user: UserRecord): void {
  if (channel.thread === undefined || channel.thread.members.has(user.id)) return;
  channel.thread.members.add(user.id);
  tellThreadMembers(state, channel, [user], []);
}

/** Archives, opens, locks or unlocks a thread. */
export function setThread(
  state: ServerState,
  channel: ChannelRecord,
  change: { archived?: boolean; locked?: boolean },
): void {
  const { thread } = channel;
  if (thread === undefined) throw new Error(`Channel ${channel.id} is no thread`);
  if (change.archived !== undefined && change.archived !== thread.archived) {
    thread.archived = change.archived;
    thread.archiveChangedAt = state.clock.now();
  }
  if (change.locked !== undefined) thread.locked = change.locked;
  tellChannel(state, channel, 'UPDATE');
}

/** A channel or thread is gone, with the threads in it. */
export function removeChannel(state: ServerState, channel: ChannelRecord): void {
  if (channel.deleted) return;
  for (const inner of state.world.channels.values()) {
    if (inner.thread?.parentId === channel.id) removeChannel(state, inner);
  }
  tellChannel(state, channel, 'DELETE');
  channel.deleted = true;
  state.watch.changed();
}
