import type { Database } from 'better-sqlite3';
import type { FinishRequest, TurnEnd } from '../core/ports/laneStore.js';
import { accept } from './acceptOps.js';
import { findHeldLane, headOf, VOID_ATTEMPT } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';
import { closeQuestions } from './questionOps.js';
import { writeTranscript } from './transcriptOps.js';

/** What becomes of a turn's messages. A failed turn has answered them with its error. */
const ROW_STATE: Readonly<Record<TurnEnd, 'done' | 'stopped' | 'dead'>> = {
  done: 'done',
  failed: 'done',
  stopped: 'stopped',
  dead: 'dead',
};

const statements = preparedOnce((db) => ({
  turn: db.prepare<[number], { id: string; sender: string; stop_before_seq: number | null }>(
    'SELECT id, sender, stop_before_seq FROM turn WHERE seq = ?',
  ),
  requeueRows: db.prepare<[number, number, number]>(
    `UPDATE inbox SET state = 'queued', turn = seq WHERE lane = ? AND ended_at IS NULL AND turn = ? AND seq >= ?`,
  ),
  requeueTurns: db.prepare<[number, number]>('UPDATE turn SET merged_into = NULL WHERE merged_into = ? AND seq >= ?'),
  endRows: db.prepare<['done' | 'stopped' | 'dead', number, number, number]>(
    'UPDATE inbox SET state = ?, ended_at = ? WHERE lane = ? AND ended_at IS NULL AND turn = ?',
  ),
  endTurn: db.prepare<[TurnEnd, number, string, number]>(
    'UPDATE turn SET state = ?, ended_at = ?, outcome = ? WHERE seq = ?',
  ),
  endMerged: db.prepare<[TurnEnd, number, number]>('UPDATE turn SET state = ?, ended_at = ? WHERE merged_into = ?'),
  giveBack: db.prepare<[number]>('UPDATE lane SET owner = NULL, lease_until = 0 WHERE no = ?'),
  freeLane: db.prepare<[number | null, number]>(
    'UPDATE lane SET turn = NULL, owner = NULL, lease_until = 0, stopping = 0, head_seq = ? WHERE no = ?',
  ),
}));

/** `LaneStore.finish`. */
export function finish(db: Database, request: FinishRequest): { ok: boolean; more: boolean } {
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null || lane.turn === null) return { ok: false, more: false };
  const sql = statements(db);
  const turn = sql.turn.get(lane.turn);
  if (turn === undefined || turn.id !== request.turn) return { ok: false, more: false };

  if (lane.stopping === VOID_ATTEMPT) {
    // Its message was edited or deleted just before the end: the next claim sees to it.
    sql.giveBack.run(lane.no);
    return { ok: true, more: true };
  }
  const { end, now } = request;
  if (end === 'stopped' && turn.stop_before_seq !== null) {
    // Taken in while it ran, but written after the /stop: these were not meant and get a turn of their own again.
    sql.requeueRows.run(lane.no, lane.turn, turn.stop_before_seq);
    sql.requeueTurns.run(lane.turn, turn.stop_before_seq);
  }
  sql.endRows.run(ROW_STATE[end], now, lane.no, lane.turn);
  sql.endTurn.run(end, now, JSON.stringify(request.outcome), lane.turn);
  sql.endMerged.run(end, now, lane.turn);
  closeQuestions(db, lane.turn, now);
  writeTranscript(db, {
    lane: request.lane.id,
    turn: turn.id,
    sender: turn.sender,
    entries: request.transcript,
    now,
  });
  for (const [index, message] of request.background.entries()) {
    accept(db, { message, kind: 'bg', turn: `${turn.id}.bg${index + 1}`, now });
  }

  // Read last: the background lane may be this very lane.
  const head = headOf(db, lane.no);
  sql.freeLane.run(head, lane.no);
  return { ok: true, more: head !== null };
}
