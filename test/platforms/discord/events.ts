import { type GatewayEvent, intents } from './session.js';
import type { ServerState } from './state.js';
import {
  channelToWire,
  fullGuildToWire,
  memberToWire,
  messageToWire,
  userToWire,
  type WireObject,
  withoutContent,
} from './wire.js';
import type { ChannelRecord, GuildRecord, StoredMessage, UserRecord } from './world.js';

/** Whether the bot is in the channel's guild and sees the channel. */
function isSeen(channel: ChannelRecord, state: ServerState): boolean {
  if (channel.guild === undefined) return true;
  if (!channel.guild.members.has(state.bot.id)) return false;
  const parent = channel.thread === undefined ? channel : state.world.channels.get(channel.thread.parentId);
  if (channel.thread?.isPrivate === true && !channel.thread.members.has(state.bot.id)) return false;
  return parent !== undefined && !parent.denied.has('VIEW_CHANNEL') && channel.guild.permissions.has('VIEW_CHANNEL');
}

const placeOf = (channel: ChannelRecord) => ({
  channel_id: channel.id,
  ...(channel.guild === undefined ? {} : { guild_id: channel.guild.id }),
});

const pick = (channel: ChannelRecord, guildIntent: number, dmIntent: number) =>
  channel.guild === undefined ? dmIntent : guildIntent;

function tell(
  state: ServerState,
  channel: ChannelRecord,
  type: string,
  intent: number,
  data: GatewayEvent['data'],
): void {
  if (isSeen(channel, state)) state.gateway.dispatch({ type, intent, data });
  state.watch.changed();
}

function tellMessage(state: ServerState, channel: ChannelRecord, message: StoredMessage, type: string): void {
  // Only the person who asked sees an ephemeral message; bots are not told of their own.
  if (message.ephemeralFor !== undefined) {
    state.watch.changed();
    return;
  }
  const { guild } = channel;
  const wire: WireObject = {
    ...messageToWire(state, message),
    ...placeOf(channel),
    channel_type: channelToWire(state, channel).type,
    ...(guild === undefined ? {} : { member: memberToWire(guild, message.author) }),
  };
  const blank = withoutContent(state, message, wire);
  const intent = pick(channel, intents.guildMessages, intents.directMessages);
  tell(state, channel, type, intent, (own) => ((own & intents.messageContent) === 0 ? blank : wire));
}

export const tellCreated = (state: ServerState, channel: ChannelRecord, message: StoredMessage) =>
  tellMessage(state, channel, message, 'MESSAGE_CREATE');

export const tellUpdated = (state: ServerState, channel: ChannelRecord, message: StoredMessage) =>
  tellMessage(state, channel, message, 'MESSAGE_UPDATE');

/** One message is gone, or several at once. */
export function tellDeleted(state: ServerState, channel: ChannelRecord, messages: readonly StoredMessage[]): void {
  const intent = pick(channel, intents.guildMessages, intents.directMessages);
  const ids = messages.filter((message) => message.ephemeralFor === undefined).map((message) => message.id);
  const [id] = ids;
  if (id === undefined) {
    state.watch.changed();
    return;
  }
  if (ids.length === 1) tell(state, channel, 'MESSAGE_DELETE', intent, () => ({ id, ...placeOf(channel) }));
  else tell(state, channel, 'MESSAGE_DELETE_BULK', intent, () => ({ ids, ...placeOf(channel) }));
}

/** A reaction comes or goes. */
export function tellReaction(
  state: ServerState,
  channel: ChannelRecord,
  message: StoredMessage,
  user: UserRecord,
  emoji: string,
  type: 'MESSAGE_REACTION_ADD' | 'MESSAGE_REACTION_REMOVE',
): void {
  const intent = pick(channel, intents.guildMessageReactions, intents.directMessageReactions);
  const data = {
    user_id: user.id,
    message_id: message.id,
    message_author_id: message.author.id,
    emoji: { id: null, name: emoji },
    burst: false,
    type: 0,
    ...placeOf(channel),
  };
  tell(state, channel, type, intent, () => data);
}

