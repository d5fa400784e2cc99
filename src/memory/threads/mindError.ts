import BetterSqlite3 from 'better-sqlite3';
import { WaggleError } from '../../core/errors.js';
import { isBusyError } from '../mindFile/busy.js';
import { LogInUse } from '../mindFile/emptyMind.js';
import { MindReplaced } from '../mindFile/openMind.js';

/** A `WaggleError` on its way out of a mind thread. */
export interface ErrorText {
  readonly code: string;
  readonly message: string;
  readonly sentence: string;
}

/** What the person is told when a mind cannot be read or written. */
export const UNREACHABLE = 'My memory could not be reached. Please try again.';

/** What the person is told when nothing more can be kept. */
const FULL = 'My memory is full: this was not saved. Please tell the operator.';

/** Whether another connection has the lock, or the file was just replaced: what a short wait heals. */
export function isPassing(thrown: unknown): boolean {
  return thrown instanceof MindReplaced || thrown instanceof LogInUse || isBusyError(thrown);
}

/** An error as plain data, for the way out of the thread. */
export function toErrorText(thrown: unknown): ErrorText {
  if (thrown instanceof WaggleError) {
    return { code: thrown.code, message: thrown.message, sentence: thrown.sentence };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof BetterSqlite3.SqliteError) {
    const isFull = thrown.code.startsWith('SQLITE_FULL');
    return isFull
      ? { code: 'memory-full', message: `${thrown.code}: ${message}; free some disk space`, sentence: FULL }
      : { code: 'mind-failed', message: `${thrown.code}: ${message}`, sentence: UNREACHABLE };
  }
  return { code: 'mind-failed', message, sentence: UNREACHABLE };
}

/** A mind holds as many frames as it may. */
export function mindIsFull(frames: number): WaggleError {
  return new WaggleError('memory-full', `the mind has ${frames} frames, and may not have more`, { sentence: FULL });
}

/** Code of the error below. */
export const ABSENT = 'mind-absent';

/** The mind has no file (any more), and the operation is none that makes one. */
export function mindIsAbsent(file: string): WaggleError {
  return new WaggleError(ABSENT, `there is no mind at ${file}`, { sentence: UNREACHABLE });
}
