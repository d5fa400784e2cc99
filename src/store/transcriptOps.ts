import type { Database } from 'better-sqlite3';
import { WaggleError } from '../core/errors.js';
import type { HistoryEntry, TranscriptEntry, Transcripts } from '../core/ports/transcripts.js';
import { preparedOnce } from './preparedOnce.js';

const statements = preparedOnce((db) => ({
  add: db.prepare<[string, string, string, 'user' | 'assistant', string, string | null, number]>(
    'INSERT INTO transcript (lane, turn, sender, role, content, shown, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  newest: db.prepare<[string, string, number], HistoryEntry>(
    `SELECT no, turn, role, content, shown, at FROM transcript
     WHERE lane = ? AND compacted = 0
       AND coalesce(place, no) > coalesce((SELECT after_no FROM transcript_start WHERE lane = ?), 0)
     ORDER BY coalesce(place, no) DESC LIMIT ?`,
  ),
  placeOf: db.prepare<[number, string], { place: number }>(
    'SELECT coalesce(place, no) AS place FROM transcript WHERE no = ? AND lane = ?',
  ),
  hide: db.prepare<{ lane: string; from: number; to: number }>(
    'UPDATE transcript SET compacted = 1 WHERE lane = @lane AND coalesce(place, no) BETWEEN @from AND @to',
  ),
  addSummary: db.prepare<{ lane: string; turn: string; summary: string; place: number; now: number }>(
    `INSERT INTO transcript (lane, turn, role, content, at, place)
     VALUES (@lane, @turn, 'summary', @summary, @now, @place)`,
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
  lines: {
    lane: string;
    turn: string;
    sender: string;
    entries: readonly Omit<TranscriptEntry, 'at' | 'turn'>[];
    now: number;
  },
): void {
  const { add } = statements(db);
  for (const entry of lines.entries) {
    add.run(lines.lane, lines.turn, lines.sender, entry.role, entry.content, entry.shown, lines.now);
  }
}

/** `Transcripts.history`. */
export function history(db: Database, request: Parameters<Transcripts['history']>[0]): readonly HistoryEntry[] {
  return statements(db).newest.all(request.lane, request.lane, request.limit).reverse();
}

/** `Transcripts.startAfresh`. */
export function startAfresh(db: Database, request: Parameters<Transcripts['startAfresh']>[0]): void {
  statements(db).startAfresh.run(request);
}

/** `Transcripts.compact`. @throws WaggleError `transcript-line` when a line is not of this lane */
export function compactTranscript(db: Database, request: Parameters<Transcripts['compact']>[0]): HistoryEntry {
  const sql = statements(db);
  const { lane, turn, summary, now } = request;
  const from = sql.placeOf.get(request.from, lane)?.place;
  const to = sql.placeOf.get(request.to, lane)?.place;
  if (from === undefined || to === undefined) {
    throw new WaggleError('transcript-line', `no lines ${request.from} to ${request.to} in lane ${lane}`);
  }
  sql.hide.run({ lane, from, to });
  const { lastInsertRowid } = sql.addSummary.run({ lane, turn, summary, place: to, now });
  return { no: Number(lastInsertRowid), turn, role: 'summary', content: summary, shown: null, at: now };
}
