import type { Database } from 'better-sqlite3';
import type { RateLimit, RateReached, Rates } from '../core/ports/rates.js';
import { preparedOnce } from './preparedOnce.js';

interface Window {
  readonly startedAt: number;
  readonly count: number;
  readonly told: 0 | 1;
}

const statements = preparedOnce((db) => ({
  get: db.prepare<{ person: string; kind: string }, Window>(
    'SELECT started_at AS startedAt, count, told FROM rate_window WHERE person = @person AND kind = @kind',
  ),
  put: db.prepare<Window & { person: string; kind: string }>(
    `INSERT INTO rate_window (person, kind, started_at, count, told) VALUES (@person, @kind, @startedAt, @count, @told)
     ON CONFLICT DO UPDATE SET started_at = excluded.started_at, count = excluded.count, told = excluded.told`,
  ),
}));

/** `Rates.take`. A window begins with its first message, so that nobody gets twice the limit around a full minute by chance. */
export function takeRate(db: Database, request: Parameters<Rates['take']>[0]): RateReached | null {
  const { person, limits, now } = request;
  const sql = statements(db);
  const windows = limits.map((limit) => ({ limit, window: windowAt(db, person, limit, now) }));
  const full = windows.find(({ limit, window }) => window.count >= limit.max);
  if (full !== undefined) {
    const { limit, window } = full;
    if (window.told === 0) sql.put.run({ person, kind: limit.kind, ...window, told: 1 });
    return { ...limit, until: window.startedAt + limit.windowMs, tell: window.told === 0 };
  }
  for (const { limit, window } of windows) {
    sql.put.run({ person, kind: limit.kind, ...window, count: window.count + 1 });
  }
  return null;
}

/** The window that somebody is in; one that lies in the future, by another process' clock, is as good as over. */
function windowAt(db: Database, person: string, { kind, windowMs }: RateLimit, now: number): Window {
  const known = statements(db).get.get({ person, kind });
  const isCurrent = known !== undefined && known.startedAt <= now && now < known.startedAt + windowMs;
  return isCurrent ? known : { startedAt: now, count: 0, told: 0 };
}
