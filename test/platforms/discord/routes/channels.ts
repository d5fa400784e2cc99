import { z } from 'zod';
import { missingPermissions, unknownUser, wrongChannelType } from '../errors.js';
import { tellChannel, tellThreadMembers } from '../events.js';
import { text } from '../text.js';
import { joinThread, openThread, removeChannel, setThread } from '../threads.js';
import { check, snowflake } from '../validate.js';
import { channelsOf, channelToWire } from '../wire.js';
import type { ChannelRecord } from '../world.js';
import { can, openChannel, openGuild, openMessage, refuseIfArchived } from './place.js';
import { part, type Route, type RouteContext, route } from './route.js';

const openPath = (context: RouteContext) => openChannel(context.state, part(context, 'channel'));

const getChannel = (context: RouteContext) => channelToWire(context.state, openPath(context));

const changeSchema = z.looseObject({
  name: text(100, 1).exactOptional(),
  archived: z.boolean().exactOptional(),
  locked: z.boolean().exactOptional(),
  auto_archive_duration: z.literal([60, 1440, 4320, 10_080]).exactOptional(),
});

const rateOfChange = (params: object) => ('name' in params ? 'rename' : 'thread');

function changeChannel(context: RouteContext) {
  const { state } = context;
  const change = check(changeSchema, context.json);
  const channel = openPath(context);
  const { thread } = channel;
  if (channel.kind === 'dm') throw wrongChannelType();
  const mayManage = can(state, channel, thread === undefined ? 'MANAGE_CHANNELS' : 'MANAGE_THREADS');
  const isOwn = thread?.ownerId === state.bot.id;
  // A thread that is not locked is opened again by whoever may write in it (API, "Modify Channel").
  const onlyReopens = change.archived === false && thread?.locked === false && Object.keys(change).length === 1;
  const mayReopen = onlyReopens && can(state, channel, 'SEND_MESSAGES_IN_THREADS');
  if (!mayManage && !mayReopen && (!isOwn || change.locked !== undefined)) throw missingPermissions();
  if (change.archived !== false) refuseIfArchived(channel);
  if (change.name !== undefined) channel.name = change.name;
  if (thread === undefined) {
    tellChannel(state, channel, 'UPDATE');
  } else {
    if (change.auto_archive_duration !== undefined) thread.autoArchiveMinutes = change.auto_archive_duration;
    const { archived, locked } = change;
    setThread(state, channel, {
      ...(archived === undefined ? {} : { archived }),
      ...(locked === undefined ? {} : { locked }),
    });
  }
  return channelToWire(state, channel);
}

function deleteChannel(context: RouteContext) {
  const { state } = context;
  const channel = openPath(context);
  if (channel.kind !== 'dm') {
    if (!can(state, channel, channel.thread === undefined ? 'MANAGE_CHANNELS' : 'MANAGE_THREADS'))
      throw missingPermissions();
    removeChannel(state, channel);
  }
  return channelToWire(state, channel);
}

const threadSchema = z.looseObject({
  name: text(100, 1),
  auto_archive_duration: z.literal([60, 1440, 4320, 10_080]).exactOptional(),
  /** 11: public, 12: private. */
  type: z.literal([11, 12]).exactOptional(),
});

function openParent(context: RouteContext, isPrivate: boolean): ChannelRecord {
  const { state } = context;
  const parent = openPath(context);
  if (parent.kind !== 'text') throw wrongChannelType();
  if (!can(state, parent, isPrivate ? 'CREATE_PRIVATE_THREADS' : 'CREATE_PUBLIC_THREADS')) throw missingPermissions();
  return parent;
}

function startThreadFrom(context: RouteContext) {
  const { state } = context;
  const { name, auto_archive_duration } = check(threadSchema, context.json);
  const parent = openParent(context, false);
  const from = openMessage(parent, part(context, 'message'));
  const minutes = auto_archive_duration === undefined ? {} : { autoArchiveMinutes: auto_archive_duration };
  return channelToWire(state, openThread(state, parent, { name, owner: state.bot, from, ...minutes }));
}

