import { SEARCH_SCHEMA } from '../../search/searchSchema.js';
import type { Migration } from './migration.js';

/**
 * The tables of a mind (spec: memory, part E). Times are milliseconds UTC; a row with `valid_to` is over, and kept for 90
 * days. Numbers that stand for words are explained in `frames/codes.ts`. A file without the meta row `owner` is empty and
 * belongs to nobody.
 *
 * An entity keeps its `key` through all its versions; `degree` counts its frames. A text is unique among the living of one scope and one author: two chats of a workspace may know the same without either
 * learning that from the other, and what one person said is not gone when another asks to be forgotten.
 */
const FRAMES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE frame (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('I', 'P', 'B')),
    gop_id TEXT NOT NULL,
    t INTEGER NOT NULL,
    base_id INTEGER,
    content TEXT NOT NULL,
    norm_hash BLOB NOT NULL,
    importance INTEGER NOT NULL CHECK (importance BETWEEN 0 AND 4),
    source INTEGER NOT NULL CHECK (source BETWEEN 0 AND 4),
    confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    trust INTEGER NOT NULL CHECK (trust BETWEEN 0 AND 3),
    author TEXT,
    chat TEXT,
    message TEXT,
    turn TEXT,
    scope TEXT NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_to INTEGER,
    superseded_by INTEGER,
    expires_at INTEGER,
    uses INTEGER NOT NULL DEFAULT 0,
    last_use INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX frame_once ON frame (norm_hash, scope, ifnull(author, '')) WHERE valid_to IS NULL;
  CREATE INDEX frame_by_weight ON frame (importance DESC, id DESC) WHERE valid_to IS NULL;
  CREATE INDEX frame_by_gop ON frame (gop_id, t);
  CREATE INDEX frame_by_age ON frame (created_at) WHERE valid_to IS NULL;
  CREATE INDEX frame_by_expiry ON frame (expires_at) WHERE valid_to IS NULL AND expires_at IS NOT NULL;
  CREATE INDEX frame_by_end ON frame (valid_to) WHERE valid_to IS NOT NULL;
  CREATE INDEX frame_by_turn ON frame (turn, norm_hash) WHERE turn IS NOT NULL;
  CREATE INDEX frame_by_author ON frame (author) WHERE author IS NOT NULL;

  CREATE TABLE frame_ref (
    frame_id INTEGER NOT NULL,
    ref_id INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('link', 'conflict', 'merged')),
    PRIMARY KEY (frame_id, kind, ref_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX frame_ref_back ON frame_ref (ref_id);
  CREATE INDEX frame_ref_kind ON frame_ref (kind);

  CREATE TABLE entity (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key INTEGER NOT NULL,
    type TEXT NOT NULL,
    norm_name TEXT NOT NULL,
    name TEXT NOT NULL,
    properties TEXT NOT NULL DEFAULT '{}',
    valid_from INTEGER NOT NULL,
    valid_to INTEGER,
    end_reason TEXT,
    recorded_at INTEGER NOT NULL,
    degree INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX entity_once ON entity (type, norm_name) WHERE valid_to IS NULL;
  CREATE INDEX entity_by_name ON entity (norm_name) WHERE valid_to IS NULL;
  CREATE INDEX entity_by_key ON entity (key, id);
  CREATE INDEX entity_by_degree ON entity (degree DESC, key) WHERE valid_to IS NULL;

  CREATE TABLE relation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    src INTEGER NOT NULL,
    type TEXT NOT NULL,
    dst INTEGER NOT NULL,
    confidence REAL NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_to INTEGER,
    recorded_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX relation_once ON relation (src, type, dst) WHERE valid_to IS NULL;
  CREATE INDEX relation_back ON relation (dst, type);
  CREATE INDEX relation_forth ON relation (src, type);

  CREATE TABLE entity_frame (
    entity_key INTEGER NOT NULL, frame_id INTEGER NOT NULL, PRIMARY KEY (entity_key, frame_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entity_of_frame ON entity_frame (frame_id);
  CREATE TABLE relation_frame (
    relation_id INTEGER NOT NULL, frame_id INTEGER NOT NULL, PRIMARY KEY (relation_id, frame_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX relation_of_frame ON relation_frame (frame_id);

  CREATE TABLE identity (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT, role TEXT, department TEXT, personality TEXT, capabilities TEXT, system_prompt TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE awareness (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    category TEXT NOT NULL CHECK (category IN ('task', 'action', 'pending', 'flag')),
    content TEXT NOT NULL,
    priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 10),
    metadata TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT;
  CREATE TABLE session (
    gop_id TEXT PRIMARY KEY,
    lane TEXT,
    status TEXT NOT NULL CHECK (status IN ('active', 'closed', 'archived')),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    summary TEXT
  ) STRICT;
  CREATE UNIQUE INDEX session_active ON session (ifnull(lane, '')) WHERE status = 'active';
  CREATE INDEX session_by_start ON session (started_at);
  CREATE TABLE signal (
    category TEXT NOT NULL,
    key TEXT NOT NULL,
    detail TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    surfaced_count INTEGER NOT NULL DEFAULT 0,
    cooldown_until INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (category, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE mind_stat (
    name TEXT NOT NULL, scope TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (name, scope)
  ) STRICT, WITHOUT ROWID;
`;

/** Counters that cost no scan, and no row that points at a frame which is gone. */
const UPKEEP_TRIGGERS = `
  CREATE TRIGGER stat_frame_added AFTER INSERT ON frame WHEN new.valid_to IS NULL BEGIN
    INSERT INTO mind_stat VALUES ('frames', new.scope, 1) ON CONFLICT DO UPDATE SET value = value + 1;
  END;
  CREATE TRIGGER stat_frame_changed AFTER UPDATE OF valid_to, scope ON frame BEGIN
    UPDATE mind_stat SET value = value - 1 WHERE old.valid_to IS NULL AND name = 'frames' AND scope = old.scope;
    INSERT INTO mind_stat SELECT 'frames', new.scope, 1 WHERE new.valid_to IS NULL
      ON CONFLICT DO UPDATE SET value = value + 1;
  END;
  CREATE TRIGGER stat_frame_gone AFTER DELETE ON frame BEGIN
    UPDATE mind_stat SET value = value - 1 WHERE old.valid_to IS NULL AND name = 'frames' AND scope = old.scope;
    DELETE FROM frame_ref WHERE frame_id = old.id;
    DELETE FROM frame_ref WHERE ref_id = old.id;
    DELETE FROM entity_frame WHERE frame_id = old.id;
    DELETE FROM relation_frame WHERE frame_id = old.id;
  END;
  CREATE TRIGGER stat_entity_added AFTER INSERT ON entity WHEN new.valid_to IS NULL BEGIN
    INSERT INTO mind_stat VALUES ('entities', '', 1) ON CONFLICT DO UPDATE SET value = value + 1;
  END;
  CREATE TRIGGER stat_entity_ended AFTER UPDATE OF valid_to ON entity
    WHEN old.valid_to IS NULL AND new.valid_to IS NOT NULL BEGIN
    UPDATE mind_stat SET value = value - 1 WHERE name = 'entities' AND scope = '';
  END;
  CREATE TRIGGER stat_entity_gone AFTER DELETE ON entity WHEN old.valid_to IS NULL BEGIN
    UPDATE mind_stat SET value = value - 1 WHERE name = 'entities' AND scope = '';
  END;
  CREATE TRIGGER entity_frame_added AFTER INSERT ON entity_frame BEGIN
    UPDATE entity SET degree = degree + 1 WHERE key = new.entity_key AND valid_to IS NULL;
  END;
  CREATE TRIGGER entity_frame_gone AFTER DELETE ON entity_frame BEGIN
    UPDATE entity SET degree = degree - 1 WHERE key = old.entity_key AND valid_to IS NULL;
  END;
  CREATE TRIGGER stat_session_added AFTER INSERT ON session BEGIN
    INSERT INTO mind_stat VALUES ('sessions', '', 1) ON CONFLICT DO UPDATE SET value = value + 1;
  END;
`;

/** Of the texts it is not known who said them and how sure that was: trust 1. */
const FROM_MEMORIES = `
  INSERT INTO session (gop_id, lane, status, started_at, ended_at)
    SELECT 'import', 'import', 'closed', min(saved_at), max(saved_at) FROM memories HAVING count(*) > 0;
  INSERT INTO frame (id, kind, gop_id, t, content, norm_hash, importance, source, confidence, trust, scope, valid_from, created_at)
    SELECT id, 'I', 'import', id, text, unhex(substr(fingerprint, 1, 32)), 2, 3, 0.4, 1, 'private', saved_at, saved_at
    FROM memories ORDER BY id;
  DROP TABLE memories_text;
  DROP TABLE memories;
`;

/** Frames and all that hangs on them; what the list of texts held is taken over. */
export const frames: Migration = {
  version: 2,
  sql: [FRAMES, SEARCH_SCHEMA, UPKEEP_TRIGGERS, FROM_MEMORIES].join('\n'),
};
