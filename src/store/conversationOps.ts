import type { Database } from 'better-sqlite3';
import { SESSION_NOTE_LIMIT, type SessionNote, type SessionNotes } from '../core/ports/sessionNotes.js';
import type { Untold, UntoldSentence } from '../core/ports/untold.js';
import type { Whereabouts } from '../core/ports/whereabouts.js';
import { preparedOnce } from './preparedOnce.js';

const MAX_WORKSPACES = 20;
const MAX_UNTOLD = 5;

const statements = preparedOnce((db) => ({
  note: db.prepare<{ person: string; lane: string; isGroup: number; workspace: string | null; now: number }>(
    `INSERT INTO whereabouts (person, lane, is_group, workspace, seen_at) VALUES (@person, @lane, @isGroup, @workspace, @now)
     ON CONFLICT (person, lane) DO UPDATE SET workspace = excluded.workspace, seen_at = excluded.seen_at`,
  ),
  workspacesOf: db.prepare<[string, number], { workspace: string }>(
    `SELECT workspace FROM whereabouts WHERE person = ? AND seen_at >= ? AND workspace IS NOT NULL
     GROUP BY workspace ORDER BY max(seen_at) DESC LIMIT ${MAX_WORKSPACES}`,
  ),
  forget: db.prepare<[string]>('DELETE FROM whereabouts WHERE person = ?'),
  addNote: db.prepare<{ lane: string; turn: string; person: string; kind: string; content: string; now: number }>(
    `INSERT OR IGNORE INTO session_note (lane, turn, person, kind, content, at)
     VALUES (@lane, @turn, @person, @kind, @content, @now)`,
  ),
  trimNotes: db.prepare<{ lane: string }>(
    `DELETE FROM session_note WHERE lane = @lane AND no <= (
       SELECT no FROM session_note WHERE lane = @lane ORDER BY no DESC LIMIT 1 OFFSET ${SESSION_NOTE_LIMIT})`,
  ),
  notes: db.prepare<[string, number], SessionNote>(
    'SELECT kind, content, at FROM session_note WHERE lane = ? ORDER BY no DESC LIMIT ?',
  ),
  addUntold: db.prepare<{ lane: string; sentence: string; whole: number; now: number }>(
    `INSERT OR IGNORE INTO untold (lane, sentence, whole, at)
     SELECT @lane, @sentence, @whole, @now WHERE (SELECT count(*) FROM untold WHERE lane = @lane) < ${MAX_UNTOLD}`,
  ),
  takeUntold: db.prepare<[string], { sentence: string; whole: number }>(
    'DELETE FROM untold WHERE lane = ? RETURNING sentence, whole',
  ),
  hasUntold: db.prepare<[string], { no: number }>('SELECT no FROM untold WHERE lane = ? LIMIT 1'),
}));

/** `Whereabouts.note`. */
export function noteWhereabouts(db: Database, meeting: Parameters<Whereabouts['note']>[0]): void {
  statements(db).note.run({ ...meeting, isGroup: meeting.isGroup ? 1 : 0 });
}

/** `Whereabouts.workspacesOf`. */
export function workspacesOf(
  db: Database,
  { person, since }: Parameters<Whereabouts['workspacesOf']>[0],
): readonly string[] {
  return statements(db)
    .workspacesOf.all(person, since)
    .map(({ workspace }) => workspace);
}

/** `Whereabouts.forget`. */
export function forgetWhereabouts(db: Database, person: string): number {
  return statements(db).forget.run(person).changes;
}

/** `SessionNotes.add`. */
export function addSessionNote(db: Database, note: Parameters<SessionNotes['add']>[0]): void {
  const sql = statements(db);
  sql.addNote.run(note);
  sql.trimNotes.run({ lane: note.lane });
}

/** `SessionNotes.list`. */
export function sessionNotes(db: Database, request: Parameters<SessionNotes['list']>[0]): readonly SessionNote[] {
  return statements(db).notes.all(request.lane, request.limit).reverse();
}

/** `Untold.add`. */
export function addUntold(db: Database, entry: Parameters<Untold['add']>[0]): void {
  statements(db).addUntold.run({ ...entry, whole: entry.whole ? 1 : 0 });
}

/** `Untold.take`. */
export function takeUntold(db: Database, lane: string): readonly UntoldSentence[] {
  const sql = statements(db);
  if (sql.hasUntold.get(lane) === undefined) return [];
  return sql.takeUntold.all(lane).map(({ sentence, whole }) => ({ sentence, whole: whole === 1 }));
}
