import { afterEach, beforeEach, expect, it } from 'vitest';
import { conversationIn, LEASE_MS, messageIn } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

const DAY_MS = 24 * 3600 * 1000;

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

function count(table: string): unknown {
  return test.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
}

/** One finished turn with a step, a delivery, a call in flight, a rate and a transcript. */
async function finishOne(id?: string) {
  const talk = conversationIn(test.db, 'main', id);
  const { turn } = await talk.accept();
  const claimed = await talk.mustClaim();
  const step = { type: 'directive' as const, why: 'test', text: 'go on' };
  const { lane, now } = talk;
  await test.db.lanes.journal({ lane, token: claimed.token, turn, step: 0, data: step, now });
  await test.db.ledger.permit({
    lane,
    token: claimed.token,
    turn,
    chunk: '0',
    kind: 'send',
    rank: 'final',
    chat: lane.id,
    account: 'account',
    limits: [{ key: `${lane.id}/edits`, intervalMs: 100, burst: 1 }],
    payload: null,
    timeoutMs: 1000,
    now,
  });
  const transcript = [{ role: 'assistant' as const, content: 'kept', shown: null }];
  await talk.finish(claimed, 'done', { transcript });
  return talk;
}

it('deletes each kind of row after its time, and keeps transcripts and grants', async () => {
  const { now } = await finishOne();
  const person = { platform: 'telegram' as const, account: '42', user: 'ada' };
  await test.db.access.grant({ ...person, role: 'member', by: 'owner', now });
  await test.db.access.requestPairing({ ...person, name: 'Ada', code: 'ABC123', ttlMs: 1000, tellEveryMs: 1000, now });
  await test.db.audit.append({ kind: 'role', decision: 'allow', actor: 'owner', reason: 'granted', now });
  const nothing = {
    dedupe: 0,
    journal: 0,
    deliveries: 0,
    turns: 0,
    calls: 0,
    lanes: 0,
    pairings: 0,
    gates: 0,
    traces: 0,
    usage: 0,
    spending: 0,
    warnings: 0,
    overheard: 0,
    seen: 0,
    audit: 0,
    rates: 0,
    schedules: 0,
  };
  const run = (days: number) => test.db.retention.run(now + days * DAY_MS + 2000);

  expect(await run(0.5)).toEqual(nothing);
  expect(await run(1)).toEqual({ ...nothing, calls: 1, gates: 1 });
  expect(await run(6.9)).toEqual(nothing);
  expect(await run(7)).toEqual({ ...nothing, dedupe: 1, journal: 1, pairings: 1 });
  expect(await run(13.9)).toEqual(nothing);
  expect(await run(14)).toEqual({ ...nothing, turns: 1, lanes: 1 });
  expect(await run(29.9)).toEqual(nothing);
  expect(await run(30)).toEqual({ ...nothing, deliveries: 1 });
  expect(await run(89.9)).toEqual(nothing);
  expect(await run(90)).toEqual({ ...nothing, audit: 1 });
  expect(await run(1000)).toEqual(nothing);
  expect([count('turn'), count('inbox'), count('transcript'), count('access_grant')]).toEqual([0, 0, 1, 1]);
});

it('never touches unfinished work, however old', async () => {
  const [queued, running, paused] = [conversationIn(test.db), conversationIn(test.db), conversationIn(test.db)];
  await queued.accept();
  await running.accept();
  const { turn } = await paused.accept();
  const claimed = await running.mustClaim();
  const held = await paused.mustClaim();
  const step = { type: 'directive' as const, why: 'test', text: 'go on' };
  const { now } = paused;
  await test.db.lanes.journal({ lane: paused.lane, token: held.token, turn, step: 0, data: step, now });
  await test.db.ledger.permit({
    lane: paused.lane,
    token: held.token,
    turn,
    chunk: '0',
    kind: 'send',
    rank: 'approval',
    chat: 'chat',
    account: 'account',
    limits: [],
    payload: null,
    timeoutMs: 1000,
    now,
  });
  await test.db.lanes.pause({ lane: paused.lane, token: held.token, turn, reason: 'approval', now });

  const counts = await test.db.retention.run(now + 1000 * DAY_MS);
  expect(counts).toMatchObject({ dedupe: 0, journal: 0, deliveries: 0, turns: 0, lanes: 0 });
  await test.db.lanes.resume({ turn, now });
  expect(await paused.mustClaim()).toMatchObject({ turn, journal: [step], deliveries: [{ chunk: '0' }] });
  running.now += LEASE_MS;
  expect(await running.mustClaim()).toMatchObject({ turn: claimed.turn });
  await queued.mustClaim();
});

it('deletes more than one slice holds, with what other turns took in', async () => {
  const talk = conversationIn(test.db);
  await Promise.all(
    Array.from({ length: 250 }, (_, index) =>
      test.db.lanes.accept({ message: messageIn(talk.lane.id), kind: 'main', turn: `many-${index}`, now: talk.now }),
    ),
  );
  const claimed = await talk.mustClaim('worker-1', 'collect');
  expect(claimed.messages).toHaveLength(250);
  await talk.finish(claimed);
  for (let lane = 0; lane < 5; lane += 1) await finishOne(`extra-${lane}`);
  const counts = await test.db.retention.run(talk.now + 15 * DAY_MS);
  expect(counts).toMatchObject({ dedupe: 255, turns: 255, lanes: 6, journal: 5 });
  expect([count('inbox'), count('lane')]).toEqual([0, 0]);
});

it('keeps a lane that is still in use', async () => {
  const talk = await finishOne();
  const later = talk.now + 15 * DAY_MS;
  talk.now = later;
  const { turn } = await talk.accept();
  expect(await test.db.retention.run(later)).toMatchObject({ turns: 1, lanes: 0 });
  expect(await talk.mustClaim()).toMatchObject({ turn, token: 2 });
});

it('forgets what a channel has seen of messages after a week, unless it was put anew; nothing else that a channel remembers', async () => {
  const { channelMemory, retention } = test.db;
  const account = 'discord:1';
  const put = (key: string, now: number) => channelMemory.put({ account, key, value: 'x', now });
  for (let i = 0; i < 250; i += 1) await put(`seen:${i}`, 0);
  for (const key of ['seen:new', 'dm:1', 'alive', 'menu', 'seen', 'moved:seen:1']) await put(key, 0);
  await put('seen:new', 6 * DAY_MS);
  expect((await retention.run(7 * DAY_MS)).seen).toBe(0);
  expect((await retention.run(7 * DAY_MS + 1)).seen).toBe(250);
  const left = (await channelMemory.list(account, '')).map(({ key }) => key);
  expect(left).toEqual(['alive', 'dm:1', 'menu', 'moved:seen:1', 'seen', 'seen:new']);
});
