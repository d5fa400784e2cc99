import type { Database } from 'better-sqlite3';
import type { LaneKind, LaneRef } from '../core/lane.js';
import type { LaneStore, LeaseReport, StopMark } from '../core/ports/laneStore.js';
import { findHeldLane, type LaneRow, STOPPED_ATTEMPT, VOID_ATTEMPT } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';
import { isStillOpen } from './questionOps.js';

const statements = preparedOnce((db) => ({
  renew: db.prepare<[number, string], { id: string; kind: LaneKind; token: number; stopping: LaneRow['stopping'] }>(
    'UPDATE lane SET lease_until = ? WHERE owner = ? RETURNING id, kind, token, stopping',
  ),
  stops: db.prepare<[string], LaneRef & Pick<LaneRow, 'stopping'>>(
    'SELECT id, kind, stopping FROM lane WHERE owner = ? AND stopping > 0',
  ),
  giveBack: db.prepare<[0 | 1, number]>('UPDATE lane SET owner = NULL, lease_until = 0, paused = ? WHERE no = ?'),
  countBreak: db.prepare<[number]>(
    `UPDATE turn SET expiries = CASE WHEN steps > steps_at_claim THEN 1 ELSE expiries + 1 END, steps_at_claim = steps
     WHERE seq = ?`,
  ),
  giveBackUntil: db.prepare<[number, number]>('UPDATE lane SET owner = NULL, lease_until = ? WHERE no = ?'),
  pauseTurn: db.prepare<[string, number]>("UPDATE turn SET state = 'paused', paused_reason = ? WHERE seq = ?"),
  pausedTurn: db.prepare<[string], { seq: number; lane: number }>(
    "SELECT seq, lane FROM turn WHERE id = ? AND state = 'paused'",
  ),
  resumeTurn: db.prepare<[number]>("UPDATE turn SET state = 'queued', paused_reason = NULL WHERE seq = ?"),
  shortenCalls: db.prepare<{ lane: number; token: number; until: number }>(
    'UPDATE call SET call_until = min(call_until, @until) WHERE lane = @lane AND token < @token',
  ),
  shortenDeliveries: db.prepare<{ lane: number; until: number }>(
    `UPDATE delivery SET call_until = min(call_until, @until)
     WHERE state = 'open' AND turn IN (SELECT t.id FROM inbox AS i JOIN turn AS t ON t.seq = i.seq
       WHERE i.lane = @lane AND i.ended_at IS NULL)`,
  ),
  resumeLane: db.prepare<[number, number]>('UPDATE lane SET paused = 0 WHERE no = ? AND turn = ?'),
}));

type Args<Method extends keyof LaneStore> = Parameters<LaneStore[Method]>[0];

/** `LaneStore.renewAll`: also a lease that has run out, as long as nobody else has claimed the lane. */
export function renewAll(db: Database, request: Args<'renewAll'>): LeaseReport {
  const { owner, leaseMs, now } = request;
  const rows = statements(db).renew.all(now + leaseMs, owner);
  return {
    held: rows.map(({ id, kind, token, stopping }) => ({
      lane: { id, kind },
      token,
      stopped: stopping === STOPPED_ATTEMPT,
      isVoid: stopping === VOID_ATTEMPT,
    })),
  };
}

/** `LaneStore.stopsOf`. */
export function stopsOf(db: Database, owner: string): readonly StopMark[] {
  const rows = statements(db).stops.all(owner);
  return rows.map(({ id, kind, stopping }) => ({ lane: { id, kind }, isVoid: stopping === VOID_ATTEMPT }));
}

/** `LaneStore.release`: the turn stays unfinished and may be claimed at once. */
export function release(db: Database, request: Args<'release'>): boolean {
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null) return false;
  statements(db).giveBack.run(0, lane.no);
  return true;
}

/** `LaneStore.breakOff`. */
export function breakOff(db: Database, request: Args<'breakOff'>): boolean {
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null || lane.turn === null) return false;
  const sql = statements(db);
  sql.countBreak.run(lane.turn);
  sql.giveBackUntil.run(request.retryAt, lane.no);
  return true;
}

/** `LaneStore.shortenCalls`: also what was being said to those whose messages wait. */
export function shortenCalls(db: Database, request: Args<'shortenCalls'>): boolean {
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null || lane.turn === null) return false;
  const { token, until } = request;
  statements(db).shortenCalls.run({ lane: lane.no, token, until });
  statements(db).shortenDeliveries.run({ lane: lane.no, until });
  return true;
}

/**
 * `LaneStore.pause`. A turn that was asked to stop meanwhile, or whose question was answered, is only given back: it must go on,
 * not wait for a person.
 */
export function pause(db: Database, request: Args<'pause'>): boolean {
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null || lane.turn === null) return false;
  const sql = statements(db);
  const waits =
    lane.stopping === 0 && (request.question === undefined || isStillOpen(db, request.question, request.now));
  if (waits) sql.pauseTurn.run(request.reason, lane.turn);
  sql.giveBack.run(waits ? 1 : 0, lane.no);
  return true;
}

/** `LaneStore.resume`. False when the turn is not paused. */
export function resume(db: Database, request: Args<'resume'>): boolean {
  const sql = statements(db);
  const turn = sql.pausedTurn.get(request.turn);
  if (turn === undefined) return false;
  sql.resumeTurn.run(turn.seq);
  sql.resumeLane.run(turn.lane, turn.seq);
  return true;
}
