import type { DiscordChannel, DiscordRole } from './schema.js';

/** Channel types of the API: those that threads can be opened in, and threads. */
const OPENS_THREADS = new Set([0, 5]);
const THREADS = new Set([10, 11, 12]);
/** Forums and their like hold threads only: their newest "message" is a thread. */
const HOLDS_NO_MESSAGES = new Set([4, 14, 15, 16]);

/** Whether messages can stand in a channel itself. */
export function holdsMessages({ type }: DiscordChannel): boolean {
  return !HOLDS_NO_MESSAGES.has(type);
}

/** A channel as far as addresses depend on it. */
export interface Place {
  readonly guild: string | null;
  readonly name: string;
  readonly isThread: boolean;
  /** Whether a thread can be opened from its messages. */
  readonly opensThreads: boolean;
}

/** What is known of the guilds' channels and roles; told by the gateway, bounded by what the guilds hold. */
export interface Places {
  noteChannel(channel: DiscordChannel, guild: string | null): void;
  forgetChannel(id: string): void;
  noteRole(guild: string, role: DiscordRole): void;
  forgetRole(id: string): void;
  forgetGuild(guild: string): void;
  channel(id: string): Place | null;
  roleName(id: string): string | null;
  /** Whether a role is the bot's own: mentioning it means the bot. */
  isOwnRole(id: string): boolean;
}

export function createPlaces(bot: string): Places {
  const channels = new Map<string, Place>();
  const roles = new Map<string, { guild: string; name: string; isOwn: boolean }>();
  return {
    noteChannel: ({ id, type, name }, guild) => {
      const place = { guild, name: name ?? '', isThread: THREADS.has(type), opensThreads: OPENS_THREADS.has(type) };
      channels.set(id, place);
    },
    forgetChannel: (id) => {
      channels.delete(id);
    },
    noteRole: (guild, { id, name, tags }) => {
      roles.set(id, { guild, name, isOwn: tags?.bot_id === bot });
    },
    forgetRole: (id) => {
      roles.delete(id);
    },
    forgetGuild: (guild) => {
      for (const [id, place] of channels) if (place.guild === guild) channels.delete(id);
      for (const [id, role] of roles) if (role.guild === guild) roles.delete(id);
    },
    channel: (id) => channels.get(id) ?? null,
    roleName: (id) => roles.get(id)?.name ?? null,
    isOwnRole: (id) => roles.get(id)?.isOwn === true,
  };
}
