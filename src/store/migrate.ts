import type { Database } from 'better-sqlite3';
import { WaggleError } from '../core/errors.js';
import { waitForLock } from './lockWait.js';
import type { Migration } from './migrations/migration.js';

/**
 * Brings a database up to the newest migration, each in a transaction of its own. Several processes may do this at
 * once: each looks again at the version when it has the lock.
 *
 * @throws WaggleError `store-too-new` when the database was written by a newer Waggle
 */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = waitedVersion(db);
  if (found > newest) {
    throw new WaggleError(
      'store-too-new',
      `gateway.db has schema ${found}, this version of Waggle knows up to ${newest}. Install the newer version again, or use another data directory.`,
    );
  }
  for (const migration of migrations) {
    if (migration.version > found) apply(db, migration);
  }
}

function apply(db: Database, migration: Migration): void {
  waitForLock(() => db.exec('BEGIN IMMEDIATE'));
  try {
    if (versionOf(db) < migration.version) {
      db.exec(migration.sql);
      db.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT');
      db.exec('DELETE FROM schema_version');
      db.prepare<[number]>('INSERT INTO schema_version (version) VALUES (?)').run(migration.version);
    }
    db.exec('COMMIT');
  } catch (thrown) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw thrown;
  }
}

function waitedVersion(db: Database): number {
  let version = 0;
  waitForLock(() => {
    version = versionOf(db);
  });
  return version;
}

function versionOf(db: Database): number {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version'").get();
  if (table === undefined) return 0;
  return db.prepare<[], { version: number }>('SELECT version FROM schema_version').get()?.version ?? 0;
}
