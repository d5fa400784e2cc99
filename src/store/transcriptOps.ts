import type { Database } from 'better-sqlite3';
import type { TranscriptEntry, Transcripts } from '../core/ports/transcripts.js';
import { preparedOnce } from './preparedOnce.js';

const statements = preparedOnce((db) => ({
  add: db.prepare<[string, string, 'user' | 'assistant', string, string | null, number]>(
    'INSERT INTO transcript (lane, turn, role, content, shown, at) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  newest: db.prepare<[string, string, number], TranscriptEntry>(
    `SELECT turn, role, content, shown, at FROM transcript
     WHERE lane = ? AND no > coalesce((SELECT after_no FROM transcript_start WHERE lane = ?), 0)
     ORDER BY no DESC LIMIT ?`,
  ),
  startAfresh: db.prepare<{ lane: string; now: number }>(
    `INSERT INTO transcript_start (lane, after_no, at)
     VALUES (@lane, coalesce((SELECT max(no) FROM transcript WHERE lane = @lane), 0), @now)
     ON CONFLICT (lane) DO UPDATE SET after_no = excluded.after_no, at = excluded.at`,
  ),
}));

/** Adds a turn's lines; part of `finish`. */
export function writeTranscript(
  db: Database,
  lines: { lane: string; turn: string; entries: readonly Omit<TranscriptEntry, 'at' | 'turn'>[]; now: number },
): void {
  const { add } = statements(db);
  for (const entry of lines.entries) {
    add.run(lines.lane, lines.turn, entry.role, entry.content, entry.shown, lines.now);
  }
}

/** `Transcripts.history`. */
export function history(db: Database, request: Parameters<Transcripts['history']>[0]): readonly TranscriptEntry[] {
  return statements(db).newest.all(request.lane, request.lane, request.limit).reverse();
}

/** `Transcripts.startAfresh`. */
export function startAfresh(db: Database, request: Parameters<Transcripts['startAfresh']>[0]): void {
  statements(db).startAfresh.run(request);
}
