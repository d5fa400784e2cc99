import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type TurnTrace, traceEventSchema } from '../core/ports/traces.js';
import { preparedOnce } from './preparedOnce.js';

interface TraceRow {
  readonly turn: string;
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly events: string;
  readonly dropped: number;
}

const eventsSchema = z.array(traceEventSchema);

const statements = preparedOnce((db) => ({
  write: db.prepare<TraceRow>(
    `INSERT INTO trace (turn, attempt, started_at, ended_at, events, dropped)
     VALUES (@turn, @attempt, @startedAt, @endedAt, @events, @dropped)
     ON CONFLICT (turn, attempt) DO UPDATE SET started_at = excluded.started_at, ended_at = excluded.ended_at,
       events = excluded.events, dropped = excluded.dropped`,
  ),
  ofTurn: db.prepare<[string], TraceRow>(
    `SELECT turn, attempt, started_at AS startedAt, ended_at AS endedAt, events, dropped FROM trace WHERE turn = ?
     ORDER BY attempt`,
  ),
  turnsLike: db.prepare<[string, string, number], { id: string }>(
    'SELECT id FROM turn WHERE id >= ? AND id < ? ORDER BY seq LIMIT ?',
  ),
}));

/** `TraceStore.write`. */
export function writeTrace(db: Database, trace: TurnTrace): void {
  statements(db).write.run({ ...trace, events: JSON.stringify(trace.events) });
}

/** `TraceStore.of`. A trace that cannot be read is shown without events: it must not hide the others. */
export function tracesOf(db: Database, turn: string): readonly TurnTrace[] {
  return statements(db)
    .ofTurn.all(turn)
    .map((row) => ({ ...row, events: readEvents(row.events) }));
}

/** `TraceStore.turnsLike`. */
export function turnsLike(db: Database, request: { prefix: string; limit: number }): readonly string[] {
  const { prefix, limit } = request;
  return statements(db)
    .turnsLike.all(prefix, `${prefix}\u{10ffff}`, limit)
    .map(({ id }) => id);
}

function readEvents(text: string): TurnTrace['events'] {
  try {
    return eventsSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
