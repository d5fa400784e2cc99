import type { Migration } from './migration.js';

/**
 * Access: who decided what (`access_log`), which chats are let in as a whole, who is shut out, what a chat's tools may do, and how much
 * somebody has asked for.
 *
 * - `access_log` is append-only: what a line says cannot be changed. `count` and `last_at` grow where equal refusals of an `hour` are
 *   one line; `summary`, `chat` and `lane` may be emptied, which `/forget me` does. It takes over the lines of `audit`.
 * - `access_chat.scope`: one chat, or the whole server (Discord guild, Slack workspace) whose id it is.
 * - `policy_override.chat` is a chat's key; `what` is `risk:NAME` or `tool:NAME`.
 * - `rate_window` has the window that somebody is in, per kind of limit; an older one is overwritten.
 */
export const access: Migration = {
  version: 14,
  sql: `
    CREATE TABLE access_log (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      count INTEGER NOT NULL DEFAULT 1,
      kind TEXT NOT NULL,
      decision TEXT NOT NULL,
      actor TEXT NOT NULL,
      about TEXT,
      role TEXT,
      chat TEXT,
      lane TEXT,
      turn TEXT,
      call TEXT,
      reason TEXT NOT NULL,
      summary TEXT,
      hour INTEGER,
      bucket TEXT,
      UNIQUE (hour, bucket)
    ) STRICT;
    CREATE INDEX access_log_at ON access_log (at);
    CREATE INDEX access_log_actor ON access_log (actor);
    CREATE INDEX access_log_about ON access_log (about) WHERE about IS NOT NULL;
    INSERT INTO access_log (at, last_at, kind, decision, actor, about, reason, summary)
      SELECT at, at, 'pairing', CASE what WHEN 'pairing-approved' THEN 'approve' ELSE 'deny' END, done_by,
        platform || ':' || account || ':' || user, what, detail FROM audit ORDER BY no;
    DROP TABLE audit;
    CREATE TRIGGER access_log_stands
      BEFORE UPDATE OF no, at, kind, decision, actor, about, role, turn, call, reason, hour, bucket ON access_log
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

    CREATE TABLE access_chat (
      platform TEXT NOT NULL,
      account TEXT NOT NULL,
      scope TEXT NOT NULL CHECK (scope IN ('chat', 'server')),
      id TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('member', 'guest')),
      granted_by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (platform, account, scope, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE access_block (
      platform TEXT NOT NULL,
      account TEXT NOT NULL,
      user TEXT NOT NULL,
      blocked_by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (platform, account, user)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE policy_override (
      chat TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'guest')),
      what TEXT NOT NULL,
      decision TEXT NOT NULL CHECK (decision IN ('allow', 'ask', 'deny')),
      set_by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (chat, role, what)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE rate_window (
      person TEXT NOT NULL,
      kind TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      count INTEGER NOT NULL,
      told INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (person, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rate_window_started ON rate_window (started_at);
  `,
};
