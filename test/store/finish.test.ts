import { afterAll, beforeAll, expect, it } from 'vitest';
import { conversationIn, fresh, LEASE_MS, messageIn } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

it('writes state, outcome, transcript and background jobs together', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  const claimed = await talk.mustClaim();
  const job = messageIn(talk.lane.id, { identity: `bg-${fresh()}` });
  talk.now += 50;
  const done = await talk.finish(claimed, 'done', {
    outcome: { text: 'noon', usage: { inputTokens: 1 } },
    transcript: [
      { role: 'user', content: 'what time is it', shown: '/time' },
      { role: 'assistant', content: 'noon', shown: null },
    ],
    background: [job],
  });
  expect(done).toEqual({ ok: true, more: false });
  expect(await test.db.lanes.turnById(turn)).toMatchObject({
    state: 'done',
    endedAt: talk.now,
    outcome: { text: 'noon', usage: { inputTokens: 1 } },
  });
  expect(await test.db.transcripts.history({ lane: talk.lane.id, limit: 10 })).toEqual([
    { no: 1, turn, role: 'user', content: 'what time is it', shown: '/time', at: talk.now },
    { no: 2, turn, role: 'assistant', content: 'noon', shown: null, at: talk.now },
  ]);
  const background = await conversationIn(test.db, 'bg', talk.lane.id).mustClaim();
  expect(background).toMatchObject({ turn: `${turn}.bg1`, messages: [{ message: { identity: job.identity } }] });
});

it('leaves everything as it is when a newer owner has the lane', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  const first = await talk.mustClaim();
  talk.now += LEASE_MS;
  const second = await talk.mustClaim('worker-2');
  const late = await talk.finish(first, 'done', {
    transcript: [{ role: 'assistant', content: 'twice', shown: null }],
    background: [messageIn(talk.lane.id)],
  });
  expect(late).toEqual({ ok: false, more: false });
  expect(await test.db.lanes.turnById(turn)).toMatchObject({ state: 'running', attempt: 2 });
  expect(await test.db.transcripts.history({ lane: talk.lane.id, limit: 10 })).toEqual([]);
  expect(await conversationIn(test.db, 'bg', talk.lane.id).claim()).toBeNull();
  expect(await talk.finish(second, 'failed')).toEqual({ ok: true, more: false });
  expect(await talk.finish(second, 'failed')).toEqual({ ok: false, more: false });
});

it('finishes after the lease has run out as long as nobody else has the lane', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  const claimed = await talk.mustClaim();
  talk.now += 10 * LEASE_MS;
  expect(await talk.finish(claimed)).toEqual({ ok: true, more: false });
});

it('refuses another turn under the right token', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  const claimed = await talk.mustClaim();
  expect(await talk.finish({ ...claimed, turn: 'another' })).toEqual({ ok: false, more: false });
});

it('sees a message that arrived while the turn ran', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  const claimed = await talk.mustClaim();
  const [{ turn }, done] = await Promise.all([talk.accept(), talk.finish(claimed)]);
  expect(done).toEqual({ ok: true, more: true });
  expect((await talk.mustClaim()).turn).toBe(turn);
});

it('stores a background job once, also when it is asked for again', async () => {
  const talk = conversationIn(test.db);
  const job = messageIn(talk.lane.id, { identity: `bg-${fresh()}` });
  for (let round = 0; round < 2; round += 1) {
    await talk.accept();
    await talk.finish(await talk.mustClaim(), 'done', { background: [job] });
  }
  const background = conversationIn(test.db, 'bg', talk.lane.id);
  expect(await background.finish(await background.mustClaim())).toEqual({ ok: true, more: false });
});

it('lets a background turn queue further work on its own lane', async () => {
  const background = conversationIn(test.db, 'bg');
  await background.accept();
  const done = await background.finish(await background.mustClaim(), 'done', {
    background: [messageIn(background.lane.id)],
  });
  expect(done).toEqual({ ok: true, more: true });
  await background.mustClaim();
});

it.each(['done', 'failed', 'stopped', 'dead'] as const)('lists a turn that ended as %s', async (end) => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  await talk.finish(await talk.mustClaim(), end);
  expect(await test.db.lanes.turnById(turn)).toMatchObject({ state: end, outcome: { end } });
  const dead = await test.db.lanes.deadTurns(10);
  expect(dead.some((record) => record.turn === turn)).toBe(end === 'dead');
});
