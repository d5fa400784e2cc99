import type { Clock } from '../core/clock.js';
import { toWaggleError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import type { FinishRequest, LaneStore } from '../core/ports/laneStore.js';
import type { HeldLane } from './heldLanes.js';

const FINISH_TRIES = 10;
const FINISH_RETRY_MS = 1_000;

/** Another claim goes on with the turn, without any fault of ours. */
export function mustLeave(held: HeldLane): boolean {
  if (!held.signal.aborted) return false;
  const { code } = toWaggleError(held.signal.reason);
  return code === 'lane-lost' || code === 'shutdown' || code === 'attempt-void';
}

/** Ends the turn in the store; a store that fails is asked again for a while, for all is said and only this is left. */
export async function finishPatiently(
  ending: Omit<FinishRequest, 'now'>,
  held: HeldLane,
  { lanes, clock }: { readonly lanes: Pick<LaneStore, 'finish'>; readonly clock: Clock },
  log: Log,
): ReturnType<LaneStore['finish']> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await lanes.finish({ ...ending, now: clock.now() });
    } catch (thrown) {
      if (tries === FINISH_TRIES || mustLeave(held)) throw thrown;
      log.error({ err: thrown, tries }, 'the end of a turn could not be stored; trying again');
      await clock.sleep(FINISH_RETRY_MS);
    }
  }
}
