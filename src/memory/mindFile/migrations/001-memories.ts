import type { Migration } from './migration.js';

/** What the first minds were: a list of texts. */
export const memories: Migration = {
  version: 1,
  sql: `
    CREATE TABLE memories (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL,
      fingerprint TEXT NOT NULL UNIQUE,
      saved_at INTEGER NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE memories_text USING fts5(
      text, content = 'memories', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
    );
  `,
};
