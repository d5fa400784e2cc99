import type { Database } from 'better-sqlite3';
import { preparedOnce } from './preparedOnce.js';

/** How much work stands in the store. */
export interface StoreCounts {
  /** Messages without an end: queued or in a turn. */
  readonly unfinishedMessages: number;
  readonly heldLanes: number;
  readonly pausedLanes: number;
  readonly deadTurns: number;
}

const statements = preparedOnce((db) => ({
  unfinished: db.prepare<[], { count: number }>('SELECT count(*) AS count FROM inbox WHERE ended_at IS NULL'),
  held: db.prepare<[number], { count: number }>(
    'SELECT count(*) AS count FROM lane WHERE owner IS NOT NULL AND lease_until > ?',
  ),
  paused: db.prepare<[], { count: number }>('SELECT count(*) AS count FROM lane WHERE paused = 1'),
  dead: db.prepare<[], { count: number }>("SELECT count(*) AS count FROM turn WHERE state = 'dead'"),
}));

/** Counts the work that stands in the store at `now`. */
export function countWork(db: Database, now: number): StoreCounts {
  const sql = statements(db);
  return {
    unfinishedMessages: sql.unfinished.get()?.count ?? 0,
    heldLanes: sql.held.get(now)?.count ?? 0,
    pausedLanes: sql.paused.get()?.count ?? 0,
    deadTurns: sql.dead.get()?.count ?? 0,
  };
}
