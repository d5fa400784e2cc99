import type { Database } from 'better-sqlite3';
import type { LaneKind } from '../core/lane.js';
import { personIdOf } from '../core/person.js';
import { accountKey } from '../core/ports/egress.js';
import type { AcceptRequest, AcceptResult } from '../core/ports/laneStore.js';
import { findLane } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';
import { answerInWords } from './questionOps.js';

const statements = preparedOnce((db) => ({
  original: db.prepare<[string, string], { seq: number; at: number }>(
    'SELECT seq, at FROM dedupe WHERE account = ? AND identity = ?',
  ),
  remember: db.prepare<[string, string, number, number]>(
    'INSERT OR IGNORE INTO dedupe (account, identity, seq, at) VALUES (?, ?, ?, ?)',
  ),
  turnOf: db.prepare<[number], { id: string }>(
    `SELECT consumer.id FROM turn AS own JOIN turn AS consumer ON consumer.seq = coalesce(own.merged_into, own.seq)
     WHERE own.seq = ?`,
  ),
  addLane: db.prepare<[string, LaneKind]>('INSERT INTO lane (id, kind) VALUES (?, ?)'),
  addTurn: db.prepare<[string, number, string, number]>(
    'INSERT INTO turn (id, lane, sender, accepted_at) VALUES (?, ?, ?, ?)',
  ),
  addMessage: db.prepare<[number, number, number, string, string, number, 0 | 1]>(
    'INSERT INTO inbox (seq, lane, turn, sender, message, accepted_at, alone) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  ahead: db.prepare<[number, number], { count: number }>(
    'SELECT count(*) AS count FROM inbox WHERE lane = ? AND ended_at IS NULL AND seq < ?',
  ),
  setHead: db.prepare<[number, number]>('UPDATE lane SET head_seq = ? WHERE no = ?'),
  endAnswer: db.prepare<{ seq: number; turn: number; now: number }>(
    "UPDATE inbox SET state = 'done', turn = @turn, ended_at = @now, alone = 1 WHERE seq = @seq",
  ),
  mergeAnswer: db.prepare<{ seq: number; turn: number; now: number }>(
    "UPDATE turn SET state = 'done', merged_into = @turn, ended_at = @now WHERE seq = @seq",
  ),
}));

/** `LaneStore.accept`: dedupe rows, turn, inbox row and lane together. Background jobs of `finish` come here too. */
export function accept(db: Database, request: AcceptRequest): AcceptResult {
  const { message, kind, turn, now } = request;
  const sql = statements(db);
  const account = accountKey(message.address);
  const identities = [message.identity, ...message.aliases];

  for (const identity of identities) {
    const original = sql.original.get(account, identity);
    if (original === undefined) continue;
    // A newly learned identity grows old with the message, so that it never outlives the turn that it names.
    for (const alias of identities) sql.remember.run(account, alias, original.seq, original.at);
    return { outcome: 'duplicate', seq: original.seq, turn: sql.turnOf.get(original.seq)?.id ?? turn };
  }

  const known = findLane(db, { id: message.lane, kind });
  const lane = known?.no ?? Number(sql.addLane.run(message.lane, kind).lastInsertRowid);
  const sender = personIdOf({ ...message.address, user: message.sender.user });
  const seq = Number(sql.addTurn.run(turn, lane, sender, now).lastInsertRowid);
  sql.addMessage.run(seq, lane, seq, sender, JSON.stringify(message), now, request.alone === true ? 1 : 0);
  for (const identity of identities) sql.remember.run(account, identity, seq, now);

  const asked =
    request.answer === undefined
      ? null
      : answerInWords(db, { laneNo: lane, sender, name: message.sender.name, answer: request.answer, now });
  if (asked !== null) {
    // It is part of that turn and waits for nothing.
    sql.endAnswer.run({ seq, turn: asked, now });
    sql.mergeAnswer.run({ seq, turn: asked, now });
    return { outcome: 'answered', seq, turn: sql.turnOf.get(seq)?.id ?? turn };
  }

  const head = known?.head_seq ?? null;
  if (head === null) sql.setHead.run(seq, lane);
  return { outcome: 'stored', seq, turn, queued: head === null ? 0 : (sql.ahead.get(lane, seq)?.count ?? 0) };
}
