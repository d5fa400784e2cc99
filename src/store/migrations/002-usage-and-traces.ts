import type { Migration } from './migration.js';

/**
 * Usage, budgets and traces. Money is INTEGER in billionths of a US dollar, so that sums are exact: a token of the
 * cheapest models costs about ten of them.
 *
 * - `day` is the local day that a call was reserved in, as text: no arithmetic with hours, so changes of the clock do not
 *   matter.
 * - `spending` is the running total of a budget line. What it has `reserved` is the sum of its `reservation` rows.
 */
export const usageAndTraces: Migration = {
  version: 2,
  sql: `
    CREATE TABLE usage (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      day TEXT NOT NULL,
      turn TEXT NOT NULL,
      lane TEXT NOT NULL,
      chat TEXT NOT NULL,
      person TEXT NOT NULL,
      persona TEXT,
      model TEXT NOT NULL,
      input_tokens INTEGER NOT NULL,
      output_tokens INTEGER NOT NULL,
      cost INTEGER NOT NULL,
      priced_by TEXT NOT NULL CHECK (priced_by IN ('endpoint', 'table', 'estimate')),
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX usage_day ON usage (day, person);
    CREATE INDEX usage_turn ON usage (turn);
    CREATE INDEX usage_at ON usage (at);

    CREATE TABLE spending (
      day TEXT NOT NULL,
      scope TEXT NOT NULL CHECK (scope IN ('all', 'person', 'chat', 'persona')),
      subject TEXT NOT NULL,
      spent INTEGER NOT NULL DEFAULT 0,
      reserved INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (day, scope, subject)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE reservation (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      day TEXT NOT NULL,
      turn TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      chat TEXT NOT NULL,
      person TEXT NOT NULL,
      persona TEXT,
      cost INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX reservation_turn ON reservation (turn);
    CREATE INDEX reservation_expires ON reservation (expires_at);

    -- daily NULL: no limit, also where one for each subject or a configured one would hold.
    CREATE TABLE budget_limit (
      scope TEXT NOT NULL CHECK (scope IN ('all', 'person', 'chat', 'persona')),
      subject TEXT NOT NULL,
      daily INTEGER,
      mode TEXT CHECK (mode IN ('soft', 'hard')),
      set_by TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (scope, subject)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE budget_warning (
      day TEXT NOT NULL,
      scope TEXT NOT NULL,
      subject TEXT NOT NULL,
      person TEXT NOT NULL,
      percent INTEGER NOT NULL CHECK (percent IN (80, 100)),
      turn TEXT NOT NULL,
      daily INTEGER NOT NULL,
      spent INTEGER NOT NULL,
      PRIMARY KEY (day, scope, subject, person, percent)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX budget_warning_turn ON budget_warning (turn);

    CREATE TABLE trace (
      no INTEGER PRIMARY KEY,
      turn TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER NOT NULL,
      events TEXT NOT NULL,
      dropped INTEGER NOT NULL,
      UNIQUE (turn, attempt)
    ) STRICT;
    CREATE INDEX trace_ended ON trace (ended_at);
  `,
};
