import { messageFlags } from './messageBody.js';
import { toBits } from './permissions.js';
import type { ServerState } from './state.js';
import type { ChannelRecord, GuildRecord, RoleRecord, StoredMessage, UserRecord } from './world.js';

/** An object as Discord's JSON has it. */
export type WireObject = Record<string, unknown>;

const iso = (ms: number) => new Date(ms).toISOString().replace('Z', '000+00:00');

export function userToWire(user: UserRecord): WireObject {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.isBot ? '0001' : '0',
    global_name: user.isBot ? null : user.globalName,
    avatar: null,
    bot: user.isBot,
    public_flags: 0,
  };
}

export function memberToWire(guild: GuildRecord, user: UserRecord, full = false): WireObject {
  const member = guild.members.get(user.id);
  return {
    ...(full ? { user: userToWire(user) } : {}),
    nick: member?.nick ?? null,
    roles: member?.roles ?? [],
    joined_at: '2024-01-01T00:00:00.000000+00:00',
    deaf: false,
    mute: false,
    flags: 0,
  };
}

export function roleToWire(guild: GuildRecord, role: RoleRecord, position: number): WireObject {
  const isBots = role.botId !== undefined;
  const everyone = role.id === guild.id;
  return {
    id: role.id,
    name: role.name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    position,
    permissions: isBots ? toBits(guild.permissions) : everyone ? toBits(['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY']) : '0',
    managed: isBots,
    mentionable: role.mentionable,
    flags: 0,
    ...(isBots ? { tags: { bot_id: role.botId } } : {}),
  };
}

export const rolesToWire = (guild: GuildRecord) =>
  [...guild.roles.values()].map((role, position) => roleToWire(guild, role, position));

export function channelToWire(state: ServerState, channel: ChannelRecord): WireObject {
  const last = [...channel.messages.keys()].at(-1) ?? null;
  if (channel.user !== undefined) {
    return { id: channel.id, type: 1, last_message_id: last, recipients: [userToWire(channel.user)], flags: 0 };
  }
  const base = { id: channel.id, guild_id: channel.guild?.id, name: channel.name, last_message_id: last, flags: 0 };
  const { thread } = channel;
  if (thread !== undefined) {
    const joined = thread.members.has(state.bot.id);
    const membership = { id: channel.id, user_id: state.bot.id, join_timestamp: iso(state.clock.now()), flags: 0 };
    return {
      ...base,
      type: thread.isPrivate ? 12 : 11,
      parent_id: thread.parentId,
      owner_id: thread.ownerId,
      rate_limit_per_user: 0,
      message_count: channel.messages.size,
      total_message_sent: channel.messages.size,
      member_count: thread.members.size,
      thread_metadata: {
        archived: thread.archived,
        locked: thread.locked,
        auto_archive_duration: thread.autoArchiveMinutes,
        archive_timestamp: iso(thread.archiveChangedAt),
        ...(thread.isPrivate ? { invitable: true } : {}),
      },
      ...(joined ? { member: membership } : {}),
    };
  }
  const role = [...(channel.guild?.roles.values() ?? [])].find((entry) => entry.botId === state.bot.id);
  const overwrite = { id: role?.id ?? state.bot.id, type: role === undefined ? 1 : 0, allow: '0' };
  return {
    ...base,
    type: 0,
    position: 0,
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    parent_id: null,
    permission_overwrites: channel.denied.size === 0 ? [] : [{ ...overwrite, deny: toBits(channel.denied) }],
  };
}

/** Channels of a guild that are no threads and were not deleted. */
export const channelsOf = (state: ServerState, guild: GuildRecord, kind: ChannelRecord['kind']) =>
  [...state.world.channels.values()].filter((entry) => entry.guild === guild && entry.kind === kind && !entry.deleted);

export function guildToWire(guild: GuildRecord): WireObject {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    owner_id: guild.id,
    preferred_locale: guild.locale,
    roles: rolesToWire(guild),
    emojis: [],
    stickers: [],
    features: [],
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    premium_tier: guild.premiumTier,
    premium_subscription_count: 0,
    system_channel_id: null,
    system_channel_flags: 0,
    nsfw_level: 0,
    max_members: 500_000,
  };
}

