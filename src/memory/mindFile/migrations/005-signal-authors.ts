import type { Migration } from './migration.js';

/**
 * A signal has a row for each author, so that `/forget me` takes what the person gave to it and leaves the others'. Of older rows nobody
 * can say whose they are: their author is empty, and they go with whoever asks first.
 */
export const signalAuthors: Migration = {
  version: 5,
  sql: `
    CREATE TABLE signal_by_author (
      category TEXT NOT NULL,
      key TEXT NOT NULL,
      author TEXT NOT NULL,
      detail TEXT NOT NULL,
      count INTEGER NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      surfaced_count INTEGER NOT NULL DEFAULT 0,
      cooldown_until INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (category, key, author)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO signal_by_author
      SELECT category, key, '', detail, count, first_seen, last_seen, surfaced_count, cooldown_until FROM signal;
    DROP TABLE signal;
    ALTER TABLE signal_by_author RENAME TO signal;
  `,
};
