import type { Database } from 'better-sqlite3';
import { WaggleError } from '../../core/errors.js';
import type { Migration } from './migrations/migration.js';

/**
 * Brings a mind up to the newest migration, each in a transaction of its own. Several processes may do so at once: each looks
 * again when it has the lock.
 *
 * @throws WaggleError `mind-too-new` when a newer Waggle wrote the file; an SQLite error such as SQLITE_BUSY
 */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = versionOf(db);
  if (found > newest) {
    throw new WaggleError(
      'mind-too-new',
      `this mind has schema ${found}, this version of Waggle knows up to ${newest}. Install the newer version again.`,
      { sentence: 'My memory was written by a newer version of me. Please tell the operator.' },
    );
  }
  for (const migration of migrations) if (migration.version > found) apply(db, migration);
}

function apply(db: Database, { version, sql }: Migration): void {
  db.transaction(() => {
    if (versionOf(db) >= version) return;
    db.exec(sql);
    db.pragma(`user_version = ${version}`);
  }).immediate();
}

function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}
