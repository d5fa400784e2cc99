/** What goes wrong with a call. */
export type SlackFault =
  /** The connection breaks before the call had any effect, by a reset (default) or by its orderly end. */
  | { kind: 'drop-before'; how?: 'reset' | 'end' }
  /** The call took effect, then the connection breaks: its answer is lost. */
  | { kind: 'drop-after'; how?: 'reset' | 'end' }
  /** Nothing happens and nothing is answered until the client gives up. */
  | { kind: 'hang' }
  /** The call took effect, but nothing is answered until the client gives up. */
  | { kind: 'hang-after' }
  /** The call took effect, but its answer breaks off in the middle. */
  | { kind: 'cut-answer' }
  /** `{ ok: false, error }` with 200, without effect: `fatal_error`, `internal_error`, `token_revoked`, `is_archived`, ... */
  | { kind: 'error'; error: string }
  /** The call took effect, yet the answer is `{ ok: false, error }`: Slack says so of its `internal_error` and `fatal_error`. */
  | { kind: 'error-after'; error: string }
  /** 429 with `Retry-After`, and the method (for posts: in that channel) stays closed for that time. */
  | { kind: 'flood'; seconds: number }
  /** A page instead of JSON, as a proxy in between writes it. */
  | { kind: 'page'; status: number }
  /** The call is looked at only after `ms`. */
  | { kind: 'delay'; ms: number }
  /** The call takes effect at once, its answer comes after `ms`. */
  | { kind: 'slow-answer'; ms: number }
  /** The call is looked at only when the promise resolves. */
  | { kind: 'hold'; until: Promise<unknown> };

/** The part of a call that a fault is chosen by. */
export interface FaultTarget {
  method: string;
  channel: string | undefined;
  params: Readonly<Record<string, unknown>>;
}

export interface FaultOptions {
  /** Name of the method; default: every method but apps.connections.open, and `upload`, `download`, `response_url`. */
  method?: string | readonly string[];
  /** Conversation id. */
  channel?: string;
  /** How many calls it strikes; default 1, with `probability` all. */
  times?: number;
  /** How many fitting calls pass before the first is struck. */
  after?: number;
  /** Chance from 0 to 1 of striking a fitting call, from the server's seed. Default 1. */
  probability?: number;
  when?: (target: FaultTarget) => boolean;
  fault: SlackFault;
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
  take(target: FaultTarget): SlackFault | undefined;
  clear(): void;
}

interface Entry {
  options: FaultOptions;
  skipped: number;
  used: number;
}

function fits(options: FaultOptions, target: FaultTarget): boolean {
  const { method } = options;
  if (method === undefined ? target.method === 'apps.connections.open' : ![method].flat().includes(target.method)) {
    return false;
  }
  if (options.channel !== undefined && options.channel !== target.channel) return false;
  return options.when?.(target) ?? true;
}

/** Keeps the faults; `random` decides those with a probability. */
export function createFaults(random: () => number): Faults {
  const entries = new Set<Entry>();
  return {
    inject: (options) => {
      const entry: Entry = { options, skipped: 0, used: 0 };
      entries.add(entry);
      return { used: () => entry.used, remove: () => entries.delete(entry) };
    },
    take: (target) => {
      for (const entry of entries) {
        const { probability, times, after = 0, fault } = entry.options;
        if (!fits(entry.options, target)) continue;
        if (entry.skipped < after) {
          entry.skipped += 1;
          continue;
        }
        if (probability !== undefined && random() >= probability) continue;
        entry.used += 1;
        if (entry.used >= (times ?? (probability === undefined ? 1 : Number.POSITIVE_INFINITY))) entries.delete(entry);
        return fault;
      }
      return undefined;
    },
    clear: () => entries.clear(),
  };
}
