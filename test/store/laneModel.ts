import fc from 'fast-check';
import type { TurnEnd } from '../../src/core/ports/laneStore.js';
import { LEASE_MS } from './conversation.js';

/** What may happen to the lanes of a test, in any order. Lanes, owners and senders are small numbers. */
export type Action =
  | { readonly do: 'accept'; readonly lane: number; readonly sender: number }
  | { readonly do: 'again'; readonly nth: number }
  | { readonly do: 'claim'; readonly lane: number; readonly owner: number; readonly collect: boolean }
  | {
      readonly do: 'journal' | 'takeMore' | 'release' | 'pause' | 'resume';
      readonly lane: number;
      readonly stale: boolean;
    }
  | { readonly do: 'finish'; readonly lane: number; readonly stale: boolean; readonly end: TurnEnd }
  | { readonly do: 'stop'; readonly lane: number; readonly all: boolean }
  | { readonly do: 'stopTurn'; readonly nth: number }
  | { readonly do: 'renew'; readonly owner: number }
  | { readonly do: 'pass'; readonly ms: number };

export const LANES = 3;
export const OWNERS = 3;

const lane = fc.nat({ max: LANES - 1 });
const owner = fc.nat({ max: OWNERS - 1 });
const stale = fc.boolean();

/** Weighted so that turns start, end and expire often enough. */
export const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('accept' as const), lane, sender: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), nth: fc.nat({ max: 50 }) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('claim' as const), lane, owner, collect: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('journal' as const), lane, stale }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('takeMore' as const), lane, stale }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), lane, stale }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const), lane, stale }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resume' as const), lane, stale: fc.constant(false) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      lane,
      stale,
      end: fc.constantFrom('done' as const, 'failed' as const, 'stopped' as const, 'dead' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), lane, all: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stopTurn' as const), nth: fc.nat({ max: 50 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), owner }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, LEASE_MS / 2, LEASE_MS) }),
  },
);

export interface ModelMessage {
  readonly seq: number;
  readonly sender: number;
  readonly own: ModelTurn;
  turn: ModelTurn;
  ended: boolean;
}

export interface ModelTurn {
  readonly id: string;
  readonly seq: number;
  stopBefore: number | null;
  attempt: number;
  expiries: number;
  steps: number;
  stepsAtClaim: number;
  ended: boolean;
}

/** A lane as the port describes it, in the plainest terms. */
export interface ModelLane {
  token: number;
  owner: number | null;
  leaseUntil: number;
  paused: boolean;
  running: ModelTurn | null;
  readonly messages: ModelMessage[];
}

export function emptyLane(): ModelLane {
  return { token: 0, owner: null, leaseUntil: 0, paused: false, running: null, messages: [] };
}

export function unfinished(of: ModelLane): ModelMessage[] {
  return of.messages.filter((message) => !message.ended).sort((a, b) => a.seq - b.seq);
}

export function messagesOf(of: ModelLane, turn: ModelTurn): ModelMessage[] {
  return unfinished(of).filter((message) => message.turn === turn);
}

/** The messages that the next claim must return, or null when it must return nothing. Changes nothing. */
export function expectedClaim(of: ModelLane, collect: boolean, now: number): ModelMessage[] | null {
  if (of.paused || of.leaseUntil > now) return null;
  if (of.running !== null) return messagesOf(of, of.running);
  const queued = unfinished(of);
  const first = queued[0];
  if (first === undefined) return null;
  if (!collect) return [first];
  const end = queued.findIndex(
    ({ sender, turn }) => sender !== first.sender || (turn.stopBefore === null) !== (first.turn.stopBefore === null),
  );
  return end === -1 ? queued : queued.slice(0, end);
}

/** Does what `expectedClaim` says. */
export function applyClaim(of: ModelLane, claimed: readonly ModelMessage[], by: number, now: number): ModelTurn {
  const turn = of.running ?? claimed[0]?.own;
  if (turn === undefined) throw new Error('a claim without a message');
  if (of.running !== null) {
    if (turn.steps > turn.stepsAtClaim) turn.expiries = 0;
    else if (of.owner !== null) turn.expiries += 1;
  }
  for (const message of claimed) message.turn = turn;
  turn.stepsAtClaim = turn.steps;
  turn.attempt += 1;
  of.running = turn;
  of.token += 1;
  of.owner = by;
  of.leaseUntil = now + LEASE_MS;
  return turn;
}

/** Gives the lane back. */
export function applyGiveBack(of: ModelLane, paused: boolean): void {
  of.owner = null;
  of.leaseUntil = 0;
  of.paused = paused;
}

/** Ends the running turn; returns its messages that ended with it. */
export function applyFinish(of: ModelLane, end: TurnEnd): ModelMessage[] {
  const turn = of.running;
  if (turn === null) throw new Error('nothing runs');
  const limit = end === 'stopped' ? (turn.stopBefore ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const own = messagesOf(of, turn);
  for (const message of own) {
    if (message.seq < limit) message.ended = true;
    else message.turn = message.own;
  }
  turn.ended = true;
  of.running = null;
  applyGiveBack(of, false);
  return own.filter((message) => message.ended);
}

/** Marks a turn as to be stopped. */
export function applyStop(of: ModelLane, turn: ModelTurn, beforeSeq: number): void {
  turn.stopBefore = Math.max(turn.stopBefore ?? 0, beforeSeq);
  if (of.running === turn) of.paused = false;
}
