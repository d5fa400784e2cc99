import type { Database } from 'better-sqlite3';
import type { LaneRef } from '../core/lane.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import { findLane, laneRefOf } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';

/** Beyond every seq: all messages of the turn are meant. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

interface StopTarget {
  readonly seq: number;
  readonly id: string;
  readonly lane: number;
}

const statements = preparedOnce((db) => ({
  before: db.prepare<[number, number], StopTarget>(
    `SELECT DISTINCT t.seq, t.id, t.lane FROM inbox AS i JOIN turn AS t ON t.seq = i.turn
     WHERE i.lane = ? AND i.ended_at IS NULL AND i.seq < ? ORDER BY t.seq`,
  ),
  byId: db.prepare<[string], StopTarget>(
    `SELECT consumer.seq, consumer.id, consumer.lane
     FROM turn AS own JOIN turn AS consumer ON consumer.seq = coalesce(own.merged_into, own.seq)
     WHERE own.id = ? AND consumer.ended_at IS NULL`,
  ),
  askTurn: db.prepare<[number, number]>(
    `UPDATE turn SET stop_before_seq = max(coalesce(stop_before_seq, 0), ?),
       state = CASE state WHEN 'paused' THEN 'queued' ELSE state END, paused_reason = NULL WHERE seq = ?`,
  ),
  askLane: db.prepare<[number, number]>(
    'UPDATE lane SET stopping = max(stopping, 1), paused = 0 WHERE no = ? AND turn = ?',
  ),
  waiting: db.prepare<[number], { count: number }>(
    `SELECT count(*) AS count FROM inbox AS i JOIN turn AS t ON t.seq = i.turn
     WHERE i.lane = ? AND i.ended_at IS NULL AND i.state = 'queued' AND t.stop_before_seq IS NULL`,
  ),
}));

/**
 * `LaneStore.stop`. The mark stands on the turn: what was accepted after `beforeSeq` is never touched, whatever the order
 * in which the stop and the messages are worked on. A paused turn becomes claimable again, to be ended as stopped.
 */
export function stop(
  db: Database,
  request: Parameters<LaneStore['stop']>[0],
): { turns: readonly string[]; waiting: number } {
  const lane = findLane(db, request.lane);
  if (lane === undefined) return { turns: [], waiting: 0 };
  const sql = statements(db);
  const before = sql.before.all(lane.no, request.beforeSeq);
  const targets = request.all ? before : before.slice(0, 1);
  for (const target of targets) ask(db, target, request.beforeSeq);
  return { turns: targets.map((target) => target.id), waiting: sql.waiting.get(lane.no)?.count ?? 0 };
}

/** `LaneStore.stopTurn`. The id of a message that another turn took in stops that turn. */
export function stopTurn(db: Database, request: Parameters<LaneStore['stopTurn']>[0]): LaneRef | null {
  const target = statements(db).byId.get(request.turn);
  if (target === undefined) return null;
  ask(db, target, NO_LIMIT);
  return laneRefOf(db, target.lane);
}

function ask(db: Database, target: StopTarget, beforeSeq: number): void {
  const sql = statements(db);
  sql.askTurn.run(beforeSeq, target.seq);
  sql.askLane.run(target.lane, target.seq);
}
