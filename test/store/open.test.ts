import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.js';
import { openConnection } from '../../src/store/connection.js';
import { migrate } from '../../src/store/migrate.js';
import { migrations } from '../../src/store/migrations/list.js';
import { openGatewayDb } from '../../src/store/openGatewayDb.js';
import { createFakeClock } from '../setup/fakeClock.js';
import { makeDataDir } from './openTestDb.js';

let dataDir: string;
beforeEach(() => {
  dataDir = makeDataDir();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function open(directory = dataDir) {
  return openGatewayDb({ dataDir: directory, clock: createFakeClock(), log: silentLog });
}

it('makes the data directory and its files for the owner alone', async () => {
  const deep = join(dataDir, 'a', 'b');
  const db = await open(deep);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
  for (const name of ['gateway.db', 'gateway.db-wal', 'gateway.db-shm']) {
    expect(statSync(join(deep, name)).mode & 0o777).toBe(0o600);
  }
  await db.close();
});

it('numbers its migrations in order, none twice', () => {
  const versions = migrations.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
});

it('is durable: WAL and synchronous FULL', () => {
  const db = openConnection(join(dataDir, 'gateway.db'));
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
  db.close();
});

it('lets many open a new data directory at once', async () => {
  const opened = await Promise.all(Array.from({ length: 4 }, () => open()));
  expect(new Set(opened.map((db) => db.meta.dataDirectoryId)).size).toBe(1);
  await Promise.all(opened.map((db) => db.close()));
});

it('applies only what is new, and nothing twice', () => {
  const db = new BetterSqlite3(join(dataDir, 'x.db'));
  const first = { version: 1, sql: 'CREATE TABLE a (x INTEGER)' };
  const second = { version: 2, sql: 'CREATE TABLE b (x INTEGER)' };
  migrate(db, [first]);
  migrate(db, [first, second]);
  migrate(db, [first, second]);
  expect(db.prepare('SELECT version FROM schema_version').pluck().all()).toEqual([2]);
  db.close();
});

it('leaves no half of a migration that failed', () => {
  const db = new BetterSqlite3(join(dataDir, 'x.db'));
  const broken = { version: 1, sql: 'CREATE TABLE a (x INTEGER); CREATE TABLE a (x INTEGER)' };
  expect(() => migrate(db, [broken])).toThrow(/already exists/);
  expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name IN ('a', 'schema_version')").pluck().get()).toBe(0);
  expect(db.inTransaction).toBe(false);
  db.close();
});

it('refuses a database that a newer version has written', async () => {
  await (await open()).close();
  const raw = new BetterSqlite3(join(dataDir, 'gateway.db'));
  raw.exec('UPDATE schema_version SET version = 999');
  raw.close();
  await expect(open()).rejects.toMatchObject({ name: 'WaggleError', code: 'store-too-new' });
});

it('refuses a file that is no database', async () => {
  writeFileSync(join(dataDir, 'gateway.db'), 'this is not a database, it only has its name'.repeat(100));
  await expect(open()).rejects.toMatchObject({ code: 'store-corrupt' });
});

it('says what is wrong when the file cannot be opened', async () => {
  mkdirSync(join(dataDir, 'gateway.db'));
  await expect(open()).rejects.toMatchObject({ code: 'store-io', message: expect.stringContaining('data directory') });
});

it('says what is wrong when the data directory cannot be made', async () => {
  writeFileSync(join(dataDir, 'file'), '');
  await expect(open(join(dataDir, 'file', 'sub'))).rejects.toMatchObject({
    code: 'store-io',
    message: expect.stringContaining('WAGGLE_DATA_DIR'),
  });
});
