import type { Database } from 'better-sqlite3';
import { type JournalStep, journalStepSchema } from '../core/journal.js';
import { type InboundMessage, inboundMessageSchema } from '../core/message.js';
import type { StoredMessage } from '../core/ports/laneStore.js';
import { preparedOnce } from './preparedOnce.js';

/** An inbox row before its JSON was looked at. */
export interface InboxRow {
  readonly seq: number;
  readonly turn: number;
  readonly sender: string;
  readonly message: string;
  readonly accepted_at: number;
  /** `stop_before_seq` of the turn that the row belongs to. */
  readonly stop_before_seq: number | null;
  /** The message starts a turn of its own and takes no other in. */
  readonly alone: 0 | 1;
}

const COLUMNS = 'i.seq, i.turn, i.sender, i.message, i.accepted_at, i.alone, t.stop_before_seq';

const statements = preparedOnce((db) => ({
  queued: db.prepare<[number], InboxRow>(
    `SELECT ${COLUMNS} FROM inbox AS i JOIN turn AS t ON t.seq = i.turn
     WHERE i.lane = ? AND i.ended_at IS NULL AND i.state = 'queued' ORDER BY i.seq`,
  ),
  consumed: db.prepare<[number, number], InboxRow>(
    `SELECT ${COLUMNS} FROM inbox AS i JOIN turn AS t ON t.seq = i.turn
     WHERE i.lane = ? AND i.ended_at IS NULL AND i.turn = ? AND i.state = 'consumed' ORDER BY i.seq`,
  ),
  steps: db.prepare<[number], { data: string }>('SELECT data FROM journal WHERE turn = ? ORDER BY step'),
}));

/** The lane's queued rows in order, read one by one: most callers need only the first. */
export function queuedRows(db: Database, laneNo: number): IterableIterator<InboxRow> {
  return statements(db).queued.iterate(laneNo);
}

/** The rows that a turn has consumed, in order. */
export function consumedRows(db: Database, laneNo: number, turnSeq: number): readonly InboxRow[] {
  return statements(db).consumed.all(laneNo, turnSeq);
}

/** The message of a row, or null when what is stored is not a message (damage, or another version's shape). */
export function readMessage(row: InboxRow, turn: string): StoredMessage | null {
  const message = parseMessage(row.message);
  return message === null ? null : { seq: row.seq, turn, message, acceptedAt: row.accepted_at };
}

/** A stored message, or null when it is none. */
export function parseMessage(text: string): InboundMessage | null {
  const parsed = inboundMessageSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

/** The journal of a turn up to the first row that is not a step; `whole` is false when there is one. */
export function readJournal(db: Database, turnSeq: number): { steps: readonly JournalStep[]; whole: boolean } {
  const steps: JournalStep[] = [];
  for (const row of statements(db).steps.all(turnSeq)) {
    const parsed = journalStepSchema.safeParse(parseJson(row.data));
    if (!parsed.success) return { steps, whole: false };
    steps.push(parsed.data);
  }
  return { steps, whole: true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
