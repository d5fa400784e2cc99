import type { Database } from 'better-sqlite3';
import { waitForLock } from './lockWait.js';
import { preparedOnce } from './preparedOnce.js';
import { endsTransaction, toStoreError } from './storeError.js';
import { isWrite, mustLast, runOp, type StoreRequest, scrubsLog } from './storeOps.js';
import type { Answer, ErrorText } from './writerProtocol.js';

const statements = preparedOnce((db) => ({
  beginWrite: db.prepare('BEGIN IMMEDIATE'),
  beginRead: db.prepare('BEGIN'),
  /** Makes the read transaction take its snapshot, which is what may find the database locked. */
  touch: db.prepare('SELECT 1 FROM meta LIMIT 1'),
  commit: db.prepare('COMMIT'),
  rollback: db.prepare('ROLLBACK'),
  mark: db.prepare('SAVEPOINT op'),
  keep: db.prepare('RELEASE op'),
  undo: db.prepare('ROLLBACK TO op'),
}));

/** Connections that do not sync at the moment; they are opened with `synchronous=FULL`. */
const unsynced = new WeakMap<Database, boolean>();

export interface BatchResult {
  readonly answers: readonly Answer[];
  /** How often the lock was waited for, about a millisecond each. */
  readonly lockWaits: number;
}

/**
 * Runs requests in order in one transaction: the group commit. An operation that fails is undone alone; a full disk, a
 * failing one or a lost lock fails them all. Answers are true only after the commit, so they are returned together.
 */
export function runBatch(db: Database, requests: readonly StoreRequest[]): BatchResult {
  let lockWaits = 0;
  try {
    lockWaits = begin(db, requests);
    const answers =
      requests.length === 1 ? requests.map((only) => run(db, only)) : requests.map((one) => guard(db, one));
    statements(db).commit.run();
    if (requests.some(({ op }) => scrubsLog(op))) emptyLog(db);
    return { answers, lockWaits };
  } catch (thrown) {
    if (db.inTransaction) statements(db).rollback.run();
    const error = toErrorText(thrown);
    return { answers: requests.map(({ id }) => ({ id, ok: false, error })), lockWaits };
  }
}

function begin(db: Database, requests: readonly StoreRequest[]): number {
  const sql = statements(db);
  if (requests.some((request) => isWrite(request.op))) {
    setDurability(db, requests.some(mustLast));
    return waitForLock(() => sql.beginWrite.run());
  }
  return waitForLock(() => {
    sql.beginRead.run();
    try {
      sql.touch.get();
    } catch (thrown) {
      sql.rollback.run();
      throw thrown;
    }
  });
}

/** `FULL` syncs the log at each commit, `NORMAL` leaves that to the next one that does. */
function setDurability(db: Database, lasting: boolean): void {
  if ((unsynced.get(db) ?? false) !== lasting) return;
  db.pragma(`synchronous = ${lasting ? 'FULL' : 'NORMAL'}`);
  unsynced.set(db, !lasting);
}

/**
 * Writes the log into the database and empties it. Where another process reads meanwhile it stays; the next checkpoint overwrites
 * it.
 */
function emptyLog(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
}

function run(db: Database, request: StoreRequest): Answer {
  return { id: request.id, ok: true, value: runOp(db, request) };
}

function guard(db: Database, request: StoreRequest): Answer {
  if (!isWrite(request.op)) return guardRead(db, request);
  const sql = statements(db);
  sql.mark.run();
  try {
    const answer = run(db, request);
    sql.keep.run();
    return answer;
  } catch (thrown) {
    if (endsTransaction(thrown) || !db.inTransaction) throw thrown;
    sql.undo.run();
    sql.keep.run();
    return { id: request.id, ok: false, error: toErrorText(thrown) };
  }
}

function guardRead(db: Database, request: StoreRequest): Answer {
  try {
    return run(db, request);
  } catch (thrown) {
    if (endsTransaction(thrown)) throw thrown;
    return { id: request.id, ok: false, error: toErrorText(thrown) };
  }
}

/** An error as plain data, for the way out of the thread. */
export function toErrorText(thrown: unknown): ErrorText {
  const { code, message, sentence, cause } = toStoreError(thrown);
  return { code, message, sentence, cause: cause === undefined ? null : textOfCause(cause) };
}

function textOfCause(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
