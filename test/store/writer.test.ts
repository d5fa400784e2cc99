import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WaggleError } from '../../src/core/errors.js';
import { silentLog } from '../../src/core/log.js';
import { type GatewayDb, openGatewayDb } from '../../src/store/openGatewayDb.js';
import { startWriter } from '../../src/store/writerClient.js';
import { createFakeClock } from '../setup/fakeClock.js';
import { conversationIn, fresh, messageIn } from './conversation.js';
import { makeDataDir } from './openTestDb.js';

let dataDir: string;
let db: GatewayDb;
beforeEach(async () => {
  dataDir = makeDataDir();
  db = await openGatewayDb({ dataDir, clock: createFakeClock(), log: silentLog });
});
afterEach(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function accept(turn = `turn-${fresh()}`) {
  return db.lanes.accept({ message: messageIn(`lane-${fresh()}`), kind: 'main', turn, now: 1 });
}

it('commits what is called together in few transactions, in order', async () => {
  const stored = await Promise.all(Array.from({ length: 1000 }, () => accept()));
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  const { batches, operations, largestBatch } = await db.stats();
  // The last one is the question for the counts itself.
  expect(operations).toBe(1001);
  expect(batches).toBeLessThanOrEqual(5);
  expect(largestBatch).toBe(500);
});

it('groups what callers ask for in answer to one batch', async () => {
  const before = await db.stats();
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      const talk = conversationIn(db);
      await talk.accept();
      await talk.finish(await talk.mustClaim());
    }),
  );
  const after = await db.stats();
  expect(after.operations - before.operations).toBe(301);
  expect(after.batches - before.batches).toBeLessThanOrEqual(10);
});

it('fails only the caller whose operation failed', async () => {
  const results = await Promise.allSettled([accept('same'), accept('same'), accept('other')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({
    reason: { name: 'WaggleError', code: 'store-constraint', cause: expect.any(Error) },
  });
});

it('finishes what was called before it closes, and refuses what comes later', async () => {
  const last = Array.from({ length: 50 }, () => accept());
  const closing = db.close();
  expect((await Promise.all(last)).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 50 }, () => 'stored'));
  await expect(accept()).rejects.toMatchObject({ code: 'store-closed' });
  await closing;
  await db.close();
  await expect(accept()).rejects.toMatchObject({ code: 'store-closed' });
});

it('keeps what was stored across a restart', async () => {
  await accept('kept');
  await db.close();
  db = await openGatewayDb({ dataDir, clock: createFakeClock(), log: silentLog });
  expect(await db.lanes.turnById('kept')).toMatchObject({ state: 'queued' });
});

it('tells only the caller whose arguments cannot be sent to a thread', async () => {
  const message = messageIn(`lane-${fresh()}`);
  const odd = Object.assign(message, { parts: [() => 'a function'] });
  const results = await Promise.allSettled([
    accept(),
    db.lanes.accept({ message: odd, kind: 'main', turn: `turn-${fresh()}`, now: 1 }),
    accept(),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: { code: 'store-argument' } });
});

it('fails everything and says so once when the thread dies', async () => {
  const crashes: WaggleError[] = [];
  const dying = new URL('./children/dyingThread.mjs', import.meta.url);
  const writer = await startWriter({ file: 'unused' }, (error) => void crashes.push(error), dying);
  const calls = await Promise.allSettled([writer.call('getMeta', 'x'), writer.call('getMeta', 'y')]);
  for (const call of calls) expect(call).toMatchObject({ reason: { code: 'store-down' } });
  await expect(writer.call('getMeta', 'x')).rejects.toMatchObject({ code: 'store-down' });
  expect(crashes.map(({ code }) => code)).toEqual(['store-down']);
  await writer.close();
});
