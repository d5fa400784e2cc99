import type { ErrorParameters } from './errors.js';

/** What goes wrong with a call. */
export type TelegramFault =
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
  /** An error of the Bot API, without effect. */
  | { kind: 'status'; code: number; description: string; parameters?: ErrorParameters }
  /** 429, and the chat stays closed for that time: calling within it is refused too, and lengthens it. */
  | { kind: 'flood'; seconds: number }
  /** A page instead of an answer, as a proxy in between writes it. */
  | { kind: 'page'; code: number }
  /** The call is looked at only after `ms`. */
  | { kind: 'delay'; ms: number }
  /** The call takes effect at once, its answer comes after `ms`. */
  | { kind: 'slow-answer'; ms: number }
  /** The call is looked at only when the promise resolves. */
  | { kind: 'hold'; until: Promise<unknown> };

/** The part of a call that a fault is chosen by. */
export interface FaultTarget {
  method: string;
  chat: number | undefined;
  params: Readonly<Record<string, unknown>>;
  /** Names of uploaded files. */
  files: readonly string[];
}

export interface FaultOptions {
  /** Name of the method (`sendMessage`, `getUpdates`, ...), or `download`; default: every one but getUpdates. */
  method?: string | readonly string[];
  /** Chat id. */
  chat?: number;
  /** How many calls it strikes; default 1, `Infinity` for all. */
  times?: number;
  /** How many fitting calls pass before the first is struck. */
  after?: number;
  when?: (target: FaultTarget) => boolean;
  fault: TelegramFault;
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
  take(target: FaultTarget): TelegramFault | undefined;
  clear(): void;
}

export function createFaults(): Faults {
  interface Entry {
    options: FaultOptions;
    skipped: number;
    used: number;
  }
  const entries = new Set<Entry>();

  const fits = (options: FaultOptions, target: FaultTarget): boolean => {
    const { method } = options;
    if (method === undefined ? target.method === 'getUpdates' : ![method].flat().includes(target.method)) return false;
    if (options.chat !== undefined && options.chat !== target.chat) return false;
    return options.when?.(target) ?? true;
  };

  return {
    inject: (options) => {
      const entry: Entry = { options, skipped: 0, used: 0 };
      entries.add(entry);
      return { used: () => entry.used, remove: () => entries.delete(entry) };
    },
    take: (target) => {
      for (const entry of entries) {
        if (!fits(entry.options, target)) continue;
        if (entry.skipped < (entry.options.after ?? 0)) {
          entry.skipped += 1;
          continue;
        }
        entry.used += 1;
        if (entry.used >= (entry.options.times ?? 1)) entries.delete(entry);
        return entry.options.fault;
      }
      return undefined;
    },
    clear: () => entries.clear(),
  };
}
