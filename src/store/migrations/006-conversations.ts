import type { Migration } from './migration.js';

/**
 * What memory has to know of conversations.
 *
 * - `whereabouts`: in which lanes a person was met, of which workspace; `is_group` tells direct chats apart.
 * - `transcript_text` indexes the transcript; triggers keep it in step.
 * - `session_note`: what the work of a conversation came to.
 * - `untold`: sentences for the people of a lane, for the next answer there.
 */
export const conversations: Migration = {
  version: 6,
  sql: `
    CREATE TABLE whereabouts (
      person TEXT NOT NULL,
      lane TEXT NOT NULL,
      is_group INTEGER NOT NULL,
      workspace TEXT,
      seen_at INTEGER NOT NULL,
      PRIMARY KEY (person, lane)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX whereabouts_lane ON whereabouts (lane);

    CREATE VIRTUAL TABLE transcript_text USING fts5(
      content, content = 'transcript', content_rowid = 'no', tokenize = 'unicode61 remove_diacritics 2'
    );
    INSERT INTO transcript_text (transcript_text) VALUES ('rebuild');
    CREATE TRIGGER transcript_indexed AFTER INSERT ON transcript BEGIN
      INSERT INTO transcript_text (rowid, content) VALUES (new.no, new.content);
    END;
    CREATE TRIGGER transcript_unindexed AFTER DELETE ON transcript BEGIN
      INSERT INTO transcript_text (transcript_text, rowid, content) VALUES ('delete', old.no, old.content);
    END;
    CREATE TRIGGER transcript_reindexed AFTER UPDATE OF content ON transcript BEGIN
      INSERT INTO transcript_text (transcript_text, rowid, content) VALUES ('delete', old.no, old.content);
      INSERT INTO transcript_text (rowid, content) VALUES (new.no, new.content);
    END;

    CREATE TABLE session_note (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      turn TEXT NOT NULL,
      person TEXT NOT NULL,
      kind TEXT NOT NULL,
      content TEXT NOT NULL,
      at INTEGER NOT NULL,
      UNIQUE (lane, turn, content)
    ) STRICT;
    CREATE INDEX session_note_person ON session_note (person);

    CREATE TABLE untold (
      no INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      sentence TEXT NOT NULL,
      at INTEGER NOT NULL,
      UNIQUE (lane, sentence)
    ) STRICT;
  `,
};
