import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { WaggleError } from '../../core/errors.js';
import { defineSearchFunctions } from '../search/searchSchema.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations/list.js';

/** Page cache of one open mind, KiB (negative: SQLite's unit for KiB). What is read often is in the map of the file anyway. */
const CACHE_KIB = -1024;

/** Bound on the part of a file that is mapped into memory, bytes. */
const MAP_BYTES = 256 * 1024 * 1024;

/** The write-ahead log is cut back to this size after a checkpoint, bytes. */
const WAL_KEEP_BYTES = 1024 * 1024;

/** Thrown when a file was replaced while it was being opened; opening it again finds the new one. */
export class MindReplaced extends Error {}

/**
 * Opens a mind, makes it when it is new, and brings its schema up to date. Never waits for a lock: SQLITE_BUSY is thrown and
 * the caller tries again. Deleted content is overwritten with zeros (`secure_delete`).
 *
 * @throws MindReplaced, WaggleError `mind-too-new`, or an SQLite error
 */
export function openMind(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  const before = inodeOf(file);
  const db = new BetterSqlite3(file, { timeout: 0 });
  try {
    defineSearchFunctions(db);
    // The first reading takes a lock, so that a removal which is going on is either over or not yet begun.
    db.pragma('user_version');
    if (inodeOf(file) !== before) throw new MindReplaced(file);
    db.pragma('secure_delete = ON');
    if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
      throw new WaggleError('mind-failed', `${file} cannot keep a write-ahead log; is it on a network drive?`);
    }
    db.pragma('synchronous = NORMAL');
    db.pragma('temp_store = MEMORY');
    db.pragma(`cache_size = ${CACHE_KIB}`);
    db.pragma(`mmap_size = ${MAP_BYTES}`);
    db.pragma(`journal_size_limit = ${WAL_KEEP_BYTES}`);
    migrate(db, migrations);
    if (inodeOf(file) !== before) throw new MindReplaced(file);
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/** Null when there is no such file. */
export function inodeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? null;
}
