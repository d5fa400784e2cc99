import type { Database } from 'better-sqlite3';
import { readJournal } from './claimedRows.js';
import { headOf } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';
import { voidQuestions } from './questionOps.js';
import { voidedCallsOf } from './voidedCalls.js';

/** Messages that were answers to the turn's questions: they go with these. Nothing else that a turn took in stays alone. */
const ANSWERS = '(SELECT seq FROM inbox WHERE inbox.seq = turn.seq AND alone = 1)';

const statements = preparedOnce((db) => ({
  dropJournal: db.prepare<[number]>('DELETE FROM journal WHERE turn = ?'),
  lastStepAt: db.prepare<[number], { at: number }>('SELECT max(at) AS at FROM journal WHERE turn = ?'),
  keepStep: db.prepare<[number, string, number]>('INSERT INTO journal (turn, step, data, at) VALUES (?, 0, ?, ?)'),
  dropTranscript: db.prepare<{ lane: number; turn: number }>(
    `DELETE FROM transcript WHERE lane = (SELECT id FROM lane WHERE no = @lane)
       AND turn = (SELECT id FROM turn WHERE seq = @turn)`,
  ),
  reopenRows: db.prepare<{ turn: number }>(
    `UPDATE inbox SET state = 'queued', turn = seq, ended_at = NULL
     WHERE seq IN (SELECT seq FROM turn WHERE seq = @turn OR (merged_into = @turn AND seq NOT IN ${ANSWERS}))`,
  ),
  reopenTurns: db.prepare<{ turn: number }>(
    `UPDATE turn SET state = 'queued', merged_into = NULL, expiries = 0, steps_at_claim = 0,
       steps = (SELECT count(*) FROM journal WHERE journal.turn = turn.seq),
       started_at = NULL, ended_at = NULL, paused_reason = NULL, outcome = 'null'
     WHERE seq = @turn OR (merged_into = @turn AND seq NOT IN ${ANSWERS})`,
  ),
  freeLane: db.prepare<[number]>(
    'UPDATE lane SET turn = NULL, owner = NULL, lease_until = 0, stopping = 0, paused = 0 WHERE no = ?',
  ),
  setHead: db.prepare<[number | null, number]>('UPDATE lane SET head_seq = ? WHERE no = ?'),
}));

/**
 * Lets a turn begin anew: its messages wait again at their old places, and what it has done and said is no longer part of the
 * conversation. Its deliveries stay: the next attempt writes its answer into the messages that stand in the chat. So does the
 * knowledge of what it changed outside.
 *
 * @param holdsLane the turn is the one that the lane is at; nobody may be working on it any more
 */
export function reopen(db: Database, laneNo: number, turnSeq: number, holdsLane: boolean): void {
  const sql = statements(db);
  keepVoidedCalls(db, turnSeq);
  voidQuestions(db, turnSeq);
  sql.dropTranscript.run({ lane: laneNo, turn: turnSeq });
  sql.reopenRows.run({ turn: turnSeq });
  sql.reopenTurns.run({ turn: turnSeq });
  if (holdsLane) sql.freeLane.run(laneNo);
  sql.setHead.run(headOf(db, laneNo), laneNo);
}

/** Of the journal only the calls stay that changed something. */
function keepVoidedCalls(db: Database, turnSeq: number): void {
  const sql = statements(db);
  const voided = voidedCallsOf(readJournal(db, turnSeq).steps);
  const at = sql.lastStepAt.get(turnSeq)?.at;
  sql.dropJournal.run(turnSeq);
  if (voided !== null) sql.keepStep.run(turnSeq, JSON.stringify(voided), at ?? 0);
}
