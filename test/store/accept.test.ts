import { afterAll, beforeAll, expect, it } from 'vitest';
import { conversationIn, fresh, messageIn } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

it('stores messages in arrival order and says how many are ahead', async () => {
  const { lanes } = test.db;
  const lane = `lane-${fresh()}`;
  const first = await lanes.accept({ message: messageIn(lane), kind: 'main', turn: 'order-1', now: 1 });
  const second = await lanes.accept({ message: messageIn(lane), kind: 'main', turn: 'order-2', now: 2 });
  expect(first).toMatchObject({ outcome: 'stored', turn: 'order-1', queued: 0 });
  expect(second).toMatchObject({ outcome: 'stored', turn: 'order-2', queued: 1 });
  expect(second.seq).toBeGreaterThan(first.seq);
  expect(await lanes.queuedBefore({ lane: { id: lane, kind: 'main' }, seq: second.seq })).toBe(1);
});

it('counts only the same kind of lane as ahead', async () => {
  const { lanes } = test.db;
  const lane = `lane-${fresh()}`;
  await lanes.accept({ message: messageIn(lane), kind: 'main', turn: `turn-${fresh()}`, now: 1 });
  const control = await lanes.accept({ message: messageIn(lane), kind: 'ctl', turn: `turn-${fresh()}`, now: 1 });
  expect(control).toMatchObject({ outcome: 'stored', queued: 0 });
});

it('answers a duplicate with the first message, by identity or by alias, in either direction', async () => {
  const { lanes } = test.db;
  const lane = `lane-${fresh()}`;
  const [a, b, c] = [`id-${fresh()}`, `id-${fresh()}`, `id-${fresh()}`];
  const stored = await lanes.accept({
    message: messageIn(lane, { identity: a, aliases: [b] }),
    kind: 'main',
    turn: 'first',
    now: 1,
  });
  const again = (identity: string, aliases: string[] = []) =>
    lanes.accept({
      message: messageIn(lane, { identity, aliases }),
      kind: 'main',
      turn: `turn-${fresh()}`,
      now: 2,
    });
  const expected = { outcome: 'duplicate', seq: stored.seq, turn: 'first' };
  expect(await again(a)).toEqual(expected);
  expect(await again(b)).toEqual(expected);
  expect(await again(`id-${fresh()}`, [a])).toEqual(expected);
  expect(await again(b, [c])).toEqual(expected);
  // c was learned from the duplicate before.
  expect(await again(c)).toEqual(expected);
  expect(await lanes.queuedBefore({ lane: { id: lane, kind: 'main' }, seq: Number.MAX_SAFE_INTEGER })).toBe(1);
});

it('keeps identities of different accounts apart', async () => {
  const { lanes } = test.db;
  const identity = `id-${fresh()}`;
  const lane = `lane-${fresh()}`;
  const message = messageIn(lane, { identity });
  const other = { ...message, address: { ...message.address, account: '43' } };
  await lanes.accept({ message, kind: 'main', turn: `turn-${fresh()}`, now: 1 });
  expect(await lanes.accept({ message: other, kind: 'main', turn: `turn-${fresh()}`, now: 1 })).toMatchObject({
    outcome: 'stored',
  });
});

it('answers a duplicate with the turn that took the message in', async () => {
  const talk = conversationIn(test.db);
  const identity = `id-${fresh()}`;
  const first = await talk.accept();
  const second = await talk.accept({ identity });
  const claimed = await talk.mustClaim('worker-1', 'collect');
  expect(claimed.messages).toHaveLength(2);
  const again = await talk.accept({ identity });
  expect(again).toEqual({ seq: second.seq, turn: first.turn });
});

it('shows the turn as queued right after accept', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept({ user: 'grace/1' });
  expect(await test.db.lanes.turnById(turn)).toEqual({
    turn,
    lane: talk.lane,
    state: 'queued',
    attempt: 0,
    acceptedAt: talk.now,
    startedAt: null,
    endedAt: null,
    sender: 'telegram:42:grace%2F1',
    outcome: null,
  });
  expect(await test.db.lanes.turnById('never-heard-of')).toBeNull();
});

it('gives messages back exactly as they came, whatever their text', async () => {
  const talk = conversationIn(test.db);
  const text = 'line\u0000one\u2028 \ud83d\udc1d "quoted" \\ \ud800 lone';
  await talk.accept({ parts: [{ type: 'text', text }], replyTo: 'before', persona: 'coder' });
  const claimed = await talk.mustClaim();
  expect(claimed.messages[0].message).toMatchObject({
    parts: [{ type: 'text', text }],
    replyTo: 'before',
    persona: 'coder',
  });
});

it('refuses a second message under the id of a turn that exists', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  await expect(talk.accept({ turn })).rejects.toMatchObject({ name: 'WaggleError', code: 'store-constraint' });
  expect(await test.db.lanes.queuedBefore({ lane: talk.lane, seq: Number.MAX_SAFE_INTEGER })).toBe(1);
});
