import type { Clock } from './clock.js';

/**
 * How long an event waits for older ones of its conversation, milliseconds: platforms send what was posted within a moment in
 * any order, Slack over several connections at once.
 */
const SETTLE_MS = 25;

/**
 * Runs what a channel takes in: tasks of one key one after the other, of those that come within a moment the older first;
 * tasks of different keys beside each other.
 */
export interface Order {
  /**
   * @param key null: no order is asked for
   * @param at by the platform's clock or ids; of two that wait, the lower goes first
   */
  run<T>(key: string | null, at: number | bigint, task: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly at: number | bigint;
  start(): Promise<void>;
}

export function createOrder(clock: Clock): Order {
  const lines = new Map<string, { waiting: Waiting[]; last: Promise<void> }>();

  /** Every arrival makes one place free, a moment later; the oldest of those that wait then takes it. */
  const startNext = (key: string) => {
    const line = lines.get(key);
    if (line === undefined) return;
    const oldest = line.waiting.reduce((first, other) => (other.at < first.at ? other : first));
    line.waiting.splice(line.waiting.indexOf(oldest), 1);
    const done: Promise<void> = line.last
      .then(() => oldest.start())
      .then(() => {
        if (line.last === done && line.waiting.length === 0) lines.delete(key);
      });
    line.last = done;
  };

  return {
    run: (key, at, task) => {
      if (key === null) return task();
      return new Promise((resolve, reject) => {
        // A task that fails is its caller's concern, not the next one's.
        const start = () => task().then(resolve, reject);
        const line = lines.get(key) ?? { waiting: [], last: Promise.resolve() };
        lines.set(key, line);
        line.waiting.push({ at, start });
        clock.after(SETTLE_MS, () => startNext(key));
      });
    },
  };
}
