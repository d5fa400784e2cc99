import type { Migration } from './migration.js';

/**
 * `/forget me` leaves no word of a person: each line of a transcript says for whom it was written (NULL: before this version, of a turn
 * that is not on record any more), and its index wipes what is deleted instead of noting that it is gone.
 */
export const erasing: Migration = {
  version: 8,
  sql: `
    INSERT INTO transcript_text (transcript_text, rank) VALUES ('secure-delete', 1);
    ALTER TABLE transcript ADD COLUMN sender TEXT;
    UPDATE transcript SET sender = (SELECT sender FROM turn WHERE turn.id = transcript.turn) WHERE role <> 'summary';
    CREATE INDEX transcript_sender ON transcript (sender) WHERE sender IS NOT NULL;
  `,
};
