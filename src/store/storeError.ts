import BetterSqlite3 from 'better-sqlite3';
import { toWaggleError, WaggleError } from '../core/errors.js';

const CANNOT_STORE = 'I cannot store anything right now. Please try again later.';

/**
 * What an operator is told for each family of SQLite result codes (https://sqlite.org/rescode.html), first match wins.
 * `whole`: SQLite may have rolled the transaction back by itself, so the batch as a whole has failed.
 */
const FAMILIES: readonly { prefix: string; code: string; advice: string; whole: boolean }[] = [
  {
    prefix: 'SQLITE_FULL',
    code: 'disk-full',
    advice: 'The disk that holds the data directory is full. Nothing was stored; free some space.',
    whole: true,
  },
  {
    prefix: 'SQLITE_BUSY',
    code: 'store-busy',
    advice: 'Another process kept gateway.db locked for too long. Is a backup or a database tool holding it open?',
    whole: true,
  },
  {
    prefix: 'SQLITE_IOERR',
    code: 'store-io',
    advice: 'Reading or writing gateway.db failed. Check the disk and the free space of the data directory.',
    whole: true,
  },
  {
    prefix: 'SQLITE_READONLY',
    code: 'store-io',
    advice: 'gateway.db cannot be written. Check owner and permissions of the data directory and its files.',
    whole: true,
  },
  {
    prefix: 'SQLITE_CANTOPEN',
    code: 'store-io',
    advice: 'gateway.db cannot be opened. Check that the data directory exists and may be written.',
    whole: true,
  },
  {
    prefix: 'SQLITE_CORRUPT',
    code: 'store-corrupt',
    advice: 'gateway.db is damaged. Stop the gateway and restore the data directory from a backup.',
    whole: true,
  },
  {
    prefix: 'SQLITE_NOTADB',
    code: 'store-corrupt',
    advice: 'gateway.db is not a database. Stop the gateway and restore the data directory from a backup.',
    whole: true,
  },
  { prefix: 'SQLITE_NOMEM', code: 'store-io', advice: 'SQLite ran out of memory.', whole: true },
  {
    prefix: 'SQLITE_CONSTRAINT',
    code: 'store-constraint',
    advice: 'A row was refused by the schema; this is a fault in Waggle.',
    whole: false,
  },
];

function familyOf(thrown: unknown) {
  if (!(thrown instanceof BetterSqlite3.SqliteError)) return undefined;
  return FAMILIES.find((family) => thrown.code.startsWith(family.prefix));
}

/** Whether another connection has the lock: the one SQLite error that a short wait heals. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof BetterSqlite3.SqliteError && thrown.code.startsWith('SQLITE_BUSY');
}

/** Whether an error concerns the whole transaction and not just the statement that met it. */
export function endsTransaction(thrown: unknown): boolean {
  return familyOf(thrown)?.whole ?? false;
}

/** Turns whatever a store operation threw into a `WaggleError` that tells the operator what to do. */
export function toStoreError(thrown: unknown): WaggleError {
  if (!(thrown instanceof BetterSqlite3.SqliteError)) return toWaggleError(thrown, 'store');
  const family = familyOf(thrown);
  const advice = family?.advice ?? 'SQLite refused an operation.';
  return new WaggleError(family?.code ?? 'store', `${advice} (${thrown.code}: ${thrown.message})`, {
    sentence: CANNOT_STORE,
    cause: thrown,
  });
}