/** A guild as GUILD_CREATE brings it. */
export function fullGuildToWire(state: ServerState, guild: GuildRecord): WireObject {
  const members = [...guild.members.keys()].flatMap((id) => state.world.users.get(id) ?? []);
  return {
    ...guildToWire(guild),
    joined_at: '2024-01-01T00:00:00.000000+00:00',
    large: false,
    unavailable: false,
    member_count: members.length,
    members: members.filter((user) => user.id === state.bot.id).map((user) => memberToWire(guild, user, true)),
    channels: channelsOf(state, guild, 'text')
      .filter((channel) => !channel.denied.has('VIEW_CHANNEL'))
      .map((channel) => channelToWire(state, channel)),
    threads: channelsOf(state, guild, 'thread')
      .filter((channel) => channel.thread?.archived === false)
      .map((channel) => channelToWire(state, channel)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

function flagsOf(message: StoredMessage): number {
  return (
    message.flags |
    (message.silent ? messageFlags.silent : 0) |
    (message.ephemeralFor === undefined ? 0 : messageFlags.ephemeral) |
    (message.thinking ? messageFlags.loading : 0) |
    (message.hasThread ? messageFlags.hasThread : 0)
  );
}

function referenceToWire(
  state: ServerState,
  channel: ChannelRecord,
  message: StoredMessage,
  nested: boolean,
): WireObject {
  const guild = channel.guild === undefined ? {} : { guild_id: channel.guild.id };
  const place =
    message.reference ??
    (message.replyTo === undefined ? undefined : { channelId: channel.id, messageId: message.replyTo });
  if (place === undefined) return {};
  const { channelId, messageId } = place;
  const reference = {
    type: 0,
    channel_id: channelId,
    ...(messageId === undefined ? {} : { message_id: messageId }),
    ...guild,
  };
  if (nested || message.type === 18) return { message_reference: reference };
  const target = messageId === undefined ? undefined : state.world.channels.get(channelId)?.messages.get(messageId);
  const shown = target === undefined || target.deletedAt !== undefined ? null : messageToWire(state, target, true);
  return { message_reference: reference, referenced_message: shown };
}

/** A message as REST writes it. The gateway adds the guild and the member (events.ts). */
export function messageToWire(state: ServerState, message: StoredMessage, nested = false): WireObject {
  const channel = state.world.channels.get(message.channelId);
  if (channel === undefined) throw new Error(`Message ${message.id} has no channel`);
  const { interaction } = message;
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: userToWire(message.author),
    content: message.content,
    timestamp: iso(message.at),
    edited_timestamp: message.editedAt === undefined ? null : iso(message.editedAt),
    tts: false,
    mention_everyone: message.mentionsEveryone,
    mentions: message.mentionedUsers.map((user) => userToWire(user)),
    mention_roles: message.mentionedRoles,
    attachments: message.attachments.map((file) => ({
      id: file.id,
      filename: file.name,
      size: file.size,
      content_type: file.mime,
      url: `${state.origin()}/cdn/attachments/${message.channelId}/${file.id}/${encodeURIComponent(file.name)}`,
      proxy_url: `${state.origin()}/cdn/attachments/${message.channelId}/${file.id}/${encodeURIComponent(file.name)}`,
      ...(file.description === undefined ? {} : { description: file.description }),
      ...(file.durationSecs === undefined ? {} : { duration_secs: file.durationSecs, waveform: 'AAAA' }),
      ...(file.mime.startsWith('image/') ? { width: 64, height: 64 } : {}),
    })),
    embeds: message.embeds.map((embed) => ({ type: 'rich', ...embed })),
    components: message.components,
    pinned: false,
    flags: flagsOf(message),
    ...(message.nonce === undefined || nested ? {} : { nonce: message.nonce }),
    ...(message.reactions.size === 0
      ? {}
      : {
          reactions: [...message.reactions].map(([emoji, users]) => ({
            emoji: { id: null, name: emoji },
            count: users.size,
            count_details: { normal: users.size, burst: 0 },
            me: users.has(state.bot.id),
            me_burst: false,
            burst_colors: [],
          })),
        }),
    ...(interaction === undefined
      ? {}
      : {
          application_id: state.bot.id,
          webhook_id: state.bot.id,
          interaction_metadata: {
            id: interaction.id,
            type: interaction.kind,
            user: userToWire(interaction.user),
            authorizing_integration_owners: { 0: channel.guild?.id ?? '0' },
          },
        }),
    ...referenceToWire(state, channel, message, nested),
    ...message.wire,
  };
}

/** Takes out what an app without the MessageContent intent may not read. */
export function withoutContent(state: ServerState, message: StoredMessage, wire: WireObject): WireObject {
  const channel = state.world.channels.get(message.channelId);
  const mayRead =
    channel?.kind === 'dm' ||
    message.author.id === state.bot.id ||
    message.mentionedUsers.some((user) => user.id === state.bot.id);
  return mayRead ? wire : { ...wire, content: '', embeds: [], components: [], attachments: [] };
}
