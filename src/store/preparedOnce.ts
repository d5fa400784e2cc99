import type { Database } from 'better-sqlite3';

/** Prepares a group of statements the first time that a connection needs them and keeps them as long as it lives. */
export function preparedOnce<Statements>(prepare: (db: Database) => Statements): (db: Database) => Statements {
  const byConnection = new WeakMap<Database, Statements>();
  return (db) => {
    const known = byConnection.get(db);
    if (known !== undefined) return known;
    const statements = prepare(db);
    byConnection.set(db, statements);
    return statements;
  };
}
