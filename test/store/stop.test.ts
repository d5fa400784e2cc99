import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Conversation, conversationIn, LEASE_MS } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const EVERYTHING = Number.MAX_SAFE_INTEGER;

function stop(talk: Conversation, beforeSeq: number, all = false) {
  return test.db.lanes.stop({ lane: talk.lane, beforeSeq, all, now: talk.now });
}

it('stops the running turn and leaves the queued ones', async () => {
  const talk = conversationIn(test.db);
  const one = await talk.accept();
  const two = await talk.accept();
  const claimed = await talk.mustClaim('stopper');
  expect(await test.db.lanes.stopsOf('stopper')).toEqual([]);
  expect(await stop(talk, EVERYTHING)).toEqual({ turns: [one.turn], waiting: 1 });
  expect(await test.db.lanes.stopsOf('stopper')).toEqual([{ lane: talk.lane, isVoid: false }]);
  expect(await test.db.lanes.stopsOf('another')).toEqual([]);
  expect(await test.db.lanes.renewAll({ owner: 'stopper', leaseMs: LEASE_MS, now: talk.now })).toEqual({
    held: [{ lane: talk.lane, token: claimed.token, stopped: true, isVoid: false }],
  });
  // A second /stop before the first took effect means the same turn.
  expect(await stop(talk, EVERYTHING)).toEqual({ turns: [one.turn], waiting: 1 });
  await talk.finish(claimed, 'stopped');
  expect(await test.db.lanes.stopsOf('stopper')).toEqual([]);
  expect(await talk.mustClaim('stopper')).toMatchObject({ turn: two.turn, stopped: false });
});

it('reaches a turn that was not claimed yet', async () => {
  const talk = conversationIn(test.db);
  const one = await talk.accept();
  const two = await talk.accept();
  expect(await stop(talk, two.seq)).toEqual({ turns: [one.turn], waiting: 1 });
  const claimed = await talk.mustClaim('early');
  expect(claimed).toMatchObject({ turn: one.turn, stopped: true });
  expect(await test.db.lanes.stopsOf('early')).toEqual([{ lane: talk.lane, isVoid: false }]);
  await talk.finish(claimed, 'stopped');
  expect(await talk.mustClaim()).toMatchObject({ turn: two.turn, stopped: false });
});

it('never touches what was accepted after it', async () => {
  const talk = conversationIn(test.db);
  const one = await talk.accept();
  const late = await talk.accept();
  const claimed = await talk.mustClaim();
  await talk.finish(claimed);
  // The /stop came before `late`; the turn that it meant is over.
  expect(await stop(talk, one.seq + 1)).toEqual({ turns: [], waiting: 1 });
  expect(await stop(talk, late.seq, true)).toEqual({ turns: [], waiting: 1 });
  expect(await talk.mustClaim()).toMatchObject({ turn: late.turn, stopped: false });
});

it('stops everything before it with `all`, one turn after the other', async () => {
  const talk = conversationIn(test.db);
  const [one, two, three] = [await talk.accept(), await talk.accept({ user: 'bob' }), await talk.accept()];
  await talk.mustClaim('all');
  expect(await stop(talk, three.seq, true)).toEqual({ turns: [one.turn, two.turn], waiting: 1 });
  talk.now += LEASE_MS;
  for (const turn of [one.turn, two.turn]) {
    const claimed = await talk.mustClaim('all');
    expect(claimed).toMatchObject({ turn, stopped: true });
    await talk.finish(claimed, 'stopped');
  }
  expect(await talk.mustClaim('all')).toMatchObject({ turn: three.turn, stopped: false });
});

it('never collects what was stopped together with what was not', async () => {
  const talk = conversationIn(test.db);
  const [one, two] = [await talk.accept(), await talk.accept()];
  const late = await talk.accept();
  await stop(talk, late.seq, true);
  const stopped = await talk.mustClaim('worker-1', 'collect');
  expect(stopped).toMatchObject({ turn: one.turn, stopped: true });
  expect(stopped.messages.map(({ seq }) => seq)).toEqual([one.seq, two.seq]);
  await talk.finish(stopped, 'stopped');
  expect(await talk.mustClaim('worker-1', 'collect')).toMatchObject({ turn: late.turn, stopped: false });
});

it('gives a later message that the stopped turn had taken in a turn of its own again', async () => {
  const talk = conversationIn(test.db);
  const one = await talk.accept();
  const claimed = await talk.mustClaim();
  const stopSeq = (await conversationIn(test.db).accept()).seq;
  const late = await talk.accept();
  const { token, turn } = claimed;
  expect(await test.db.lanes.takeMore({ lane: talk.lane, token, turn, now: talk.now })).toHaveLength(1);
  expect(await stop(talk, stopSeq)).toEqual({ turns: [one.turn], waiting: 0 });
  expect(await talk.finish(claimed, 'stopped')).toEqual({ ok: true, more: true });
  expect(await test.db.lanes.turnById(late.turn)).toMatchObject({ turn: late.turn, state: 'queued' });
  const next = await talk.mustClaim();
  expect(next).toMatchObject({ turn: late.turn, stopped: false, attempt: 1 });
  expect(next.messages.map(({ seq }) => seq)).toEqual([late.seq]);
});

it('wakes a paused turn, to be ended as stopped', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  const { token } = await talk.mustClaim();
  await test.db.lanes.pause({ lane: talk.lane, token, turn, reason: 'approval', now: talk.now });
  expect(await talk.claim()).toBeNull();
  await stop(talk, EVERYTHING);
  expect(await talk.mustClaim()).toMatchObject({ turn, stopped: true, expiries: 0 });
});

it('does not pause a turn that was asked to stop in the meantime', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  const { token } = await talk.mustClaim();
  await stop(talk, EVERYTHING);
  expect(await test.db.lanes.pause({ lane: talk.lane, token, turn, reason: 'approval', now: talk.now })).toBe(true);
  expect(await talk.mustClaim()).toMatchObject({ turn, stopped: true });
});

it('stops one turn by its id, running or queued, or by the id of a message that it took in', async () => {
  const talk = conversationIn(test.db);
  const [one, two, three] = [await talk.accept(), await talk.accept(), await talk.accept({ user: 'bob' })];
  const claimed = await talk.mustClaim('by-id', 'collect');
  expect(await test.db.lanes.stopTurn({ turn: three.turn, now: talk.now })).toEqual(talk.lane);
  expect(await test.db.lanes.stopsOf('by-id')).toEqual([]);
  expect(await test.db.lanes.stopTurn({ turn: two.turn, now: talk.now })).toEqual(talk.lane);
  expect(await test.db.lanes.stopsOf('by-id')).toEqual([{ lane: talk.lane, isVoid: false }]);
  await talk.finish(claimed, 'stopped');
  expect(await test.db.lanes.stopTurn({ turn: one.turn, now: talk.now })).toBeNull();
  expect(await test.db.lanes.stopTurn({ turn: 'unknown', now: talk.now })).toBeNull();
  expect(await talk.mustClaim('by-id')).toMatchObject({ turn: three.turn, stopped: true });
});

it('has nothing to stop in an empty or unknown lane', async () => {
  expect(await stop(conversationIn(test.db), EVERYTHING, true)).toEqual({ turns: [], waiting: 0 });
});
