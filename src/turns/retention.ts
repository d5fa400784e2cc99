import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import { removeOldFiles } from '../runtime/workspace/removeOld.js';

/** Old rows go soon after the start and then four times a day. */
const FIRST_RUN_MS = 60_000;
const PERIOD_MS = 6 * 3_600_000;

/** Deletes old rows of the store and old files of workspaces from time to time. Returns what ends it, which waits for a run under way. */
export function startRetention(deps: {
  retention: { run(now: number): Promise<Readonly<Record<string, number>>> };
  dataDir: string;
  clock: Clock;
  log: Log;
}): () => Promise<void> {
  const { retention, dataDir, clock, log } = deps;
  let current: Promise<void> = Promise.resolve();
  const run = () => {
    const deleting = Promise.all([retention.run(clock.now()), removeOldFiles(dataDir, clock.now())]);
    current = deleting.then(
      ([counts, files]) => log.info({ counts, files }, 'old rows and files deleted'),
      (thrown: unknown) => log.error({ err: thrown }, 'deleting old rows and files failed; it is tried again later'),
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
