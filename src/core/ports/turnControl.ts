import type { Question } from '../question.js';
import type { Role } from './accessStore.js';
import type { TurnRecord } from './laneStore.js';

/** What somebody says to a question. `option`: the number of one of its options, from 1. */
export type Verdict =
  | { readonly kind: 'approved' | 'denied' }
  | { readonly kind: 'option'; readonly option: number }
  | { readonly kind: 'answered'; readonly answer: string };

/** Whoever decides: account key, name as the platform shows it, role. */
export interface Decider {
  readonly person: string;
  readonly name: string;
  readonly role: Role | null;
}

/** What became of a verdict. Only `decided` changed anything. */
export type Decided =
  | { readonly outcome: 'decided' | 'over' | 'refused'; readonly question: Question }
  | { readonly outcome: 'unknown' };

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
  /** Decides a question for somebody who may, durably and once; its turn goes on. */
  decide(request: { readonly id: string; readonly verdict: Verdict; readonly by: Decider }): Promise<Decided>;
  question(id: string): Promise<Question | null>;
  /** The question that a lane waits for. */
  openQuestion(lane: string): Promise<Question | null>;
}
