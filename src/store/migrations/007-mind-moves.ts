import type { Migration } from './migration.js';

/**
 * Memories that have to move because accounts were linked or parted: written with the link, done afterwards, so that a crash
 * between the two loses none.
 */
export const mindMoves: Migration = {
  version: 7,
  sql: `
    CREATE TABLE mind_move (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      source TEXT NOT NULL,
      target TEXT NOT NULL,
      -- NULL: everything of the source.
      author TEXT,
      at INTEGER NOT NULL
    ) STRICT;
  `,
};
