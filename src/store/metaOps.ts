import type { Database } from 'better-sqlite3';
import { preparedOnce } from './preparedOnce.js';

const statements = preparedOnce((db) => ({
  get: db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?'),
  set: db.prepare<[string, string]>(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ),
  setOnce: db.prepare<[string, string]>('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)'),
}));

/** A small value that belongs to the data directory. */
export function getMeta(db: Database, key: string): string | null {
  return statements(db).get.get(key)?.value ?? null;
}

/** Writes a small value. */
export function setMeta(db: Database, entry: { key: string; value: string }): void {
  statements(db).set.run(entry.key, entry.value);
}

/** Writes a value unless there is one; returns the one that stands. */
export function setMetaOnce(db: Database, entry: { key: string; value: string }): string {
  statements(db).setOnce.run(entry.key, entry.value);
  return getMeta(db, entry.key) ?? entry.value;
}
