import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { DecideResult, Questions } from '../core/ports/questions.js';
import type { Question, QuestionKind, QuestionState } from '../core/question.js';
import { findHeldLane, laneRefOf } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';

interface QuestionRow {
  readonly id: string;
  readonly turn_seq: number;
  readonly turn: string;
  readonly lane_no: number;
  readonly lane: string;
  readonly kind: QuestionKind;
  readonly call: string;
  readonly tool: string;
  readonly arguments: string;
  readonly text: string;
  readonly options: string;
  readonly approvers: string;
  readonly shown: string;
  readonly principal: string;
  readonly asked_at: number;
  readonly expires_at: number;
  readonly state: QuestionState;
  readonly answer: string | null;
  readonly decided_by: string | null;
  readonly decided_name: string | null;
  /** Its turn came to an end, or is about to. */
  readonly is_ending: 0 | 1;
}

const ROW = `q.id, q.turn AS turn_seq, t.id AS turn, q.lane AS lane_no, l.id AS lane, q.kind, q.call, q.tool, q.arguments, q.text,
  q.options, q.approvers, q.shown, t.sender AS principal, q.asked_at, q.expires_at, q.state, q.answer, q.decided_by, q.decided_name,
  (t.ended_at IS NOT NULL OR t.stop_before_seq IS NOT NULL OR t.withdrawn = 1) AS is_ending
  FROM question AS q JOIN turn AS t ON t.seq = q.turn JOIN lane AS l ON l.no = q.lane`;

const statements = preparedOnce((db) => ({
  turnId: db.prepare<[number], { id: string }>('SELECT id FROM turn WHERE seq = ?'),
  add: db.prepare<{
    id: string;
    turn: number;
    lane: number;
    kind: QuestionKind;
    call: string;
    tool: string;
    arguments: string;
    text: string;
    options: string;
    approvers: string;
    shown: string;
    now: number;
    expiresAt: number;
  }>(
    `INSERT INTO question (id, turn, lane, kind, call, tool, arguments, text, options, approvers, shown, asked_at, expires_at)
     VALUES (@id, @turn, @lane, @kind, @call, @tool, @arguments, @text, @options, @approvers, @shown, @now, @expiresAt)`,
  ),
  ofCall: db.prepare<[number, string], QuestionRow>(
    `SELECT ${ROW} WHERE q.turn = ? AND q.call = ? AND q.state <> 'void'`,
  ),
  ofTurn: db.prepare<[number], QuestionRow>(`SELECT ${ROW} WHERE q.turn = ? AND q.state <> 'void' ORDER BY q.no`),
  byId: db.prepare<[string], QuestionRow>(`SELECT ${ROW} WHERE q.id = ?`),
  openInLane: db.prepare<[string], QuestionRow>(
    `SELECT ${ROW} WHERE l.id = ? AND l.kind = 'main' AND q.state = 'open' ORDER BY q.no DESC LIMIT 1`,
  ),
  openOf: db.prepare<[number, string], QuestionRow>(
    `SELECT ${ROW} WHERE q.lane = ? AND q.state = 'open' AND q.kind = 'question' AND t.sender = ? ORDER BY q.no LIMIT 1`,
  ),
  overdueIn: db.prepare<[number, number], QuestionRow>(
    `SELECT ${ROW} WHERE q.lane = ? AND q.state = 'open' AND q.expires_at <= ?`,
  ),
  settle: db.prepare<{
    id: string;
    state: QuestionState;
    answer: string | null;
    by: string | null;
    name: string | null;
    now: number;
  }>(
    `UPDATE question SET state = @state, answer = @answer, decided_by = @by, decided_name = @name, decided_at = @now
     WHERE id = @id AND state = 'open'`,
  ),
  closeOpen: db.prepare<[number, number]>(
    "UPDATE question SET state = 'stopped', decided_at = ? WHERE turn = ? AND state = 'open'",
  ),
  voidAll: db.prepare<[number]>("UPDATE question SET state = 'void' WHERE turn = ?"),
  resumeTurn: db.prepare<[number]>(
    "UPDATE turn SET state = 'queued', paused_reason = NULL WHERE seq = ? AND state = 'paused'",
  ),
  resumeLane: db.prepare<[number, number]>('UPDATE lane SET paused = 0 WHERE no = ? AND turn = ?'),
}));

type Args<Method extends keyof Questions> = Parameters<Questions[Method]>[0];

/** `Questions.ask`. */
export function askQuestion(db: Database, request: Args<'ask'>): Question | null {
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null || lane.turn === null) return null;
  const sql = statements(db);
  if (sql.turnId.get(lane.turn)?.id !== request.turn) return null;
  const { id, draft, expiresAt, now } = request;
  const known = sql.ofCall.get(lane.turn, draft.call);
  if (known !== undefined) return toQuestion(known);
  const { kind, call, tool, text, shown } = draft;
  sql.add.run({
    id,
    turn: lane.turn,
    lane: lane.no,
    kind,
    call,
    tool,
    arguments: draft.arguments,
    text,
    options: JSON.stringify(draft.options),
    approvers: JSON.stringify(draft.approvers),
    shown,
    now,
    expiresAt,
  });
  return findQuestion(db, id);
}

