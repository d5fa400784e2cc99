import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';

/** What the same memories give with nothing but a full-text index, or nothing but vectors. */
export interface Baseline {
  readonly name: 'plain FTS5' | 'plain vectors';
  /** The ten best texts. */
  find(question: string): readonly string[];
}

const SHOWN = 10;
const textsSchema = z.array(z.string());

/** FTS5 as it comes: its own tokenizer, all words of the question, BM25. */
export function plainFts(texts: readonly string[]): Baseline {
  const db = new BetterSqlite3(':memory:');
  db.exec("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'unicode61')");
  const insert = db.prepare('INSERT INTO texts VALUES (?)');
  for (const text of texts) insert.run(text);
  const select = db.prepare(`SELECT text FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ${SHOWN}`).pluck();
  return {
    name: 'plain FTS5',
    find: (question) => {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
      return textsSchema.parse(select.all(words.map((word) => `"${word}"`).join(' OR ')));
    },
  };
}

/** All texts by the cosine of their vectors. */
export function plainVectors(texts: readonly string[], vectorOf: (text: string) => ArrayLike<number>): Baseline {
  const vectors = texts.map((text) => ({ text, vector: vectorOf(text) }));
  return {
    name: 'plain vectors',
    find: (question) => {
      const asked = vectorOf(question);
      const dot = (vector: ArrayLike<number>) =>
        Array.from(vector).reduce((sum, value, i) => sum + value * (asked[i] ?? 0), 0);
      return vectors
        .map(({ text, vector }) => ({ text, near: dot(vector) }))
        .sort((a, b) => b.near - a.near)
        .slice(0, SHOWN)
        .map(({ text }) => text);
    },
  };
}
