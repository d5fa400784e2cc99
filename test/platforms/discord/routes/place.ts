import { z } from 'zod';
import {
  dmsClosed,
  missingAccess,
  missingPermissions,
  threadArchived,
  threadLocked,
  unknownChannel,
  unknownGuild,
  unknownMessage,
} from '../errors.js';
import { tellChannel } from '../events.js';
import type { Permission } from '../permissions.js';
import type { ServerState } from '../state.js';
import { check, snowflake } from '../validate.js';
import { type ChannelRecord, findMessage, type GuildRecord, type StoredMessage } from '../world.js';

const idSchema = (name: string) => z.object({ [name]: snowflake });

/** Refuses what is no id. */
function checkId(name: string, id: string): void {
  check(idSchema(name), { [name]: id });
}

/** Whether the bot may do something in a channel; in a DM it may all that exists there. */
export function can(state: ServerState, channel: ChannelRecord, permission: Permission): boolean {
  const { guild } = channel;
  if (guild === undefined) return !['MANAGE_MESSAGES', 'MANAGE_CHANNELS', 'MANAGE_THREADS'].includes(permission);
  const parent = channel.thread === undefined ? undefined : state.world.channels.get(channel.thread.parentId);
  return (
    guild.permissions.has(permission) && !channel.denied.has(permission) && parent?.denied.has(permission) !== true
  );
}

/** The channel of a path, if the bot sees it and may do that there. Throws as Discord refuses. */
export function openChannel(state: ServerState, id: string, ...needed: Permission[]): ChannelRecord {
  checkId('channel_id', id);
  const channel = state.world.channels.get(id);
  if (channel === undefined) throw unknownChannel('client');
  if (channel.deleted) throw unknownChannel('world');
  if (channel.guild !== undefined) {
    if (!channel.guild.members.has(state.bot.id) || !can(state, channel, 'VIEW_CHANNEL')) throw missingAccess();
    const { thread } = channel;
    if (thread?.isPrivate === true && !thread.members.has(state.bot.id) && !can(state, channel, 'MANAGE_THREADS')) {
      throw missingAccess();
    }
  }
  for (const permission of needed) if (!can(state, channel, permission)) throw missingPermissions();
  return channel;
}

/** A channel into which the bot may write now. An archived thread opens by a message, not by typing; a locked one stays shut. */
export function openForWriting(state: ServerState, id: string, what: 'message' | 'typing' = 'message'): ChannelRecord {
  const channel = openChannel(state, id);
  const { thread } = channel;
  if (channel.user?.dmsClosed === true) throw dmsClosed();
  if (!can(state, channel, thread === undefined ? 'SEND_MESSAGES' : 'SEND_MESSAGES_IN_THREADS')) {
    throw missingPermissions();
  }
  if (thread?.locked === true && !can(state, channel, 'MANAGE_THREADS')) throw threadLocked();
  if (thread?.archived === true && what === 'message') {
    thread.archived = false;
    thread.archiveChangedAt = state.clock.now();
    tellChannel(state, channel, 'UPDATE');
  }
  return channel;
}

/** Nothing in an archived thread can be changed. */
export function refuseIfArchived(channel: ChannelRecord): void {
  if (channel.thread?.archived === true) throw threadArchived();
}

/** A message that is there and that the bot may see. */
export function openMessage(channel: ChannelRecord, id: string): StoredMessage {
  checkId('message_id', id);
  const message = findMessage(channel, id);
  if (message === undefined || message.ephemeralFor !== undefined) {
    throw unknownMessage(channel.messages.has(id) ? 'world' : 'client');
  }
  return message;
}

/** A guild that the bot is in. */
export function openGuild(state: ServerState, id: string): GuildRecord {
  checkId('guild_id', id);
  const guild = state.world.guilds.get(id);
  if (guild === undefined) throw unknownGuild('client');
  if (!guild.members.has(state.bot.id)) throw unknownGuild('world');
  return guild;
}
