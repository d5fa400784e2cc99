import type { Migration } from './migration.js';

/**
 * Points of a conversation that people can go back to. `after_no` is the last line at that point, `start_no` what `transcript_start`
 * said then. `transcript.compacted` is 2 for lines that were taken back (`/undo`, `/retry`, `/rollback`).
 */
export const checkpoints: Migration = {
  version: 9,
  sql: `
    CREATE TABLE checkpoint (
      lane TEXT NOT NULL,
      name TEXT NOT NULL,
      after_no INTEGER NOT NULL,
      start_no INTEGER NOT NULL,
      made_by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (lane, name)
    ) STRICT, WITHOUT ROWID;
  `,
};
