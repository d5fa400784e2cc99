import { afterAll, beforeAll, expect, it } from 'vitest';
import { conversationIn, fresh, LEASE_MS } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

it('renews all lanes of one owner and nobody else’s', async () => {
  const owner = `owner-${fresh()}`;
  const mine = [conversationIn(test.db), conversationIn(test.db)];
  const other = conversationIn(test.db);
  for (const talk of [...mine, other]) await talk.accept();
  for (const talk of mine) await talk.mustClaim(owner);
  await other.mustClaim('somebody-else');
  const now = other.now + LEASE_MS - 1;
  const report = await test.db.lanes.renewAll({ owner, leaseMs: LEASE_MS, now });
  expect(report.held.map(({ lane }) => lane.id).sort()).toEqual(mine.map(({ lane }) => lane.id).sort());
  for (const talk of [...mine, other]) talk.now += LEASE_MS;
  for (const talk of mine) expect(await talk.claim('thief')).toBeNull();
  await other.mustClaim('thief');
});

it('renews a lease that has run out unless somebody took the lane', async () => {
  const owner = `owner-${fresh()}`;
  const [kept, taken] = [conversationIn(test.db), conversationIn(test.db)];
  for (const talk of [kept, taken]) {
    await talk.accept();
    await talk.mustClaim(owner);
    talk.now += 2 * LEASE_MS;
  }
  await taken.mustClaim('thief');
  const report = await test.db.lanes.renewAll({ owner, leaseMs: LEASE_MS, now: kept.now });
  expect(report.held).toEqual([{ lane: kept.lane, token: 1, stopped: false, isVoid: false }]);
  expect(await kept.claim('thief')).toBeNull();
});

it('releases a lane to be claimed at once, once', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  const { token } = await talk.mustClaim('leaving');
  expect(await test.db.lanes.release({ lane: talk.lane, token: token + 1, now: talk.now })).toBe(false);
  expect(await test.db.lanes.release({ lane: talk.lane, token, now: talk.now })).toBe(true);
  expect(await test.db.lanes.release({ lane: talk.lane, token, now: talk.now })).toBe(false);
  expect(await test.db.lanes.renewAll({ owner: 'leaving', leaseMs: LEASE_MS, now: talk.now })).toEqual({ held: [] });
  expect(await talk.mustClaim('next')).toMatchObject({ turn, token: token + 1, attempt: 2 });
});

it('takes a lane back from a turn that broke off: closed for a while, and counted like an expiry', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  for (const expiries of [0, 1, 2]) {
    const claimed = await talk.mustClaim('breaking');
    expect(claimed).toMatchObject({ expiries, dead: false });
    const request = { lane: talk.lane, token: claimed.token, retryAt: talk.now + 500, now: talk.now };
    expect(await test.db.lanes.breakOff({ ...request, token: claimed.token + 1 })).toBe(false);
    expect(await test.db.lanes.breakOff(request)).toBe(true);
    expect(await test.db.lanes.breakOff(request)).toBe(false);
    expect(await talk.claim('too soon')).toBeNull();
    talk.now += 500;
  }
  expect(await talk.mustClaim('next')).toMatchObject({ expiries: 3, dead: true });
});

it('counts from one again when a turn broke off after a new step', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  for (let step = 0; step < 4; step += 1) {
    const { lane } = talk;
    const { token, turn, expiries } = await talk.mustClaim('breaking');
    expect(expiries).toBe(step === 0 ? 0 : 1);
    const data = { type: 'directive', why: 'test', text: 'go on' } as const;
    expect(await test.db.lanes.journal({ lane, token, turn, step, data, now: talk.now })).toBe(true);
    await test.db.lanes.breakOff({ lane, token, retryAt: talk.now, now: talk.now });
  }
});

it('keeps a paused lane closed, whatever arrives, until it is resumed', async () => {
  const talk = conversationIn(test.db);
  const one = await talk.accept();
  const { token, turn } = await talk.mustClaim('pauser');
  expect(await test.db.lanes.resume({ turn, now: talk.now })).toBe(false);
  expect(await test.db.lanes.pause({ lane: talk.lane, token, turn, reason: 'approval', now: talk.now })).toBe(true);
  expect(await test.db.lanes.turnById(turn)).toMatchObject({ state: 'paused' });
  await talk.accept();
  talk.now += 100 * LEASE_MS;
  expect(await talk.claim()).toBeNull();
  const due = await test.db.lanes.due({ now: talk.now, limit: 1000, kinds: ['main'] });
  expect(due.some((lane) => lane.id === talk.lane.id)).toBe(false);
  expect(await talk.finish({ token, turn })).toEqual({ ok: false, more: false });

  expect(await test.db.lanes.resume({ turn, now: talk.now })).toBe(true);
  expect(await test.db.lanes.turnById(turn)).toMatchObject({ state: 'queued' });
  expect(await test.db.lanes.resume({ turn, now: talk.now })).toBe(false);
  expect(await talk.mustClaim()).toMatchObject({ turn: one.turn, token: token + 1, attempt: 2 });
});
