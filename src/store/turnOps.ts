import type { Database } from 'better-sqlite3';
import { type Json, jsonSchema } from '../core/json.js';
import type { LaneKind, LaneRef } from '../core/lane.js';
import type { LaneStore, TurnRecord, TurnState } from '../core/ports/laneStore.js';
import { findLane } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';

interface RecordRow {
  readonly id: string;
  readonly lane_id: string;
  readonly lane_kind: LaneKind;
  readonly state: TurnState;
  readonly attempt: number;
  readonly accepted_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly sender: string;
  readonly outcome: string;
}

const RECORD = `t.id, l.id AS lane_id, l.kind AS lane_kind, t.state, t.attempt, t.accepted_at, t.started_at, t.ended_at,
  t.sender, t.outcome FROM turn AS t JOIN lane AS l ON l.no = t.lane`;

const statements = preparedOnce((db) => ({
  due: db.prepare<[number, string, number], LaneRef>(
    `SELECT id, kind FROM lane WHERE head_seq IS NOT NULL AND paused = 0 AND lease_until <= ?
       AND kind IN (SELECT value FROM json_each(?)) ORDER BY head_seq LIMIT ?`,
  ),
  dueQuestions: db.prepare<[number, number], LaneRef>(
    `SELECT l.id, l.kind FROM question AS q JOIN lane AS l ON l.no = q.lane
     WHERE q.state = 'open' AND q.expires_at <= ? AND l.paused = 1 ORDER BY q.expires_at LIMIT ?`,
  ),
  byId: db.prepare<[string], RecordRow>(
    `SELECT ${RECORD} WHERE t.seq = (SELECT coalesce(merged_into, seq) FROM turn WHERE id = ?)`,
  ),
  newest: db.prepare<[number], RecordRow>(`SELECT ${RECORD} WHERE t.merged_into IS NULL ORDER BY t.seq DESC LIMIT ?`),
  newestOfLane: db.prepare<[number, number], RecordRow>(
    `SELECT ${RECORD} WHERE t.lane = ? AND t.merged_into IS NULL ORDER BY t.seq DESC LIMIT ?`,
  ),
  dead: db.prepare<[number], RecordRow>(
    `SELECT ${RECORD} WHERE t.state = 'dead' AND t.merged_into IS NULL ORDER BY t.ended_at DESC, t.seq DESC LIMIT ?`,
  ),
  anyTurn: db.prepare<{ id: string; kind: LaneKind }, { found: 1 }>(
    `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM lane AS l JOIN turn AS t ON t.lane = l.no WHERE l.id = @id AND l.kind = @kind)
       OR (@kind = 'main' AND EXISTS (SELECT 1 FROM transcript WHERE lane = @id))`,
  ),
  ofAlbum: db.prepare<[number, number, string, string], { found: 1 }>(
    `SELECT 1 AS found FROM (SELECT seq FROM turn WHERE lane = ? ORDER BY seq DESC LIMIT ?) AS latest
       JOIN inbox ON inbox.seq = latest.seq
     WHERE inbox.sender = ? AND json_valid(inbox.message) AND json_extract(inbox.message, '$.album') = ? LIMIT 1`,
  ),
  before: db.prepare<[number, number], { count: number }>(
    'SELECT count(*) AS count FROM inbox WHERE lane = ? AND ended_at IS NULL AND seq < ?',
  ),
}));

/** `LaneStore.due`: also lanes that waited for a person long enough. */
export function due(db: Database, request: Parameters<LaneStore['due']>[0]): readonly LaneRef[] {
  const sql = statements(db);
  const { now, kinds, limit } = request;
  const due = sql.due.all(now, JSON.stringify(kinds), limit);
  return kinds.includes('main') ? [...due, ...sql.dueQuestions.all(now, limit)] : due;
}

/** `LaneStore.turnById`. The id of a message that another turn took in answers with that turn. */
export function turnById(db: Database, turn: string): TurnRecord | null {
  const row = statements(db).byId.get(turn);
  return row === undefined ? null : toRecord(row);
}

/** `LaneStore.turns`. */
export function turns(db: Database, request: Parameters<LaneStore['turns']>[0]): readonly TurnRecord[] {
  const sql = statements(db);
  if (request.lane === undefined) return sql.newest.all(request.limit).map(toRecord);
  const lane = findLane(db, request.lane);
  return lane === undefined ? [] : sql.newestOfLane.all(lane.no, request.limit).map(toRecord);
}

/** `LaneStore.hasTurns`. The transcript outlives the turns. */
export function hasTurns(db: Database, lane: LaneRef): boolean {
  return statements(db).anyTurn.get({ id: lane.id, kind: lane.kind }) !== undefined;
}

/** An album has at most 10 messages, and what comes between them is little. */
const LOOKED_AT_FOR_ALBUM = 50;

/** `LaneStore.hasAlbum`. */
export function hasAlbum(db: Database, request: Parameters<LaneStore['hasAlbum']>[0]): boolean {
  const { sender, album } = request;
  const lane = findLane(db, request.lane);
  if (lane === undefined) return false;
  return statements(db).ofAlbum.get(lane.no, LOOKED_AT_FOR_ALBUM, sender, album) !== undefined;
}

/** `LaneStore.deadTurns`. */
export function deadTurns(db: Database, limit: number): readonly TurnRecord[] {
  return statements(db).dead.all(limit).map(toRecord);
}

/** `LaneStore.queuedBefore`: unfinished messages, the running turn's included, as `accept` counts them in `queued`. */
export function queuedBefore(db: Database, request: Parameters<LaneStore['queuedBefore']>[0]): number {
  const lane = findLane(db, request.lane);
  return lane === undefined ? 0 : (statements(db).before.get(lane.no, request.seq)?.count ?? 0);
}

function toRecord(row: RecordRow): TurnRecord {
  return {
    turn: row.id,
    lane: { id: row.lane_id, kind: row.lane_kind },
    state: row.state,
    attempt: row.attempt,
    acceptedAt: row.accepted_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    sender: row.sender,
    outcome: readJson(row.outcome),
  };
}

/** A stored JSON value; null when it cannot be read, because a list must not fail over one damaged row. */
function readJson(text: string): Json {
  try {
    return jsonSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