export function tellTyping(state: ServerState, channel: ChannelRecord, user: UserRecord): void {
  const intent = pick(channel, intents.guildMessageTyping, intents.directMessageTyping);
  const timestamp = Math.floor(state.clock.now() / 1000);
  const { guild } = channel;
  const member = guild === undefined ? {} : { member: memberToWire(guild, user, true) };
  tell(state, channel, 'TYPING_START', intent, () => ({ ...placeOf(channel), user_id: user.id, timestamp, ...member }));
}

/** CHANNEL_* of a channel, THREAD_* of a thread. */
export function tellChannel(
  state: ServerState,
  channel: ChannelRecord,
  what: 'CREATE' | 'UPDATE' | 'DELETE',
  extra: WireObject = {},
): void {
  const kind = channel.thread === undefined ? 'CHANNEL' : 'THREAD';
  const wire = { ...channelToWire(state, channel), ...extra };
  const isGone = kind === 'THREAD' && what === 'DELETE';
  const short = { id: channel.id, guild_id: channel.guild?.id, parent_id: channel.thread?.parentId, type: wire.type };
  if (channel.guild === undefined) {
    state.watch.changed();
    return;
  }
  tell(state, channel, `${kind}_${what}`, intents.guilds, () => (isGone ? short : wire));
}

/** People came into a thread, or left. */
export function tellThreadMembers(
  state: ServerState,
  channel: ChannelRecord,
  added: readonly UserRecord[],
  removed: readonly UserRecord[],
): void {
  const joined = new Date(state.clock.now()).toISOString();
  const data = {
    id: channel.id,
    guild_id: channel.guild?.id,
    member_count: channel.thread?.members.size ?? 0,
    added_members: added.map((user) => ({ id: channel.id, user_id: user.id, join_timestamp: joined, flags: 0 })),
    removed_member_ids: removed.map((user) => user.id),
  };
  tell(state, channel, 'THREAD_MEMBERS_UPDATE', intents.guilds, () => data);
}

const guildEvent = (type: string, data: unknown): GatewayEvent => ({ type, intent: intents.guilds, data: () => data });

/** A guild as the bot learns of it. */
export const guildCreated = (state: ServerState, guild: GuildRecord): GatewayEvent =>
  guildEvent('GUILD_CREATE', fullGuildToWire(state, guild));

/** The bot left it (`unavailable` not there), or Discord has trouble with it (true). */
export function tellGuildGone(state: ServerState, guild: GuildRecord, unavailable: boolean): void {
  state.gateway.dispatch(guildEvent('GUILD_DELETE', { id: guild.id, ...(unavailable ? { unavailable: true } : {}) }));
  state.watch.changed();
}

export function tellGuild(state: ServerState, guild: GuildRecord): void {
  state.gateway.dispatch(guildCreated(state, guild));
  state.watch.changed();
}

/** A role of the guild changed: the bot's permissions. */
export function tellRole(state: ServerState, guild: GuildRecord, role: WireObject): void {
  state.gateway.dispatch(guildEvent('GUILD_ROLE_UPDATE', { guild_id: guild.id, role }));
  state.watch.changed();
}

/** What READY says, and the guilds that follow it. */
export function readyToWire(state: ServerState, sessionId: string, resumeUrl: string): WireObject {
  const guilds = guildsOfBot(state).map((guild) => ({ id: guild.id, unavailable: true }));
  return {
    v: 10,
    user: { ...userToWire(state.bot), verified: true, mfa_enabled: false, email: null, flags: 0 },
    guilds,
    session_id: sessionId,
    session_type: 'normal',
    resume_gateway_url: resumeUrl,
    shard: [0, 1],
    application: { id: state.bot.id, flags: applicationFlags(state) },
    private_channels: [],
    relationships: [],
    presences: [],
    user_settings: {},
    geo_ordered_rtc_regions: [],
    guild_join_requests: [],
    auth: {},
    _trace: [],
  };
}

/** Guilds that the bot is in. */
export const guildsOfBot = (state: ServerState) =>
  [...state.world.guilds.values()].filter((guild) => guild.members.has(state.bot.id));

/** Which privileged intents are switched on, as the application's flags say it (the kind for bots in few guilds). */
export function applicationFlags(state: ServerState): number {
  const has = (intent: number, bit: number) => ((state.bot.privilegedIntents & intent) === 0 ? 0 : 1 << bit);
  return has(intents.guildPresences, 13) | has(intents.guildMembers, 15) | has(intents.messageContent, 19);
}
