import { afterAll, beforeAll, expect, it } from 'vitest';
import { conversationIn, LEASE_MS } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

it('finds lanes that wait, the oldest message first, by kind and up to the limit', async () => {
  const [a, b, control, running, done] = [
    conversationIn(test.db),
    conversationIn(test.db),
    conversationIn(test.db, 'ctl'),
    conversationIn(test.db),
    conversationIn(test.db),
  ];
  await done.accept();
  await running.accept();
  await b.accept();
  await control.accept();
  await a.accept();
  await b.accept();
  await running.mustClaim();
  await done.finish(await done.mustClaim());
  const { now } = a;
  expect(await test.db.lanes.due({ now, limit: 10, kinds: ['main', 'ctl'] })).toEqual([b.lane, control.lane, a.lane]);
  expect(await test.db.lanes.due({ now, limit: 10, kinds: ['ctl'] })).toEqual([control.lane]);
  expect(await test.db.lanes.due({ now, limit: 1, kinds: ['main'] })).toEqual([b.lane]);
  expect(await test.db.lanes.due({ now, limit: 10, kinds: ['bg'] })).toEqual([]);
  // The lease of a crashed worker ends: its lane is due again, and first, because its message is the oldest.
  expect(await test.db.lanes.due({ now: now + LEASE_MS, limit: 1, kinds: ['main'] })).toEqual([running.lane]);
});

it('lists turns newest first, of one lane or of all, without those that another turn took in', async () => {
  const [here, there] = [conversationIn(test.db), conversationIn(test.db)];
  const one = await here.accept();
  await here.accept();
  const other = await there.accept();
  await here.finish(await here.mustClaim('worker-1', 'collect'));
  const three = await here.accept();
  const ids = (records: readonly { turn: string }[]) => records.map((record) => record.turn);
  expect(ids(await test.db.lanes.turns({ lane: here.lane, limit: 10 }))).toEqual([three.turn, one.turn]);
  expect(ids(await test.db.lanes.turns({ limit: 3 }))).toEqual([three.turn, other.turn, one.turn]);
  expect(await test.db.lanes.turns({ lane: { id: 'unknown', kind: 'main' }, limit: 3 })).toEqual([]);
});

it('counts the work that stands in the store', async () => {
  const before = await test.db.stats();
  const talk = conversationIn(test.db);
  await talk.accept();
  const after = await test.db.stats();
  expect(after.unfinishedMessages).toBe(before.unfinishedMessages + 1);
  expect(after.operations).toBeGreaterThan(before.operations);
});
