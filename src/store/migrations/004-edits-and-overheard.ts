import type { Migration } from './migration.js';

/**
 * What people do to messages that are there already, and what a group says without meaning the bot.
 *
 * - `inbox.alone`: the message starts a turn of its own and takes no other in (a command, an answer in a message's place).
 * - `turn.withdrawn`: its message was deleted; it ends without an answer, and what was shown of one goes.
 * - `lane.stopping` is 2 where the running attempt is void: its worker gives the lane back without a word.
 * - `overheard` holds the last unaddressed messages of lanes whose chat asked for it; `sender` is the person's key, so
 *   that what a person said can be deleted.
 */
export const editsAndOverheard: Migration = {
  version: 4,
  sql: `
    ALTER TABLE inbox ADD COLUMN alone INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE turn ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;

    DROP INDEX lane_stopping;
    CREATE INDEX lane_stopping ON lane (owner) WHERE stopping > 0;

    CREATE TABLE overheard (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      account TEXT NOT NULL,
      identity TEXT NOT NULL,
      sender TEXT NOT NULL,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      at INTEGER NOT NULL,
      UNIQUE (account, identity)
    ) STRICT;
    CREATE INDEX overheard_lane ON overheard (lane, no);
    CREATE INDEX overheard_at ON overheard (at);
    CREATE INDEX overheard_sender ON overheard (sender);
  `,
};
