import type { Database } from 'better-sqlite3';
import type { LaneKind, LaneRef } from '../core/lane.js';
import { personIdOf } from '../core/person.js';
import { accountKey } from '../core/ports/egress.js';
import type { EditRequest, EditResult, WithdrawRequest } from '../core/ports/laneStore.js';
import { parseMessage } from './claimedRows.js';
import { editedMessage, saysTheSame } from './editedMessage.js';
import { headOf, VOID_ATTEMPT } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';
import { reopen } from './reopenOps.js';

/** How long after the end of a turn an edit of its message runs it again (issue 4, item 6), milliseconds. */
const RERUN_WITHIN_MS = 120_000;
/** `turn.stop_before_seq` beyond every message. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** A stored message with its turn and lane. `turn` is the turn that consumed it. */
interface MessageRow {
  readonly seq: number;
  readonly turn: number;
  readonly turn_id: string;
  readonly state: string;
  readonly sender: string;
  readonly message: string;
  readonly alone: 0 | 1;
  readonly ended_at: number | null;
  readonly withdrawn: 0 | 1;
  readonly lane: number;
  readonly lane_id: string;
  readonly kind: LaneKind;
  readonly lane_turn: number | null;
}

const statements = preparedOnce((db) => ({
  seqOf: db.prepare<[string, string], { seq: number; at: number }>(
    'SELECT seq, at FROM dedupe WHERE account = ? AND identity = ?',
  ),
  remember: db.prepare<[string, string, number, number]>(
    'INSERT OR IGNORE INTO dedupe (account, identity, seq, at) VALUES (?, ?, ?, ?)',
  ),
  row: db.prepare<[number], MessageRow>(
    `SELECT i.seq, i.turn, t.id AS turn_id, i.state, i.sender, i.message, i.alone, i.ended_at, t.withdrawn,
       l.no AS lane, l.id AS lane_id, l.kind, l.turn AS lane_turn
     FROM inbox AS i JOIN turn AS t ON t.seq = i.turn JOIN lane AS l ON l.no = i.lane WHERE i.seq = ?`,
  ),
  later: db.prepare<[number, string, number], { seq: number }>(
    'SELECT seq FROM turn WHERE lane = ? AND sender = ? AND seq > ? LIMIT 1',
  ),
  rewrite: db.prepare<{ seq: number; message: string; alone: 0 | 1; at: number | null }>(
    'UPDATE inbox SET message = @message, alone = @alone, accepted_at = coalesce(@at, accepted_at) WHERE seq = @seq',
  ),
  unstop: db.prepare<[number]>(
    `UPDATE turn SET stop_before_seq = NULL, state = CASE state WHEN 'paused' THEN 'queued' ELSE state END WHERE seq = ?`,
  ),
  voidAttempt: db.prepare<[number]>(`UPDATE lane SET stopping = ${VOID_ATTEMPT}, paused = 0 WHERE no = ?`),
  others: db.prepare<[number, number], { seq: number }>(
    `SELECT t.seq FROM turn AS t JOIN inbox AS i ON i.seq = t.seq
     WHERE (t.merged_into = ? AND i.alone = 0) OR t.seq = ? LIMIT 2`,
  ),
  withdraw: db.prepare<[number, number]>(
    `UPDATE turn SET withdrawn = 1, stop_before_seq = ?,
       state = CASE state WHEN 'paused' THEN 'queued' ELSE state END, paused_reason = NULL WHERE seq = ?`,
  ),
  setAlone: db.prepare<[number]>('UPDATE inbox SET alone = 1 WHERE seq = ?'),
  delivered: db.prepare<[string], { no: number }>('SELECT no FROM delivery WHERE turn = ? LIMIT 1'),
  endRow: db.prepare<[number, number]>("UPDATE inbox SET state = 'stopped', ended_at = ? WHERE seq = ?"),
  endTurn: db.prepare<[number, string, number]>(
    "UPDATE turn SET state = 'stopped', withdrawn = 1, ended_at = ?, outcome = ? WHERE seq = ?",
  ),
  setHead: db.prepare<[number | null, number]>('UPDATE lane SET head_seq = ? WHERE no = ?'),
}));

const NOTHING: EditResult = { outcome: 'nothing' };

/** `LaneStore.edit`. */
export function edit(db: Database, { message, alone, now }: EditRequest): EditResult {
  const sql = statements(db);
  const account = accountKey(message.address);
  const original = message.edits === undefined ? undefined : sql.seqOf.get(account, message.edits);
  const row = original === undefined ? undefined : sql.row.get(original.seq);
  if (original === undefined || row === undefined) return NOTHING;
  const lane: LaneRef = { id: row.lane_id, kind: row.kind };
  const before = parseMessage(row.message);
  const sender = personIdOf({ ...message.address, user: message.sender.user });
  if (before === null || row.kind !== 'main' || row.sender !== sender || row.withdrawn === 1) return NOTHING;
  const after = editedMessage(before, message);
  if (message.sentAt < before.sentAt || saysTheSame(before, after)) {
    // Platforms that date edits by the second give two of one second the same identity: only the words tell them apart.
    const isKnown = sql.seqOf.get(account, message.identity) !== undefined;
    return isKnown ? { outcome: 'duplicate', turn: row.turn_id } : NOTHING;
  }

  const rewriteTo = (at: number | null) => {
    sql.rewrite.run({ seq: row.seq, message: JSON.stringify(after), alone: alone ? 1 : 0, at });
    sql.remember.run(account, message.identity, row.seq, original.at);
  };
  if (row.state === 'queued') {
    rewriteTo(null);
    return { outcome: 'replaced', turn: row.turn_id, lane };
  }
  const isTooLate = row.ended_at !== null && row.ended_at < now - RERUN_WITHIN_MS;
  if (isTooLate || row.alone === 1 || sql.later.get(row.lane, row.sender, row.seq) !== undefined) return NOTHING;

  rewriteTo(now);
  sql.unstop.run(row.turn);
  if (row.ended_at === null) sql.voidAttempt.run(row.lane);
  else reopen(db, row.lane, row.turn, false);
  return { outcome: 'rerun', turn: row.turn_id, lane };
}

/**
 * `LaneStore.withdraw`. What nobody has seen anything of is taken out at once; else the turn is left to a worker, which removes
 * what the chat shows.
 */
export function withdraw(db: Database, { account, identity, now }: WithdrawRequest): LaneRef | null {
  const sql = statements(db);
  const original = sql.seqOf.get(account, identity);
  const row = original === undefined ? undefined : sql.row.get(original.seq);
  if (row === undefined || row.kind !== 'main' || row.ended_at !== null || row.withdrawn === 1) return null;
  const lane: LaneRef = { id: row.lane_id, kind: row.kind };

  if (row.state === 'queued' && sql.delivered.get(row.turn_id) === undefined) {
    sql.endRow.run(now, row.seq);
    sql.endTurn.run(now, JSON.stringify({ stopped: true, text: '' }), row.turn);
    sql.setHead.run(headOf(db, row.lane), row.lane);
    return lane;
  }
  // The others that the turn took in still want their answer.
  if (sql.others.all(row.turn, row.turn).length > 1) return null;
  sql.withdraw.run(NO_LIMIT, row.turn);
  sql.setAlone.run(row.seq);
  if (row.state !== 'queued') sql.voidAttempt.run(row.lane);
  return lane;
}
