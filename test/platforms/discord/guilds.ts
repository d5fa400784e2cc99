import { tellChannel, tellGuild, tellGuildGone, tellRole } from './events.js';
import { type ChannelPlace, channelPlaceOf } from './people.js';
import { type Permission, usualPermissions } from './permissions.js';
import { nextId, type ServerState } from './state.js';
import { roleToWire } from './wire.js';
import { type GuildRecord, makeChannel, type RoleRecord, type UserRecord } from './world.js';

export interface GuildOptions {
  name?: string;
  /** Default `en-US`. */
  locale?: string;
  members?: readonly UserRecord[];
  /** What the bot may. Default what a chat bot usually may. */
  permissions?: readonly Permission[];
  /** Largest upload of the bot, bytes. Default that of its boosts, or the server's. */
  maxUploadBytes?: number;
  /** Boost tier. Default 0. */
  premiumTier?: 0 | 1 | 2 | 3;
}

/** A guild ("server") that the bot is in. */
export interface GuildPlaces {
  readonly id: string;
  readonly record: Readonly<GuildRecord>;
  /** The bot's own role: people mention it when they mean the bot. */
  readonly botRole: RoleRecord;
  /** The text channel with that name, made when it is not there. */
  channel(name: string): ChannelPlace;
  addMember(user: UserRecord, member?: { nick?: string; roles?: readonly RoleRecord[] }): void;
  addRole(name: string, options?: { mentionable?: boolean }): RoleRecord;
  /** Takes permissions from the bot in the whole guild, or gives them. */
  deny(...permissions: Permission[]): void;
  allow(...permissions: Permission[]): void;
  setMaxUpload(bytes: number): void;
  /** The bot is removed. */
  kick(): void;
  /** The bot is invited again. */
  invite(): void;
  /** Discord has trouble with the guild: it is unavailable for a time. */
  goDown(): void;
  comeUp(): void;
}

/** What the higher boost tiers let a file have, bytes. */
const uploadOfTier: Readonly<Record<number, number>> = { 2: 50 * 1024 * 1024, 3: 100 * 1024 * 1024 };

export function openGuild(state: ServerState, options: GuildOptions = {}): GuildPlaces {
  const { name = 'Test guild', locale = 'en-US', members = [], permissions = usualPermissions } = options;
  const id = nextId(state);
  const botRole: RoleRecord = { id: nextId(state), name: state.bot.username, mentionable: false, botId: state.bot.id };
  const guild: GuildRecord = {
    id,
    name,
    locale,
    roles: new Map<string, RoleRecord>([
      [id, { id, name: '@everyone', mentionable: false }],
      [botRole.id, botRole],
    ]),
    members: new Map(),
    permissions: new Set(permissions),
    premiumTier: options.premiumTier ?? 0,
    maxUploadBytes: options.maxUploadBytes ?? uploadOfTier[options.premiumTier ?? 0] ?? state.maxUploadBytes,
    available: true,
  };
  state.world.guilds.set(id, guild);
  const letBotIn = () => guild.members.set(state.bot.id, { nick: null, roles: [botRole.id] });
  letBotIn();
  for (const user of members) guild.members.set(user.id, { nick: null, roles: [] });
  tellGuild(state, guild);

  const change = (how: (permission: Permission) => unknown, changed: readonly Permission[]) => {
    for (const permission of changed) how(permission);
    tellRole(state, guild, roleToWire(guild, botRole, 1));
  };

  return {
    id,
    record: guild,
    botRole,
    channel: (channelName) => {
      const known = [...state.world.channels.values()].find(
        (channel) => channel.guild === guild && channel.kind === 'text' && channel.name === channelName,
      );
      if (known !== undefined) return channelPlaceOf(state, known);
      const made = makeChannel({ id: nextId(state), kind: 'text', name: channelName, guild });
      state.world.channels.set(made.id, made);
      tellChannel(state, made, 'CREATE');
      return channelPlaceOf(state, made);
    },
    addMember: (user, member = {}) => {
      guild.members.set(user.id, { nick: member.nick ?? null, roles: (member.roles ?? []).map((role) => role.id) });
    },
    addRole: (roleName, { mentionable = false } = {}) => {
      const role = { id: nextId(state), name: roleName, mentionable };
      guild.roles.set(role.id, role);
      return role;
    },
    deny: (...changed) => change((permission) => guild.permissions.delete(permission), changed),
    allow: (...changed) => change((permission) => guild.permissions.add(permission), changed),
    setMaxUpload: (bytes) => {
      guild.maxUploadBytes = bytes;
    },
    kick: () => {
      guild.members.delete(state.bot.id);
      tellGuildGone(state, guild, false);
    },
    invite: () => {
      letBotIn();
      tellGuild(state, guild);
    },
    goDown: () => {
      guild.available = false;
      tellGuildGone(state, guild, true);
    },
    comeUp: () => {
      guild.available = true;
      tellGuild(state, guild);
    },
  };
}
