import type { Migration } from './migration.js';

/**
 * Schedules (DESIGN.md section 4). `sender` is the key of the account that made it, so it follows the account when people link and part.
 * `origin` makes a repeated call make no second one. `last_seq` is the inbox row of the last run, `settled_turn` the last run whose end
 * was noted. The index holds only what can come due.
 */
export const schedules: Migration = {
  version: 17,
  sql: `
    CREATE TABLE schedule (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      origin TEXT NOT NULL UNIQUE,
      sender TEXT NOT NULL,
      sender_data TEXT NOT NULL,
      lane TEXT NOT NULL,
      chat TEXT NOT NULL,
      address TEXT NOT NULL,
      rule TEXT NOT NULL,
      zone TEXT NOT NULL,
      prompt TEXT NOT NULL,
      made_by TEXT NOT NULL CHECK (made_by IN ('person', 'assistant')),
      made_at INTEGER NOT NULL,
      next_due INTEGER,
      last_due INTEGER,
      last_seq INTEGER,
      settled_turn TEXT,
      runs INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      paused TEXT CHECK (paused IN ('person', 'access', 'unreachable', 'failures', 'broken')),
      ended_at INTEGER
    ) STRICT;
    CREATE INDEX schedule_due ON schedule (next_due) WHERE next_due IS NOT NULL AND paused IS NULL;
    CREATE INDEX schedule_sender ON schedule (sender);
    CREATE INDEX schedule_chat ON schedule (chat);
    CREATE INDEX schedule_ended ON schedule (ended_at) WHERE ended_at IS NOT NULL;
  `,
};
