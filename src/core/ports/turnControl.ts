import type { TurnRecord } from './laneStore.js';

/** What commands, the HTTP API and the console may do to turns. */
export interface TurnControl {
  /** `/stop`: the lane's oldest unfinished turn before `beforeSeq`; with `all` everything before it. */
  stop(
    lane: string,
    beforeSeq: number,
    all: boolean,
  ): Promise<{ readonly turns: readonly string[]; readonly waiting: number }>;
  /** Stops one turn. False: unknown or over. */
  stopTurn(turn: string): Promise<boolean>;
  status(lane: string): Promise<{ readonly running: TurnRecord | null; readonly waiting: number }>;
}
