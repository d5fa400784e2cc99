import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Memory } from '../core/ports/mind.js';
import { searchTerms } from './searchTerms.js';

/** One open mind. Synchronous: it lives in the mind thread. */
export interface MindDatabase {
  save(text: string, now: number): { saved: boolean; id: number };
  search(query: string, limit: number): Memory[];
  count(): number;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE memories (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    fingerprint TEXT NOT NULL UNIQUE,
    saved_at INTEGER NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE memories_text USING fts5(
    text, content = 'memories', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
  );
  PRAGMA user_version = 1;
`;

const rowSchema = z
  .object({ id: z.number(), text: z.string(), saved_at: z.number() })
  .transform(({ id, text, saved_at }): Memory => ({ id, text, savedAt: saved_at }));
const rowsSchema = z.array(rowSchema);
const idSchema = z.object({ id: z.number() }).optional();
const numberSchema = z.number();

/** Two texts that differ only in case, form of characters, spacing or the last full stop are one memory. */
function fingerprintOf(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  return createHash('sha256').update(plain).digest('hex');
}

function likePattern(fragment: string): string {
  return `%${fragment.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Opens a mind and creates it when it is new.
 *
 * @throws an SQLite error when the file cannot be opened or is none
 */
export function openMindDatabase(file: string): MindDatabase {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('cache_size = -512');
  db.transaction(() => {
    if (db.pragma('user_version', { simple: true }) === 0) db.exec(SCHEMA);
  }).immediate();

  const find = db.prepare('SELECT id FROM memories WHERE fingerprint = ?');
  const insert = db.prepare('INSERT INTO memories (text, fingerprint, saved_at) VALUES (?, ?, ?) RETURNING id');
  const index = db.prepare('INSERT INTO memories_text (rowid, text) VALUES (?, ?)');
  const newest = db.prepare('SELECT id, text, saved_at FROM memories ORDER BY saved_at DESC, id DESC LIMIT ?');
  const byWords = db.prepare(
    `SELECT m.id, m.text, m.saved_at FROM memories_text JOIN memories m ON m.id = memories_text.rowid
     WHERE memories_text MATCH ? ORDER BY bm25(memories_text), m.id DESC LIMIT ?`,
  );
  const total = db.prepare('SELECT count(*) FROM memories').pluck();

  const save = db.transaction((text: string, now: number) => {
    const fingerprint = fingerprintOf(text);
    const known = idSchema.parse(find.get(fingerprint));
    if (known !== undefined) return { saved: false, id: known.id };
    const { id } = rowSchemaOfInsert.parse(insert.get(text, fingerprint, now));
    index.run(id, text);
    return { saved: true, id };
  });

  const byFragments = (fragments: readonly string[], limit: number): Memory[] => {
    const hits = fragments.map(() => "(text LIKE ? ESCAPE '\\')").join(' + ');
    const sql = `SELECT id, text, saved_at FROM (SELECT *, ${hits} AS hits FROM memories)
      WHERE hits > 0 ORDER BY hits DESC, id DESC LIMIT ?`;
    return rowsSchema.parse(db.prepare(sql).all(...fragments.map(likePattern), limit));
  };

  return {
    save: (text, now) => save.immediate(text, now),
    search: (query, limit) => {
      const { words, fragments } = searchTerms(query);
      if (words.length === 0 && fragments.length === 0) return rowsSchema.parse(newest.all(limit));
      const match = words.map((word) => `"${word}"${word.length > 3 ? '*' : ''}`).join(' OR ');
      const found = words.length === 0 ? [] : rowsSchema.parse(byWords.all(match, limit));
      if (fragments.length > 0 && found.length < limit) found.push(...byFragments(fragments, limit));
      return [...new Map(found.map((memory) => [memory.id, memory])).values()].slice(0, limit);
    },
    count: () => numberSchema.parse(total.get()),
    close: () => db.close(),
  };
}

const rowSchemaOfInsert = z.object({ id: z.number() });