function startThread(context: RouteContext) {
  const { state } = context;
  const { name, auto_archive_duration, type = 12 } = check(threadSchema, context.json);
  const isPrivate = type === 12;
  const parent = openParent(context, isPrivate);
  const minutes = auto_archive_duration === undefined ? {} : { autoArchiveMinutes: auto_archive_duration };
  return channelToWire(state, openThread(state, parent, { name, owner: state.bot, isPrivate, ...minutes }));
}

function openThreadPath(context: RouteContext) {
  const channel = openPath(context);
  if (channel.thread === undefined) throw wrongChannelType();
  return { channel, thread: channel.thread };
}

function enterThread(context: RouteContext) {
  const { channel } = openThreadPath(context);
  refuseIfArchived(channel);
  joinThread(context.state, channel, context.state.bot);
}

function leaveThread(context: RouteContext) {
  const { channel, thread } = openThreadPath(context);
  refuseIfArchived(channel);
  if (thread.members.delete(context.state.bot.id)) tellThreadMembers(context.state, channel, [], [context.state.bot]);
}

const listThreadMembers = (context: RouteContext) => {
  const { channel, thread } = openThreadPath(context);
  const joined = new Date(context.state.clock.now()).toISOString();
  return [...thread.members].map((id) => ({ id: channel.id, user_id: id, join_timestamp: joined, flags: 0 }));
};

function threadList(context: RouteContext, threads: ChannelRecord[]) {
  const { state } = context;
  const wires = threads.map((channel) => channelToWire(state, channel));
  return { threads: wires, members: wires.flatMap((wire) => wire.member ?? []), has_more: false };
}

function listActiveThreads(context: RouteContext) {
  const guild = openGuild(context.state, part(context, 'guild'));
  return threadList(
    context,
    channelsOf(context.state, guild, 'thread').filter((channel) => channel.thread?.archived === false),
  );
}

function listArchivedThreads(context: RouteContext) {
  const parent = openPath(context);
  if (parent.guild === undefined) throw wrongChannelType();
  const all = channelsOf(context.state, parent.guild, 'thread');
  return threadList(
    context,
    all.filter(({ thread }) => thread?.parentId === parent.id && thread.archived && !thread.isPrivate),
  );
}

function openDm(context: RouteContext) {
  const { state } = context;
  const { recipient_id } = check(z.looseObject({ recipient_id: snowflake }), context.json);
  const user = state.world.users.get(recipient_id);
  if (user === undefined || user.isBot) throw unknownUser();
  const dm = [...state.world.channels.values()].find((channel) => channel.user === user);
  if (dm === undefined) throw new Error(`User ${user.id} has no DM channel`);
  return channelToWire(state, dm);
}

export const channelRoutes: readonly Route[] = [
  route('getChannel', 'GET /channels/:channel', 'other', getChannel),
  route('changeChannel', 'PATCH /channels/:channel', rateOfChange, changeChannel),
  route('deleteChannel', 'DELETE /channels/:channel', 'other', deleteChannel),
  route('startThreadFrom', 'POST /channels/:channel/messages/:message/threads', 'thread', startThreadFrom),
  route('startThread', 'POST /channels/:channel/threads', 'thread', startThread),
  route('enterThread', 'PUT /channels/:channel/thread-members/@me', 'other', enterThread),
  route('leaveThread', 'DELETE /channels/:channel/thread-members/@me', 'other', leaveThread),
  route('listThreadMembers', 'GET /channels/:channel/thread-members', 'other', listThreadMembers),
  route('listActiveThreads', 'GET /guilds/:guild/threads/active', 'other', listActiveThreads),
  route('listArchivedThreads', 'GET /channels/:channel/threads/archived/public', 'other', listArchivedThreads),
  route('openDm', 'POST /users/@me/channels', 'other', openDm),
];
