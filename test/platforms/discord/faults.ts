import { createSeededRandom } from '../../setup/seededRandom.js';

/** What goes wrong with a call. */
export type DiscordFault =
  /** The connection breaks before the call had any effect, by a reset (default) or by its orderly end. */
  | { kind: 'drop-before'; how?: 'reset' | 'end' }
  /** The call took effect, then the connection breaks: its answer is lost. */
  | { kind: 'drop-after'; how?: 'reset' | 'end' }
  /** Nothing happens and nothing is answered until the client gives up. */
  | { kind: 'hang' }
  /** The call took effect, but nothing is answered until the client gives up. */
  | { kind: 'hang-after' }
  /** An error of the API, without effect; `code` is Discord's own. 401 names a wrong token, 5xx come with a page. */
  | { kind: 'status'; status: number; code?: number; message?: string }
  /** The call took effect, then a 5xx is answered. */
  | { kind: 'status-after'; status: number }
  /** 429, and the bucket (scope `global`: all) stays closed for that time. */
  | { kind: 'rate-limit'; ms: number; scope?: 'user' | 'shared' | 'global' }
  /** 429 of the proxy before Discord, which bans an address: a page, no JSON, no scope. */
  | { kind: 'ban'; ms: number }
  /** The call is looked at only after `ms` of the clock. */
  | { kind: 'delay'; ms: number }
  /** The call takes effect at once, its answer comes after `ms` of the clock. */
  | { kind: 'slow-answer'; ms: number }
  /** The call is looked at only when the promise resolves. */
  | { kind: 'hold'; until: Promise<unknown> }
  /** The call takes effect at once, its answer comes when the promise resolves. */
  | { kind: 'hold-answer'; until: Promise<unknown> };

/** The part of a call that a fault is chosen by. */
export interface FaultTarget {
  route: string;
  channel: string | undefined;
  /** The body's JSON; of a download the attachment's id, as `file`. */
  params: Readonly<Record<string, unknown>>;
  path: string;
}

export interface FaultOptions {
  /** Name of the route (`createMessage`, ...); default: every route. */
  route?: string | readonly string[];
  /** Channel that the call is about. */
  channel?: { id: string };
  /** How many calls it strikes; default 1, `Infinity` for all. With `chance` default `Infinity`. */
  times?: number;
  /** How many fitting calls pass before the first is struck. */
  after?: number;
  /** The share of fitting calls that it strikes, by the server's seed. */
  chance?: number;
  when?: (target: FaultTarget) => boolean;
  fault: DiscordFault;
}

/** An injected fault. */
export interface Injected {
  /** How often it struck. */
  used(): number;
  remove(): void;
}

/** The faults that wait for their calls. */
export interface Faults {
  inject(options: FaultOptions): Injected;
  /** The fault that strikes this call, counted as used. The oldest one that fits wins. */
  take(target: FaultTarget): DiscordFault | undefined;
  clear(): void;
}

export function createFaults(seed: number): Faults {
  const random = createSeededRandom(seed);
  const entries = new Set<{ options: FaultOptions; skipped: number; used: number }>();

  const fits = ({ route, channel, when }: FaultOptions, target: FaultTarget): boolean => {
    if (route !== undefined && ![route].flat().includes(target.route)) return false;
    if (channel !== undefined && channel.id !== target.channel) return false;
    return when?.(target) ?? true;
  };

  return {
    inject: (options) => {
      const entry = { options, skipped: 0, used: 0 };
      entries.add(entry);
      return { used: () => entry.used, remove: () => entries.delete(entry) };
    },
    take: (target) => {
      for (const entry of entries) {
        const { options } = entry;
        if (!fits(options, target)) continue;
        if (entry.skipped < (options.after ?? 0)) {
          entry.skipped += 1;
          continue;
        }
        if (options.chance !== undefined && !random.chance(options.chance)) continue;
        entry.used += 1;
        const times = options.times ?? (options.chance === undefined ? 1 : Number.POSITIVE_INFINITY);
        if (entry.used >= times) entries.delete(entry);
        return options.fault;
      }
      return undefined;
    },
    clear: () => entries.clear(),
  };
}
