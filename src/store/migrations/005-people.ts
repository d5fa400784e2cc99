import type { Migration } from './migration.js';

/**
 * Which accounts are one person, and what people set for themselves. `person_account` has rows for accounts that are or were
 * linked only: any other account is a person of its own.
 */
export const people: Migration = {
  version: 5,
  sql: `
    CREATE TABLE person_account (
      platform TEXT NOT NULL,
      account TEXT NOT NULL,
      user TEXT NOT NULL,
      person TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (platform, account, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX person_account_person ON person_account (person);

    CREATE TABLE link_code (
      platform TEXT NOT NULL,
      account TEXT NOT NULL,
      user TEXT NOT NULL,
      code TEXT NOT NULL COLLATE NOCASE UNIQUE,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (platform, account, user)
    ) STRICT;

    CREATE TABLE person_setting (
      person TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (person, name)
    ) STRICT, WITHOUT ROWID;
  `,
};
