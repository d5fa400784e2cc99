import { closeSync, openSync } from 'node:fs';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { WaggleError } from '../core/errors.js';
import { waitForLock } from './lockWait.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations/list.js';
import { toStoreError } from './storeError.js';

/** The write-ahead log is cut back to this size after a checkpoint, bytes. */
const WAL_KEEP_BYTES = 32 * 1024 * 1024;

/** Page cache of the connection, KiB (negative: SQLite's unit for KiB). */
const CACHE_KIB = -16_384;

/**
 * Opens `gateway.db`, creating it and bringing its schema up to date. Safe when several processes do so at once.
 *
 * Durability: WAL with `synchronous=FULL`, so a transaction that was acknowledged survives a power cut. Only those that need
 * not (`StoreOp.lasts`) are left to the next one's sync.
 *
 * What is deleted is wiped: `/forget me` promises that.
 *
 * @throws WaggleError `store-too-new`, `store-io`, `store-corrupt`, `store-busy`, `disk-full`
 */
export function openConnection(file: string): Database {
  makePrivateFile(file);
  let db: Database | undefined;
  try {
    const opened = new BetterSqlite3(file, { timeout: 0 });
    db = opened;
    waitForLock(() => opened.pragma('journal_mode = WAL'));
    opened.pragma('synchronous = FULL');
    opened.pragma('secure_delete = ON');
    opened.pragma('temp_store = MEMORY');
    opened.pragma(`cache_size = ${CACHE_KIB}`);
    opened.pragma(`journal_size_limit = ${WAL_KEEP_BYTES}`);
    migrate(opened, migrations);
    return opened;
  } catch (thrown) {
    db?.close();
    throw toStoreError(thrown);
  }
}

/** SQLite gives its log and its index the mode of the database: what is said in chats is nobody else's to read. */
function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    throw new WaggleError('store-io', `${file} cannot be opened for writing. Check the data directory's permissions.`, {
      cause,
    });
  }
}
