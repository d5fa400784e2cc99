import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFrames } from '../../src/memory/frames/findFrames.js';
import { listFrames } from '../../src/memory/frames/readFrames.js';
import { saveFrame } from '../../src/memory/frames/saveFrame.js';
import { mindStats } from '../../src/memory/layers/mindStats.js';
import { migrate } from '../../src/memory/mindFile/migrate.js';
import { migrations } from '../../src/memory/mindFile/migrations/list.js';
import { openMind } from '../../src/memory/mindFile/openMind.js';
import { defineSearchFunctions } from '../../src/memory/search/searchSchema.js';
import { said } from './openTestMind.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-mind-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const newest = migrations.at(-1)?.version ?? 0;
const scopes = ['private'] as const;

/** A file as an earlier version of Waggle left it, with something in it from version 1 on. */
function madeAt(version: number): string {
  const file = join(folder, `v${version}.db`);
  const db = new BetterSqlite3(file);
  defineSearchFunctions(db);
  migrate(
    db,
    migrations.filter((migration) => migration.version <= version),
  );
  if (version === 1) {
    db.exec(
      `INSERT INTO memories VALUES (4, 'Likes green tea.', '${'ab'.repeat(32)}', 17), (7, '用户喜欢绿茶。', '${'cd'.repeat(32)}', 18)`,
    );
    db.exec('INSERT INTO memories_text (rowid, text) SELECT id, text FROM memories');
  }
  db.close();
  return file;
}

describe('migrations of a mind', () => {
  it('are numbered without a gap', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, i) => i + 1));
  });

  it.each(Array.from({ length: newest + 1 }, (_, version) => version))('lead up from version %i', (version) => {
    const mind = { file: '', db: openMind(madeAt(version)) };
    const fresh = { file: '', db: openMind(join(folder, 'fresh.db')) };
    const schemaOf = ({ db }: typeof mind) =>
      db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
    expect(schemaOf(mind)).toEqual(schemaOf(fresh));
    expect(mind.db.pragma('user_version', { simple: true })).toBe(newest);
    expect(saveFrame(mind, said('Something new.')).outcome).toBe('saved');
    expect(mind.db.pragma('integrity_check', { simple: true })).toBe('ok');
    mind.db.close();
    fresh.db.close();
  });

  it('take over what the list of texts held, findable and known', () => {
    const mind = { file: '', db: openMind(madeAt(1)) };
    expect(listFrames(mind, { scopes, listing: { order: 'newest', limit: 9 }, now: 20 })).toMatchObject([
      { id: 7, content: '用户喜欢绿茶。', createdAt: 18, trust: 1, source: 'import', gop: 'import', kind: 'I' },
      { id: 4, content: 'Likes green tea.', createdAt: 17 },
    ]);
    const found = findFrames(mind, { scopes, query: { text: '绿茶', limit: 9, now: 20 }, vector: null });
    expect(found.map(({ id }) => id)).toEqual([7]);
    expect(mindStats(mind, { scopes })).toMatchObject({ frames: 2, sessions: 1, unembedded: 2 });
    mind.db.close();
  });

  it('refuse what a newer Waggle wrote, and leave it as it is', () => {
    const file = madeAt(newest);
    const db = new BetterSqlite3(file);
    db.pragma(`user_version = ${newest + 1}`);
    db.close();
    expect(() => openMind(file)).toThrow(
      expect.objectContaining({ code: 'mind-too-new', message: expect.stringContaining('newer version') }),
    );
    const after = new BetterSqlite3(file);
    expect(after.pragma('user_version', { simple: true })).toBe(newest + 1);
    after.close();
  });

  it('are undone as a whole when one fails', () => {
    const file = madeAt(1);
    const db = new BetterSqlite3(file);
    defineSearchFunctions(db);
    expect(() => migrate(db, [{ version: 2, sql: 'CREATE TABLE half (x); DROP TABLE nothing' }])).toThrow('nothing');
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined();
    db.close();
  });
});
