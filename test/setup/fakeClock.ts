import type { Clock } from '../../src/core/clock.js';

/** A clock that moves only when told to. `advance` fires what falls due, in order, and lets its promises settle between. */
export interface FakeClock extends Clock {
  advance(ms: number): Promise<void>;
  /** Timers that are waiting; a test that ends with some has a leak. */
  pending(): number;
}

interface Timer {
  at: number;
  order: number;
  fire: () => void;
}

export function createFakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  let order = 0;
  const timers = new Set<Timer>();

  const schedule = (ms: number, fire: () => void): (() => void) => {
    order += 1;
    const timer = { at: now + Math.max(0, ms), order, fire };
    timers.add(timer);
    return () => timers.delete(timer);
  };

  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  };

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const cancel = schedule(ms, () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
        const onAbort = () => {
          cancel();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    after: (ms, callback) => schedule(ms, callback),
    every: (ms, callback) => {
      let cancel = () => {};
      const again = () => {
        cancel = schedule(ms, () => {
          again();
          callback();
        });
      };
      again();
      return () => cancel();
    },
    advance: async (ms) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0];
        if (due === undefined) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.fire();
        await settle();
      }
      now = end;
    },
    pending: () => timers.size,
  };
}
