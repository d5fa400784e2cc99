import BetterSqlite3 from 'better-sqlite3';

/** Whether another connection has the lock. */
export function isBusyError(thrown: unknown): boolean {
  return thrown instanceof BetterSqlite3.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(thrown.code);
}
