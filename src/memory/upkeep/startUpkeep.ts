import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { Minds } from '../../core/ports/minds.js';

/** Minds are looked after some time after the start, when the first messages are answered, and then twice a day. */
const FIRST_RUN_MS = 10 * 60_000;
const PERIOD_MS = 12 * 3_600_000;

/** Slices that one mind gets in one round; what is left waits for the next, so that no mind holds up the others. */
const MAX_SLICES = 200;

/**
 * Looks after all minds from time to time, one slice of one mind at a time. Several processes may do so: what one has done is
 * not to do for the other. Returns what ends it, which waits for the slice under way.
 */
export function startUpkeep(deps: {
  readonly minds: Pick<Minds, 'all' | 'maintain'>;
  readonly clock: Clock;
  readonly log: Log;
}): () => Promise<void> {
  const { minds, clock, log } = deps;
  let isStopped = false;
  let current: Promise<void> = Promise.resolve();

  const round = async () => {
    const all = await minds.all();
    let slices = 0;
    for (const mind of all) {
      for (let left = MAX_SLICES; left > 0 && !isStopped; left -= 1) {
        slices += 1;
        if (!(await minds.maintain(mind, clock.now()))) break;
      }
    }
    log.info({ minds: all.length, slices }, 'minds looked after');
  };

  const run = () => {
    current = current.then(round).catch((thrown: unknown) => {
      if (!isStopped) log.error({ err: thrown }, 'looking after the minds failed; it is tried again later');
    });
  };
  const stopFirst = clock.after(FIRST_RUN_MS, run);
  const stopPeriod = clock.every(PERIOD_MS, run);
  return async () => {
    isStopped = true;
    stopFirst();
    stopPeriod();
    await current;
  };
}
