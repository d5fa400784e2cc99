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

/** Threads that are remembered: one opens with each conversation, and Discord never says that one is over for good. */
const MAX_THREADS = 20_000;

/** A channel as far as addresses depend on it. */
export interface Place {
  readonly guild: string | null;
  readonly name: string;
  readonly isThread: boolean;
  /** Whether a thread can be opened from its messages. */
  readonly opensThreads: boolean;
}

/** What is known of the guilds' channels and roles, told by the gateway, and of the threads that were used last. */
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
  const threads = new Map<string, Place>();
  const roles = new Map<string, { guild: string; name: string; isOwn: boolean }>();
  return {
    noteChannel: ({ id, type, name }, guild) => {
      const place = { guild, name: name ?? '', isThread: THREADS.has(type), opensThreads: OPENS_THREADS.has(type) };
      if (!place.isThread) return void channels.set(id, place);
      threads.delete(id);
      threads.set(id, place);
      for (const oldest of threads.keys()) {
        if (threads.size <= MAX_THREADS) break;
        threads.delete(oldest);
      }
    },
    forgetChannel: (id) => {
      channels.delete(id);
      threads.delete(id);
    },
    noteRole: (guild, { id, name, tags }) => {
      roles.set(id, { guild, name, isOwn: tags?.bot_id === bot });
    },
    forgetRole: (id) => {
      roles.delete(id);
    },
    forgetGuild: (guild) => {
      for (const places of [channels, threads]) {
        for (const [id, place] of places) if (place.guild === guild) places.delete(id);
      }
      for (const [id, role] of roles) if (role.guild === guild) roles.delete(id);
    },
    channel: (id) => {
      const thread = threads.get(id);
      if (thread === undefined) return channels.get(id) ?? null;
      threads.delete(id);
      threads.set(id, thread);
      return thread;
    },
    roleName: (id) => roles.get(id)?.name ?? null,
    isOwnRole: (id) => roles.get(id)?.isOwn === true,
  };
}
