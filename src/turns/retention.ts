import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';

/** Old rows go soon after the start and then four times a day. */
const FIRST_RUN_MS = 60_000;
const PERIOD_MS = 6 * 3_600_000;

/** Runs the store's retention from time to time. Returns what ends it, which waits for a run under way. */
export function startRetention(deps: {
  retention: { run(now: number): Promise<Readonly<Record<string, number>>> };
  clock: Clock;
  log: Log;
}): () => Promise<void> {
  const { retention, clock, log } = deps;
  let current: Promise<void> = Promise.resolve();
  const run = () => {
    current = retention.run(clock.now()).then(
      (counts) => log.info({ counts }, 'old rows deleted'),
      (thrown: unknown) => log.error({ err: thrown }, 'deleting old rows failed; it is tried again later'),
    );
  };
  const stopFirst = clock.after(FIRST_RUN_MS, run);
  const stopPeriod = clock.every(PERIOD_MS, run);
  return async () => {
    stopFirst();
    stopPeriod();
    await current;
  };
}
