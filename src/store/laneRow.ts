import type { Database } from 'better-sqlite3';
import type { LaneKind, LaneRef } from '../core/lane.js';
import { preparedOnce } from './preparedOnce.js';

/** `LaneRow.stopping`: the attempt is to end as stopped. */
export const STOPPED_ATTEMPT = 1;
/** `LaneRow.stopping`: the attempt is void, its worker gives the lane back without a word. */
export const VOID_ATTEMPT = 2;

/** A lane as it is stored. */
export interface LaneRow {
  readonly no: number;
  readonly token: number;
  /** NULL when the lane was given back; then an unfinished turn is taken over without counting an expiry. */
  readonly owner: string | null;
  readonly lease_until: number;
  /** The turn that was consumed and has no end yet. */
  readonly turn: number | null;
  readonly head_seq: number | null;
  readonly paused: 0 | 1;
  readonly stopping: 0 | typeof STOPPED_ATTEMPT | typeof VOID_ATTEMPT;
}

const statements = preparedOnce((db) => ({
  find: db.prepare<[string, LaneKind], LaneRow>(
    'SELECT no, token, owner, lease_until, turn, head_seq, paused, stopping FROM lane WHERE id = ? AND kind = ?',
  ),
  refOf: db.prepare<[number], LaneRef>('SELECT id, kind FROM lane WHERE no = ?'),
  head: db.prepare<[number], { seq: number }>(
    'SELECT seq FROM inbox WHERE lane = ? AND ended_at IS NULL ORDER BY seq LIMIT 1',
  ),
}));

/** The stored lane, or undefined when nothing was ever accepted for it. */
export function findLane(db: Database, lane: LaneRef): LaneRow | undefined {
  return statements(db).find.get(lane.id, lane.kind);
}

/** Id and kind of a stored lane. */
export function laneRefOf(db: Database, no: number): LaneRef | null {
  return statements(db).refOf.get(no) ?? null;
}

/** The lane when `token` is its newest and it was not given back since; a lease that has run out does not matter. */
export function findHeldLane(db: Database, lane: LaneRef, token: number): LaneRow | null {
  const row = findLane(db, lane);
  return row !== undefined && row.token === token && row.owner !== null ? row : null;
}

/** Seq of the lane's oldest unfinished message. */
export function headOf(db: Database, laneNo: number): number | null {
  return statements(db).head.get(laneNo)?.seq ?? null;
}
