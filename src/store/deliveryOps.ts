import type { Database } from 'better-sqlite3';
import { type Json, jsonSchema } from '../core/json.js';
import type { CallKind, Delivery, Ledger, Neighbour, PermitRequest, SettleRequest } from '../core/ports/ledger.js';
import { findLane } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';

interface DeliveryRow {
  readonly no: number;
  readonly turn: string;
  readonly chunk: string;
  readonly state: Delivery['state'];
  readonly message_id: string | null;
  readonly replaces: string | null;
  readonly payload: string;
  readonly call_until: number;
}

/** A call in flight, with what the delivery row was before it. */
interface CallRow {
  readonly kind: CallKind;
  readonly turn: string;
  readonly chunk: string;
  readonly before_state: Delivery['state'] | null;
  readonly before_message_id: string | null;
  readonly before_payload: string | null;
  readonly before_call_until: number | null;
}

const COLUMNS = 'no, turn, chunk, state, message_id, replaces, payload, call_until';

const statements = preparedOnce((db) => ({
  find: db.prepare<[string, string], DeliveryRow>(`SELECT ${COLUMNS} FROM delivery WHERE turn = ? AND chunk = ?`),
  ofTurn: db.prepare<[string], DeliveryRow>(`SELECT ${COLUMNS} FROM delivery WHERE turn = ? ORDER BY no`),
  open: db.prepare<[string, string, string, string, number, number]>(
    `INSERT INTO delivery (turn, chunk, chat, state, payload, call_until, made_at) VALUES (?, ?, ?, 'open', ?, ?, ?)`,
  ),
  write: db.prepare<[Delivery['state'], string | null, string, number, number]>(
    'UPDATE delivery SET state = ?, message_id = ?, payload = ?, call_until = ? WHERE no = ?',
  ),
  reopen: db.prepare<[string, number, number]>(
    `UPDATE delivery SET state = 'open', message_id = NULL, payload = ?, call_until = ?,
       replaces = CASE WHEN state IN ('removed', 'gone') THEN coalesce(message_id, replaces) ELSE replaces END
     WHERE no = ?`,
  ),
  mark: db.prepare<[Delivery['state'], string | null, number]>(
    'UPDATE delivery SET state = ?, message_id = ? WHERE no = ?',
  ),
  drop: db.prepare<[number]>('DELETE FROM delivery WHERE no = ?'),
  dropStaleCall: db.prepare<[string]>('DELETE FROM call WHERE chat = ?'),
  addCall: db.prepare<
    [
      string,
      number,
      number,
      string,
      string,
      CallKind,
      number,
      Delivery['state'] | null,
      string | null,
      string | null,
      number | null,
    ]
  >(
    `INSERT INTO call (chat, lane, token, turn, chunk, kind, call_until, before_state, before_message_id, before_payload,
       before_call_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  takeCall: db.prepare<[number], CallRow>(
    `DELETE FROM call WHERE id = ?
     RETURNING kind, turn, chunk, before_state, before_message_id, before_payload, before_call_until`,
  ),
  otherCall: db.prepare<[string, string], { id: number }>('SELECT id FROM call WHERE turn = ? AND chunk = ?'),
  madeAt: db.prepare<[string, string], { made_at: number }>(
    'SELECT made_at FROM delivery WHERE turn = ? AND chunk = ?',
  ),
  before: db.prepare<[number, number, string, string, string, number], { chat: string; message_id: string }>(
    `SELECT chat, message_id FROM delivery WHERE made_at BETWEEN ? AND ? AND substr(chat, 1, length(?)) = ? AND message_id IS NOT NULL
       AND turn <> ? ORDER BY made_at DESC, no DESC LIMIT ?`,
  ),
  after: db.prepare<[number, number, string, string, string, number], { chat: string; message_id: string }>(
    `SELECT chat, message_id FROM delivery WHERE made_at BETWEEN ? AND ? AND substr(chat, 1, length(?)) = ? AND message_id IS NOT NULL
       AND turn <> ? ORDER BY made_at, no LIMIT ?`,
  ),
  earlierCall: db.prepare<[number, number, number], { until: number | null }>(
    'SELECT max(call_until) AS until FROM call WHERE lane = ? AND token < ? AND call_until > ?',
  ),
  known: db.prepare<[string, string], { message_id: string }>(
    'SELECT DISTINCT message_id FROM delivery WHERE chat = ? AND message_id IN (SELECT value FROM json_each(?))',
  ),
}));

/**
 * An upload may take minutes; once its connection has broken off nothing new of it reaches the platform after this time. That of
 * a send is no longer anyway.
 */
const AFTERMATH_MS = 30_000;

/** Whether a call of this kind puts a new message into the chat. */
function isNewMessage(kind: CallKind): boolean {
  return kind === 'send' || kind === 'upload';
}

/** Writes down a granted call before it happens; part of `permit`. Returns its id. */
export function openCall(db: Database, laneNo: number, request: PermitRequest, callUntil: number): number {
  const { turn, chunk, chat, kind, token, now } = request;
  const sql = statements(db);
  const concerns = isNewMessage(kind) || kind === 'edit' || kind === 'remove';
  const before = concerns ? sql.find.get(turn, chunk) : undefined;
  const payload = JSON.stringify(request.payload);

  if (isNewMessage(kind)) {
    if (before === undefined) sql.open.run(turn, chunk, chat, payload, callUntil, now);
    else sql.reopen.run(payload, callUntil, before.no);
  } else if (before !== undefined) {
    const shown = kind === 'edit' ? payload : before.payload;
    sql.write.run(before.state, before.message_id, shown, callUntil, before.no);
  }

  sql.dropStaleCall.run(chat);
  const call = sql.addCall.run(
    chat,
    laneNo,
    token,
    turn,
    chunk,
    kind,
    callUntil,
    before?.state ?? null,
    before?.message_id ?? null,
    before?.payload ?? null,
    before?.call_until ?? null,
  );
  return Number(call.lastInsertRowid);
}

/**
 * `Ledger.settle`. Taken from whoever made the call, also after it lost its lane: what it saw is true all the same. The
 * row of a call that overran its time and was replaced is only completed, never changed back.
 */
export function settle(db: Database, request: SettleRequest): void {
  const { turn, chunk, outcome } = request;
  const sql = statements(db);
  const call = sql.takeCall.get(request.call);
  if (call?.kind === 'status' || call?.kind === 'other') return;
  const row = sql.find.get(turn, chunk);
  if (row === undefined) return;
  if (outcome === 'unknown') {
    const until = Math.min(row.call_until, request.now + AFTERMATH_MS);
    if (call?.kind === 'upload') sql.write.run(row.state, row.message_id, row.payload, until, row.no);
    return;
  }
  if (call === undefined && (row.state !== 'open' || sql.otherCall.get(turn, chunk) !== undefined)) return;

  if (outcome === 'failed') {
    if (call === undefined) return;
    const { before_state, before_message_id, before_payload, before_call_until } = call;
    if (before_state === null) sql.drop.run(row.no);
    else sql.write.run(before_state, before_message_id, before_payload ?? 'null', before_call_until ?? 0, row.no);
    return;
  }
  const state = outcome === 'edited' ? 'sent' : outcome;
  sql.mark.run(state, request.messageId ?? row.message_id, row.no);
}

/** `Ledger.deliveriesOf`: in the order in which the messages were first sent. */
export function deliveriesOf(db: Database, turn: string): readonly Delivery[] {
  return statements(db)
    .ofTurn.all(turn)
    .map((row) => ({
      turn: row.turn,
      chunk: row.chunk,
      state: row.state,
      messageId: row.message_id,
      replaces: row.replaces,
      payload: readPayload(row.payload),
      callUntil: row.call_until,
    }));
}

/** Until when a call of a lane's owners before `token` may still arrive; 0 where none is on its way. */
export function openCallBefore(db: Database, laneNo: number, token: number, now: number): number {
  return statements(db).earlierCall.get(laneNo, token, now)?.until ?? 0;
}

/** `Ledger.earlierCallUntil`. */
export function earlierCallUntil(db: Database, request: Parameters<Ledger['earlierCallUntil']>[0]): number {
  const lane = findLane(db, request.lane);
  return lane === undefined ? 0 : openCallBefore(db, lane.no, request.token, request.now);
}

/** `Ledger.knownIds`. */
export function knownIds(db: Database, request: Parameters<Ledger['knownIds']>[0]): readonly string[] {
  return statements(db)
    .known.all(request.chat, JSON.stringify(request.ids))
    .map((row) => row.message_id);
}

/** What was sent further away in time says nothing about a message's place, milliseconds. */
const AROUND_MS = 600_000;

/** `Ledger.sentAround`. */
export function sentAround(db: Database, request: Parameters<Ledger['sentAround']>[0]): readonly Neighbour[] {
  const { turn, chunk, limit } = request;
  const sql = statements(db);
  const at = sql.madeAt.get(turn, chunk)?.made_at;
  if (at === undefined) return [];
  const chats = `${request.account}/chat/`;
  const rows = (side: 'before' | 'after', from: number, to: number) =>
    sql[side]
      .all(from, to, chats, chats, turn, limit)
      .map(({ chat, message_id: messageId }) => ({ chat, messageId, isBefore: side === 'before' }));
  return [...rows('before', at - AROUND_MS, at), ...rows('after', at + 1, at + AROUND_MS)];
}

/** Null for a damaged payload: it only serves to find out what a chat shows, and an edit settles that too. */
function readPayload(text: string): Json {
  try {
    return jsonSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
