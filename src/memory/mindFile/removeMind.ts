import { unlinkSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { isBusyError } from './busy.js';
import { inodeOf } from './openMind.js';

/**
 * Removes the file of a mind that was emptied and that nobody has open. Whoever leaves the write-ahead log is alone with the
 * file, and holds it locked until its name is gone: a memory that another process saves at that moment lands in the file
 * before (which then stays) or in a new one, never in a file without a name.
 *
 * @returns false when it has to stay: it is in use, or belongs to somebody again
 */
export function removeMind(file: string): boolean {
  const before = inodeOf(file);
  if (before === null) return true;
  const db = new BetterSqlite3(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    const isOwned = db.prepare("SELECT 1 FROM meta WHERE key = 'owner'").get() !== undefined;
    if (isOwned || inodeOf(file) !== before) return false;
    unlinkSync(file);
    return true;
  } catch (thrown) {
    if (isBusyError(thrown)) return false;
    throw thrown;
  } finally {
    db.close();
  }
}