/** `Questions.decide`. Of two answers the first one counts; the second finds the question closed. */
export function decideQuestion(db: Database, request: Args<'decide'>): DecideResult {
  const { id, decision, by, byName, now } = request;
  const row = statements(db).byId.get(id.toUpperCase());
  if (row === undefined) return { outcome: 'unknown' };
  const lane = laneRefOf(db, row.lane_no) ?? { id: row.lane, kind: 'main' };
  if (closeIfOver(db, row, now)) return { outcome: 'over', question: reread(db, row), lane };
  const answer = decision.kind === 'answered' ? decision.answer : null;
  statements(db).settle.run({ id: row.id, state: decision.kind, answer, by, name: byName, now });
  goOn(db, row);
  return { outcome: 'decided', question: reread(db, row), lane };
}

/** Closes a lane's question whose time is over. True: there was one, and its turn goes on. */
export function expireIn(db: Database, laneNo: number, now: number): boolean {
  const overdue = statements(db).overdueIn.all(laneNo, now);
  for (const row of overdue) closeIfOver(db, row, now);
  return overdue.length > 0;
}

/** `Questions.find`. */
export function findQuestion(db: Database, id: string): Question | null {
  const row = statements(db).byId.get(id.toUpperCase());
  return row === undefined ? null : toQuestion(row);
}

/** `Questions.openIn`. */
export function openQuestionIn(db: Database, lane: string): Question | null {
  const row = statements(db).openInLane.get(lane);
  return row === undefined ? null : toQuestion(row);
}

/** The questions of a turn that count, oldest first. */
export function questionsOf(db: Database, turnSeq: number): readonly Question[] {
  return statements(db).ofTurn.all(turnSeq).map(toQuestion);
}

/** Whether the turn may be stored as waiting for this question. */
export function isStillOpen(db: Database, id: string, now: number): boolean {
  const row = statements(db).byId.get(id);
  return row !== undefined && !closeIfOver(db, row, now);
}

/**
 * Takes a person's message as the answer to the question that the person's own turn of this lane has open. Returns the seq of that
 * turn; null: there is none, and the message is one like any other.
 */
export function answerInWords(
  db: Database,
  request: { laneNo: number; sender: string; name: string; answer: string; now: number },
): number | null {
  const row = statements(db).openOf.get(request.laneNo, request.sender);
  if (row === undefined || closeIfOver(db, row, request.now)) return null;
  const { answer, sender: by, name, now } = request;
  statements(db).settle.run({ id: row.id, state: 'answered', answer, by, name, now });
  goOn(db, row);
  return row.turn_seq;
}

/** The turn ends, or is about to: nothing that it asked can be answered any more. */
export function closeQuestions(db: Database, turnSeq: number, now: number): void {
  statements(db).closeOpen.run(now, turnSeq);
}

/** The turn begins anew: what was said to its questions no longer counts. */
export function voidQuestions(db: Database, turnSeq: number): void {
  statements(db).voidAll.run(turnSeq);
}

/** Whether a question takes no answer any more; one whose time has come is closed by the way. */
function closeIfOver(db: Database, row: QuestionRow, now: number): boolean {
  if (row.state !== 'open') return true;
  const state = row.is_ending === 1 ? 'stopped' : row.expires_at <= now ? 'expired' : null;
  if (state === null) return false;
  statements(db).settle.run({ id: row.id, state, answer: null, by: null, name: null, now });
  goOn(db, row);
  return true;
}

/** Where the turn is not paused yet, `pause` will find the question closed. */
function goOn(db: Database, { turn_seq, lane_no }: QuestionRow): void {
  const sql = statements(db);
  if (sql.resumeTurn.run(turn_seq).changes > 0) sql.resumeLane.run(lane_no, turn_seq);
}

function reread(db: Database, row: QuestionRow): Question {
  return toQuestion(statements(db).byId.get(row.id) ?? row);
}

const optionsSchema = z.array(z.string());
const approversSchema = z.array(z.enum(['owner', 'admin', 'member', 'guest']));

function toQuestion(row: QuestionRow): Question {
  const { id, turn, lane, kind, call, tool, text, shown, principal, state, answer } = row;
  return {
    id,
    turn,
    lane,
    kind,
    call,
    tool,
    arguments: row.arguments,
    text,
    options: readList(optionsSchema, row.options),
    approvers: readList(approversSchema, row.approvers),
    shown,
    principal,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    state,
    answer,
    decidedBy: row.decided_by,
    decidedByName: row.decided_name,
  };
}

/** A damaged list is an empty one: then nobody may approve. */
function readList<Item>(schema: z.ZodType<Item[]>, text: string): readonly Item[] {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
