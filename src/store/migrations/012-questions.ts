import type { Migration } from './migration.js';

/**
 * What turns ask people: whether a call may run (`approval`), or anything else (`question`). `turn` and `lane` are the keys of
 * those tables; `arguments` is the call as it will run; `options` and `approvers` are JSON lists; `shown` is what the turn had
 * said before.
 */
export const questions: Migration = {
  version: 12,
  sql: `
    CREATE TABLE question (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      turn INTEGER NOT NULL,
      lane INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('approval', 'question')),
      call TEXT NOT NULL,
      tool TEXT NOT NULL,
      arguments TEXT NOT NULL,
      text TEXT NOT NULL,
      options TEXT NOT NULL,
      approvers TEXT NOT NULL,
      shown TEXT NOT NULL,
      asked_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'approved', 'denied', 'answered', 'expired', 'stopped', 'void')),
      answer TEXT,
      decided_by TEXT,
      decided_name TEXT,
      decided_at INTEGER
    ) STRICT;
    CREATE INDEX question_turn ON question (turn);
    CREATE INDEX question_open ON question (expires_at) WHERE state = 'open';
    CREATE INDEX question_open_lane ON question (lane) WHERE state = 'open';
    CREATE INDEX question_decided_by ON question (decided_by) WHERE decided_by IS NOT NULL;
  `,
};
