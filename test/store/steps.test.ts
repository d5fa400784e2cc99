import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JournalStep } from '../../src/core/journal.js';
import type { ClaimedTurn } from '../../src/core/ports/laneStore.js';
import { type Conversation, conversationIn, LEASE_MS } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const steps: readonly JournalStep[] = [
  {
    type: 'model',
    text: 'let me look',
    toolCalls: [{ id: 'c1', name: 'get_time', arguments: '{}' }],
    usage: { inputTokens: 5, outputTokens: 3 },
    model: 'demo',
  },
  { type: 'toolStart', call: 'c1', name: 'get_time', arguments: '{}', mutating: false },
  { type: 'toolEnd', call: 'c1', name: 'get_time', result: 'noon', failed: false, counted: true },
];

function write(talk: Conversation, { token, turn }: Pick<ClaimedTurn, 'token' | 'turn'>, step: number) {
  const data = steps[step % steps.length];
  if (data === undefined) throw new Error('no such step');
  return test.db.lanes.journal({ lane: talk.lane, token, turn, step, data, now: talk.now });
}

it('keeps steps in order for the next owner', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  const first = await talk.mustClaim();
  for (const step of [0, 1, 2]) expect(await write(talk, first, step)).toBe(true);
  talk.now += LEASE_MS;
  expect((await talk.mustClaim('worker-2')).journal).toEqual(steps);
});

it('takes no step from an owner that was replaced, gave the lane back or finished', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  const first = await talk.mustClaim();
  talk.now += LEASE_MS;
  const second = await talk.mustClaim('worker-2');
  expect(await write(talk, first, 0)).toBe(false);
  expect(await write(talk, second, 0)).toBe(true);
  await test.db.lanes.release({ lane: talk.lane, token: second.token, now: talk.now });
  expect(await write(talk, second, 1)).toBe(false);
  const third = await talk.mustClaim();
  await talk.finish(third);
  expect(await write(talk, third, 1)).toBe(false);
});

it('takes a step after the lease has run out as long as nobody else has the lane', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  const claimed = await talk.mustClaim();
  talk.now += 10 * LEASE_MS;
  expect(await write(talk, claimed, 0)).toBe(true);
});

it('refuses a step out of order', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  const claimed = await talk.mustClaim();
  await write(talk, claimed, 0);
  await expect(write(talk, claimed, 0)).rejects.toMatchObject({ code: 'journal-order' });
  await expect(write(talk, claimed, 2)).rejects.toMatchObject({ code: 'journal-order' });
  expect(await write(talk, { token: claimed.token, turn: 'another' }, 1)).toBe(false);
});

it('takes queued messages of the same sender into the running turn and nobody else its place', async () => {
  const talk = conversationIn(test.db);
  const mine = await talk.accept({ user: 'ada' });
  const other = await talk.accept({ user: 'bob' });
  const more = await talk.accept({ user: 'ada' });
  const claimed = await talk.mustClaim();
  const { token, turn } = claimed;
  const taken = await test.db.lanes.takeMore({ lane: talk.lane, token, turn, now: talk.now });
  expect(taken.map((message) => [message.seq, message.turn])).toEqual([[more.seq, mine.turn]]);
  expect(await test.db.lanes.takeMore({ lane: talk.lane, token, turn, now: talk.now })).toEqual([]);
  expect(await test.db.lanes.turnById(more.turn)).toMatchObject({ turn: mine.turn });

  talk.now += LEASE_MS;
  const again = await talk.mustClaim('worker-2');
  expect(again.messages.map(({ seq }) => seq)).toEqual([mine.seq, more.seq]);
  expect(await test.db.lanes.takeMore({ lane: talk.lane, token, turn, now: talk.now })).toEqual([]);
  expect(await talk.finish(again)).toEqual({ ok: true, more: true });
  expect((await talk.mustClaim()).turn).toBe(other.turn);
});

it('takes nothing more into a turn that was asked to stop', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  const { token, turn } = await talk.mustClaim();
  await test.db.lanes.stopTurn({ turn, now: talk.now });
  await talk.accept();
  expect(await test.db.lanes.takeMore({ lane: talk.lane, token, turn, now: talk.now })).toEqual([]);
});
