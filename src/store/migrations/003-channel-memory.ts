import type { Migration } from './migration.js';

/** What channels remember of their accounts, and what people set for a chat. Both are small values by key. */
export const channelMemory: Migration = {
  version: 3,
  sql: `
    CREATE TABLE channel_memory (
      account TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE chat_setting (
      chat TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      set_by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (chat, name)
    ) STRICT, WITHOUT ROWID;
  `,
};
