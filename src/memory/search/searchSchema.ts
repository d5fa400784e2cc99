import type { Database } from 'better-sqlite3';
import { indexTerms } from './terms.js';

/**
 * Tables of the search, for the first migration of a mind, after `frame`. Triggers keep them in step with the frames, so that
 * no way of writing, and no crash, leaves a frame that is not found by its words or that waits for no vector.
 *
 * - `frame_fts` indexes the terms that `indexTerms` gives (one rule of words for the index and for questions, in all
 *   languages), not the text: it keeps no copy of it. `frame_term` counts the frames of each term.
 * - `embed_outbox`: frames that wait for their vector. `frame_vector` has the vector in 8-bit numbers, `frame_bits` its
 *   signs, which are scanned in memory.
 * - `search_change`: frames whose row in that memory is no longer right, newest last; it trims itself.
 *
 * Used of `frame`: id, content, importance, trust, scope, gop_id, created_at, valid_to, expires_at.
 */
export const SEARCH_SCHEMA = `
  CREATE VIRTUAL TABLE frame_fts USING fts5(
    terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
  CREATE VIRTUAL TABLE frame_term USING fts5vocab(frame_fts, row);

  CREATE TABLE embed_model (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, dims INTEGER NOT NULL, UNIQUE (name, dims)
  ) STRICT;
  CREATE TABLE embed_outbox (
    frame_id INTEGER PRIMARY KEY, tries INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX embed_outbox_due ON embed_outbox (next_at);
  CREATE TABLE frame_vector (
    frame_id INTEGER PRIMARY KEY, model_id INTEGER NOT NULL REFERENCES embed_model (id), codes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE frame_bits (
    frame_id INTEGER PRIMARY KEY, model_id INTEGER NOT NULL REFERENCES embed_model (id), bits BLOB NOT NULL
  ) STRICT;
  CREATE INDEX frame_bits_model ON frame_bits (model_id);
  CREATE TABLE search_change (seq INTEGER PRIMARY KEY, frame_id INTEGER NOT NULL) STRICT;

  CREATE TRIGGER search_frame_added AFTER INSERT ON frame BEGIN
    INSERT INTO frame_fts (rowid, terms) VALUES (new.id, index_terms(new.content));
    INSERT OR REPLACE INTO embed_outbox (frame_id) VALUES (new.id);
  END;
  CREATE TRIGGER search_frame_reworded AFTER UPDATE OF content ON frame WHEN old.content IS NOT new.content BEGIN
    UPDATE frame_fts SET terms = index_terms(new.content) WHERE rowid = new.id;
    DELETE FROM frame_vector WHERE frame_id = new.id;
    DELETE FROM frame_bits WHERE frame_id = new.id;
    INSERT OR REPLACE INTO embed_outbox (frame_id) VALUES (new.id);
  END;
  CREATE TRIGGER search_frame_moved AFTER UPDATE OF scope, valid_to, expires_at, importance, trust, created_at ON frame BEGIN
    INSERT INTO search_change (frame_id) VALUES (new.id);
  END;
  CREATE TRIGGER search_frame_gone AFTER DELETE ON frame BEGIN
    DELETE FROM frame_fts WHERE rowid = old.id;
    DELETE FROM frame_vector WHERE frame_id = old.id;
    DELETE FROM frame_bits WHERE frame_id = old.id;
    DELETE FROM embed_outbox WHERE frame_id = old.id;
  END;
  CREATE TRIGGER search_bits_added AFTER INSERT ON frame_bits BEGIN
    INSERT INTO search_change (frame_id) VALUES (new.frame_id);
  END;
  CREATE TRIGGER search_bits_gone AFTER DELETE ON frame_bits BEGIN
    INSERT INTO search_change (frame_id) VALUES (old.frame_id);
  END;
  CREATE TRIGGER search_change_trimmed AFTER INSERT ON search_change BEGIN
    DELETE FROM search_change WHERE seq < new.seq - 5000;
  END;
`;

/** Gives a connection the function that the triggers call. Every connection to a mind needs it before its first write. */
export function defineSearchFunctions(db: Database): void {
  db.function('index_terms', { deterministic: true }, (text) => indexTerms(String(text)).join(' '));
}
