import type { Clock } from '../core/clock.js';
import type { ClaimedTurn, LaneStore } from '../core/ports/laneStore.js';
import type { TurnContext } from '../core/ports/turnRunner.js';
import { type HeldLane, laneLost } from './heldLanes.js';

/** Appends steps to the journal of a claimed turn, after those that are there; ends the turn when the lane is lost. */
export function journalOf(
  claimed: ClaimedTurn,
  held: HeldLane,
  { lanes, clock }: { readonly lanes: Pick<LaneStore, 'journal'>; readonly clock: Clock },
): TurnContext['journal'] {
  const { lane, token, turn } = claimed;
  let step = claimed.journal.length;
  return async (data) => {
    const isMine = await lanes.journal({ lane, token, turn, step, data, now: clock.now() });
    step += 1;
    if (isMine) return;
    held.abort(laneLost());
    throw laneLost();
  };
}
