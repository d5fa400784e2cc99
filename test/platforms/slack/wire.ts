import {
  type AppRecord,
  type ChannelRecord,
  type FileRecord,
  repliesOf,
  type StoredMessage,
  type UserRecord,
  type World,
} from './world.js';

/** Objects as they go over the wire; which fields they have is Slack's affair. */
export type WireObject = Record<string, unknown>;

const seconds = (ms: number) => Math.floor(ms / 1000);

export function userToWire(user: UserRecord): WireObject {
  return {
    id: user.id,
    team_id: user.team,
    name: user.name,
    deleted: user.deleted,
    real_name: user.realName,
    tz: user.timeZone,
    profile: {
      real_name: user.realName,
      display_name: user.displayName,
      real_name_normalized: user.realName,
      display_name_normalized: user.displayName,
      team: user.team,
    },
    is_bot: user.isBot,
    is_admin: false,
    is_owner: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_app_user: false,
  };
}

export function channelToWire(world: World, channel: ChannelRecord, app: AppRecord): WireObject {
  const common = {
    id: channel.id,
    created: 1_700_000_000,
    is_archived: channel.archived,
    context_team_id: world.team.id,
  };
  if (channel.kind === 'im') return { ...common, is_im: true, user: channel.user?.id, is_user_deleted: false };
  return {
    ...common,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === 'channel',
    is_group: channel.kind === 'group',
    is_im: false,
    is_mpim: channel.kind === 'mpim',
    is_private: channel.kind !== 'channel',
    is_member: channel.members.has(app.user.id),
    is_read_only: channel.readOnly,
    num_members: channel.members.size,
  };
}

/** A file; `base` is the server's address. */
export function fileToWire(base: string, file: FileRecord): WireObject {
  if (file.deleted) return { id: file.id, mode: 'tombstone' };
  const kind = /\.([A-Za-z0-9]{1,8})$/.exec(file.name)?.[1] ?? 'binary';
  const url = `${base}/files-pri/${file.id}/${encodeURIComponent(file.name)}`;
  return {
    id: file.id,
    created: seconds(file.at),
    timestamp: seconds(file.at),
    name: file.name,
    title: file.title,
    mimetype: file.mime,
    filetype: kind,
    pretty_type: kind.toUpperCase(),
    user: file.user,
    editable: false,
    size: file.size,
    mode: 'hosted',
    ...(file.clipMs === undefined ? {} : { subtype: 'slack_audio', duration_ms: file.clipMs }),
    is_external: false,
    external_type: '',
    is_public: false,
    url_private: url,
    url_private_download: `${url}?download=1`,
    permalink: `${base}/files/${file.id}`,
  };
}

function authorToWire(world: World, message: StoredMessage): WireObject {
  const { app, from } = message;
  if (app === undefined) return { user: from.id, team: from.team };
  const profile = { id: app.botId, deleted: false, name: app.name, app_id: app.id, team_id: world.team.id };
  const common = { bot_id: app.botId, app_id: app.id };
  if (message.username === undefined && message.icon === undefined) {
    return { ...common, user: from.id, team: world.team.id, bot_profile: profile };
  }
  return { ...common, subtype: 'bot_message', username: message.username ?? app.name };
}

function threadToWire(channel: ChannelRecord, message: StoredMessage): WireObject {
  if (message.thread !== undefined) {
    const parent = channel.messages.get(message.thread);
    return { thread_ts: message.thread, ...(parent === undefined ? {} : { parent_user_id: parent.from.id }) };
  }
  const replies = repliesOf(channel, message.ts);
  if (replies.length === 0) return channel.assistants.has(message.ts) ? { thread_ts: message.ts } : {};
  const users = [...new Set(replies.map((reply) => reply.from.id))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    latest_reply: replies.at(-1)?.ts,
    reply_users: users,
    is_locked: channel.lockedThreads.has(message.ts),
    subscribed: false,
  };
}

/** Whether a message is what remains of a deleted parent: its replies stay, it says that it was deleted. */
export function isTombstone(channel: ChannelRecord, message: StoredMessage): boolean {
  return message.deletedAt !== undefined && message.thread === undefined && repliesOf(channel, message.ts).length > 0;
}

/** What a message needs to be written. */
export interface WireContext {
  readonly world: World;
  /** The server's address, for files. */
  readonly base: string;
}

/** A message as history, events and answers carry it. */
export function messageToWire(
  { world, base }: WireContext,
  channel: ChannelRecord,
  message: StoredMessage,
  withMetadata = false,
): WireObject {
  if (isTombstone(channel, message)) {
    return {
      type: 'message',
      subtype: 'tombstone',
      user: 'USLACKBOT',
      text: 'This message was deleted.',
      hidden: true,
      ts: message.ts,
      ...threadToWire(channel, message),
    };
  }
  const reactions = [...message.reactions].map(([name, users]) => ({ name, users: [...users], count: users.size }));
  const subtype = message.subtype ?? (message.broadcast ? 'thread_broadcast' : undefined);
  return {
    type: 'message',
    ...authorToWire(world, message),
    ...(subtype === undefined ? {} : { subtype }),
    ...(message.app === undefined ? { client_msg_id: `c${message.channel}-${message.ts}` } : {}),
    text: message.text,
    ts: message.ts,
    ...(message.blocks.length === 0
      ? {}
      : { blocks: message.blocks.map((block, n) => ({ ...block, block_id: block.block_id ?? `b${n}` })) }),
    ...(message.attachments.length === 0 ? {} : { attachments: message.attachments }),
    ...(message.files.length === 0
      ? {}
      : { files: message.files.map((file) => fileToWire(base, file)), upload: false, display_as_bot: false }),
    ...threadToWire(channel, message),
    ...(message.edited === undefined ? {} : { edited: message.edited }),
    ...(reactions.length === 0 ? {} : { reactions }),
    ...(message.streaming === undefined ? {} : { streaming_state: message.streaming }),
    ...(withMetadata && message.metadata !== undefined ? { metadata: message.metadata } : {}),
  };
}
