import type { Migration } from './migration.js';

/**
 * The first schema of `gateway.db`. All times are INTEGER milliseconds UTC.
 *
 * - `turn` has one row per accepted message, made with it: `turn.seq` is the arrival order over all lanes and the key of
 *   the message's `inbox` row. When another turn takes the message in, `merged_into` names that turn and `inbox.turn`
 *   points to it.
 * - `lane.head_seq` is the lane's oldest unfinished message: what `due` walks, without looking at a single inbox row.
 * - `lane.owner` is NULL when a lane was given back; a lane that has an owner and a past `lease_until` has expired.
 */
export const firstMigration: Migration = {
  version: 1,
  sql: `
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE lane (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('main', 'ctl', 'bg')),
      token INTEGER NOT NULL DEFAULT 0,
      owner TEXT,
      lease_until INTEGER NOT NULL DEFAULT 0,
      turn INTEGER,
      head_seq INTEGER,
      paused INTEGER NOT NULL DEFAULT 0,
      stopping INTEGER NOT NULL DEFAULT 0,
      UNIQUE (id, kind)
    ) STRICT;
    CREATE INDEX lane_due ON lane (head_seq) WHERE head_seq IS NOT NULL AND paused = 0;
    CREATE INDEX lane_owner ON lane (owner) WHERE owner IS NOT NULL;
    CREATE INDEX lane_stopping ON lane (owner) WHERE stopping = 1;

    CREATE TABLE turn (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      lane INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'queued'
        CHECK (state IN ('queued', 'running', 'paused', 'done', 'failed', 'stopped', 'dead')),
      merged_into INTEGER,
      attempt INTEGER NOT NULL DEFAULT 0,
      expiries INTEGER NOT NULL DEFAULT 0,
      steps INTEGER NOT NULL DEFAULT 0,
      steps_at_claim INTEGER NOT NULL DEFAULT 0,
      stop_before_seq INTEGER,
      paused_reason TEXT,
      sender TEXT NOT NULL,
      accepted_at INTEGER NOT NULL,
      started_at INTEGER,
      ended_at INTEGER,
      outcome TEXT NOT NULL DEFAULT 'null'
    ) STRICT;
    CREATE INDEX turn_lane ON turn (lane);
    CREATE INDEX turn_merged ON turn (merged_into) WHERE merged_into IS NOT NULL;
    CREATE INDEX turn_ended ON turn (ended_at) WHERE ended_at IS NOT NULL;
    CREATE INDEX turn_journaled ON turn (ended_at) WHERE ended_at IS NOT NULL AND steps > 0;
    CREATE INDEX turn_dead ON turn (ended_at) WHERE state = 'dead';

    CREATE TABLE inbox (
      seq INTEGER PRIMARY KEY,
      lane INTEGER NOT NULL,
      turn INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'queued'
        CHECK (state IN ('queued', 'consumed', 'done', 'stopped', 'dead')),
      sender TEXT NOT NULL,
      message TEXT NOT NULL,
      accepted_at INTEGER NOT NULL,
      ended_at INTEGER
    ) STRICT;
    CREATE INDEX inbox_unfinished ON inbox (lane, seq) WHERE ended_at IS NULL;

    CREATE TABLE dedupe (
      account TEXT NOT NULL,
      identity TEXT NOT NULL,
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (account, identity)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX dedupe_at ON dedupe (at);

    CREATE TABLE journal (
      turn INTEGER NOT NULL,
      step INTEGER NOT NULL,
      data TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (turn, step)
    ) STRICT;

    CREATE TABLE delivery (
      no INTEGER PRIMARY KEY,
      turn TEXT NOT NULL,
      chunk TEXT NOT NULL,
      chat TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('open', 'sent', 'removed', 'gone')),
      message_id TEXT,
      payload TEXT NOT NULL,
      call_until INTEGER NOT NULL,
      made_at INTEGER NOT NULL,
      UNIQUE (turn, chunk)
    ) STRICT;
    CREATE INDEX delivery_message ON delivery (chat, message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX delivery_made_at ON delivery (made_at);

    -- Calls in flight. The before_* columns hold what the delivery row was, for a call that surely did not happen.
    CREATE TABLE call (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chat TEXT NOT NULL UNIQUE,
      lane INTEGER NOT NULL,
      token INTEGER NOT NULL,
      turn TEXT NOT NULL,
      chunk TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('send', 'edit', 'remove', 'status', 'upload', 'other')),
      call_until INTEGER NOT NULL,
      before_state TEXT,
      before_message_id TEXT,
      before_payload TEXT,
      before_call_until INTEGER
    ) STRICT;
    CREATE INDEX call_lane ON call (lane);

    -- tat: theoretical arrival time of the leaky bucket, REAL because intervals may be fractions of a millisecond.
    CREATE TABLE gate (
      no INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      closed_until INTEGER NOT NULL DEFAULT 0,
      tat REAL NOT NULL DEFAULT 0,
      reserved_rank INTEGER NOT NULL DEFAULT 0,
      reserved_until INTEGER NOT NULL DEFAULT 0,
      reserved_by TEXT NOT NULL DEFAULT '',
      used_at INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE transcript (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      turn TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'summary')),
      content TEXT NOT NULL,
      shown TEXT,
      at INTEGER NOT NULL,
      -- A summary stands where the last line that it sums up stood.
      place INTEGER,
      compacted INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX transcript_lane ON transcript (lane);

    CREATE TABLE transcript_start (
      lane TEXT PRIMARY KEY,
      after_no INTEGER NOT NULL,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE access_grant (
      platform TEXT NOT NULL,
      account TEXT NOT NULL,
      user TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'guest')),
      granted_by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (platform, account, user)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pairing (
      platform TEXT NOT NULL,
      account TEXT NOT NULL,
      user TEXT NOT NULL,
      name TEXT NOT NULL,
      code TEXT NOT NULL COLLATE NOCASE UNIQUE,
      expires_at INTEGER NOT NULL,
      told_at INTEGER NOT NULL,
      PRIMARY KEY (platform, account, user)
    ) STRICT;

    CREATE TABLE audit (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      what TEXT NOT NULL,
      platform TEXT NOT NULL,
      account TEXT NOT NULL,
      user TEXT NOT NULL,
      done_by TEXT NOT NULL,
      detail TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE dead_update (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      source TEXT NOT NULL,
      body TEXT NOT NULL,
      error TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE lease (
      name TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
