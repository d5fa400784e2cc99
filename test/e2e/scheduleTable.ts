import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/** A schedule as the gateway has it. */
export interface ScheduleState {
  readonly no: number;
  readonly prompt: string;
  readonly next_due: number | null;
  readonly runs: number;
  readonly failures: number;
  readonly paused: string | null;
  readonly ended_at: number | null;
}

/** The gateway's schedules, in the order in which they were made. */
export function scheduleStates(dataDir: string): readonly ScheduleState[] {
  return inDb(dataDir, (db) =>
    db
      .prepare<[], ScheduleState>(
        'SELECT no, prompt, next_due, runs, failures, paused, ended_at FROM schedule ORDER BY no',
      )
      .all(),
  );
}

/** Turns the clock for one schedule: it was due at `at`. */
export function makeDue(dataDir: string, no: number, at: number): void {
  inDb(dataDir, (db) => {
    db.prepare(
      "UPDATE schedule SET next_due = ?, rule = iif(json_extract(rule, '$.kind') = 'once', json_set(rule, '$.at', ?), rule) WHERE no = ?",
    ).run(at, at, no);
  });
}

/** What the audit trail says of schedules. */
export function scheduleAudit(dataDir: string): readonly unknown[] {
  return inDb(dataDir, (db) =>
    db.prepare("SELECT reason FROM access_log WHERE kind = 'schedule' ORDER BY no").pluck().all(),
  );
}

function inDb<Result>(dataDir: string, use: (db: BetterSqlite3.Database) => Result): Result {
  const db = new BetterSqlite3(join(dataDir, 'gateway.db'), { timeout: 5_000 });
  try {
    return use(db);
  } finally {
    db.close();
  }
}
