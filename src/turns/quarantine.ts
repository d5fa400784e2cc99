import type { Clock } from '../core/clock.js';
import { type LaneRef, laneKey } from '../core/lane.js';

/**
 * Turns that ended their process before. Each runs alone (DESIGN.md section 3): it waits, unclaimed, until no other turn
 * runs here, and the others wait until it is over. So the death of one is never counted for another.
 */
export interface Quarantine {
  /** Whether the lane may be taken now; false while another is alone or waits to be. */
  admits(lane: LaneRef): boolean;
  /** Puts a lane in line. */
  add(lane: LaneRef): void;
  /** Lets a lane be alone from now on, when nothing else runs. False: it has to wait in line. */
  enter(lane: LaneRef, othersRunning: number): boolean;
  /** Whether this lane is the one that is alone. */
  isAlone(lane: LaneRef): boolean;
  leave(lane: LaneRef): void;
  /** The next lane, alone from now on, or null while others run or none waits. */
  next(running: number): LaneRef | null;
  /** Forgets the line and ends the timer. */
  close(): void;
}

/** How long the others are waited for at most: a very long turn must not close the process to everybody else. */
export const ALONE_WAIT_MS = 30_000;

/** @param onPatienceOver called when the others have been waited for long enough: `next` gives the lane then */
export function createQuarantine(deps: { clock: Clock; onPatienceOver: () => void }): Quarantine {
  const { clock } = deps;
  const waiting = new Map<string, LaneRef>();
  let alone: string | null = null;
  let patienceEnds = 0;
  let stopTimer = () => {};

  const startPatience = () => {
    stopTimer();
    patienceEnds = clock.now() + ALONE_WAIT_MS;
    stopTimer = clock.after(ALONE_WAIT_MS, deps.onPatienceOver);
  };

  return {
    admits: (lane) => lane.kind !== 'main' || (alone === null && waiting.size === 0),
    add: (lane) => {
      if (waiting.size === 0) startPatience();
      waiting.set(laneKey(lane), lane);
    },
    enter: (lane, othersRunning) => {
      if (alone !== null || waiting.size > 0 || othersRunning > 0) return false;
      alone = laneKey(lane);
      return true;
    },
    isAlone: (lane) => alone === laneKey(lane),
    leave: (lane) => {
      if (alone !== laneKey(lane)) return;
      alone = null;
      if (waiting.size > 0) startPatience();
    },
    next: (running) => {
      const [first] = waiting;
      if (first === undefined || alone !== null || (running > 0 && clock.now() < patienceEnds)) return null;
      const [key, lane] = first;
      waiting.delete(key);
      stopTimer();
      alone = key;
      return lane;
    },
    close: () => {
      waiting.clear();
      stopTimer();
    },
  };
}
