import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runBatch } from '../../src/store/batch.js';
import { openConnection } from '../../src/store/connection.js';
import { waitForLock } from '../../src/store/lockWait.js';
import type { StoreRequest } from '../../src/store/storeOps.js';
import { fresh, messageIn } from './conversation.js';
import { makeDataDir } from './openTestDb.js';

let dataDir: string;
let db: Database;
beforeEach(() => {
  dataDir = makeDataDir();
  db = openConnection(join(dataDir, 'gateway.db'));
});
afterEach(() => {
  db.close();
  rmSync(dataDir, { recursive: true });
});

function acceptOf(id: number, turn: string, text = 'hello'): StoreRequest {
  const message = messageIn(`lane-${fresh()}`, { parts: [{ type: 'text', text }] });
  return { id, op: 'accept', args: { message, kind: 'main', turn, now: 1 } };
}

function messages(): unknown {
  return db.prepare('SELECT count(*) FROM inbox').pluck().get();
}

it('undoes only the operation that failed', () => {
  const { answers } = runBatch(db, [acceptOf(1, 'a'), acceptOf(2, 'a'), acceptOf(3, 'b')]);
  expect(answers).toMatchObject([
    { id: 1, ok: true, value: { outcome: 'stored' } },
    { id: 2, ok: false, error: { code: 'store-constraint' } },
    { id: 3, ok: true, value: { outcome: 'stored' } },
  ]);
  expect(messages()).toBe(2);
  // Not even the lane or the identities of the failed one are left.
  expect(db.prepare('SELECT count(*) FROM lane').pluck().get()).toBe(2);
  expect(db.prepare('SELECT count(*) FROM dedupe').pluck().get()).toBe(2);
});

it('undoes an operation that failed alone', () => {
  runBatch(db, [acceptOf(1, 'a')]);
  expect(runBatch(db, [acceptOf(2, 'a')]).answers).toMatchObject([{ id: 2, ok: false }]);
  expect(db.inTransaction).toBe(false);
  expect(messages()).toBe(1);
});

it('shows earlier operations of the batch to later reads', () => {
  const { answers } = runBatch(db, [acceptOf(1, 'a'), { id: 2, op: 'turnById', args: 'a' }]);
  expect(answers[1]).toMatchObject({ ok: true, value: { turn: 'a', state: 'queued' } });
});

it('fails the whole batch with advice when the disk is full, and works again once there is room', () => {
  const pages = Number(db.pragma('page_count', { simple: true }));
  db.pragma(`max_page_count = ${pages + 10}`);
  const big = 'x'.repeat(200_000);
  const { answers } = runBatch(db, [acceptOf(1, 'a'), acceptOf(2, 'b', big), acceptOf(3, 'c')]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ ok: false, error: { code: 'disk-full' } });
  }
  expect(answers[0]).toMatchObject({ error: { message: expect.stringContaining('free some space') } });
  expect(db.inTransaction).toBe(false);
  expect(messages()).toBe(0);
  db.pragma('max_page_count = 1000000');
  expect(runBatch(db, [acceptOf(4, 'a'), acceptOf(5, 'b', big)]).answers).toMatchObject([{ ok: true }, { ok: true }]);
});

it('reads while another process has the write lock, and waits for it only to write', () => {
  runBatch(db, [acceptOf(1, 'a')]);
  const other = openConnection(join(dataDir, 'gateway.db'));
  other.exec('BEGIN IMMEDIATE');
  try {
    expect(runBatch(db, [{ id: 2, op: 'turnById', args: 'a' }])).toMatchObject({
      answers: [{ ok: true, value: { turn: 'a' } }],
      lockWaits: 0,
    });
    expect(() => waitForLock(() => db.exec('BEGIN IMMEDIATE'), 5)).toThrow(
      expect.objectContaining({ code: 'store-busy' }),
    );
  } finally {
    other.exec('ROLLBACK');
    other.close();
  }
  expect(runBatch(db, [acceptOf(3, 'b')]).answers).toMatchObject([{ ok: true }]);
});

it('reports a damaged file as damaged', () => {
  runBatch(db, [acceptOf(1, 'a')]);
  const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'inbox'").pluck().get());
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  db.close();
  const file = openSync(join(dataDir, 'gateway.db'), 'r+');
  writeSync(file, Buffer.alloc(pageSize, 0xff), 0, pageSize, (root - 1) * pageSize);
  closeSync(file);
  db = openConnection(join(dataDir, 'gateway.db'));
  expect(runBatch(db, [acceptOf(2, 'b')]).answers).toMatchObject([{ ok: false, error: { code: 'store-corrupt' } }]);
});

it('syncs the log of what must outlive a power cut, and leaves a claim or a typing sign to the next sync', () => {
  const synced = () => db.pragma('synchronous', { simple: true }) === 2;
  const first = messageIn('lane-sync');
  const accept: StoreRequest = { id: 1, op: 'accept', args: { message: first, kind: 'main', turn: 'sync', now: 1 } };
  const lane = { id: first.lane, kind: 'main' } as const;
  const claim: StoreRequest = {
    id: 2,
    op: 'claim',
    args: { lane, owner: 'w', leaseMs: 1_000, mode: 'queue', now: 2 },
  };
  const permit = (kind: 'status' | 'send'): StoreRequest => ({
    id: 3,
    op: 'permit',
    args: {
      lane,
      token: 1,
      turn: 'sync',
      chunk: '0',
      kind,
      rank: 'first',
      chat: `chat-${kind}`,
      account: 'a',
      limits: [],
      payload: null,
      timeoutMs: 1_000,
      now: 3,
    },
  });
  const after = (...requests: StoreRequest[]) => {
    for (const answer of runBatch(db, requests).answers) expect(answer).toMatchObject({ ok: true });
    return synced();
  };
  expect(after(accept)).toBe(true);
  expect(after(claim)).toBe(false);
  expect(after(permit('status'))).toBe(false);
  expect(after(permit('send'))).toBe(true);
  expect(after({ id: 4, op: 'renewAll', args: { owner: 'w', leaseMs: 1_000, now: 4 } })).toBe(false);
  expect(
    after({ id: 5, op: 'claim', args: { lane, owner: 'w', leaseMs: 1_000, mode: 'queue', now: 5 } }, acceptOf(6, 'b')),
  ).toBe(true);
});
