import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PermitRequest, PermitResult, SettleRequest } from '../../src/core/ports/ledger.js';
import { type Conversation, conversationIn, fresh, LEASE_MS } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

/** A claimed lane that speaks in a chat of an account. */
async function speaker(chat = `chat-${fresh()}`, account = `account-${fresh()}`) {
  const talk = conversationIn(test.db);
  await talk.accept();
  const { token, turn } = await talk.mustClaim();
  const ask = (rest: Partial<PermitRequest> = {}): Promise<PermitResult> =>
    test.db.ledger.permit({
      lane: talk.lane,
      token,
      turn,
      chunk: '0',
      kind: 'status',
      rank: 'edit',
      chat,
      account,
      limits: [],
      payload: null,
      timeoutMs: 1000,
      now: talk.now,
      ...rest,
    });
  const settle = (result: PermitResult, outcome: SettleRequest['outcome'] = 'edited') => {
    if (result.kind !== 'granted') throw new Error(`not granted but ${JSON.stringify(result)}`);
    return test.db.ledger.settle({
      call: result.call,
      chat,
      turn,
      chunk: '0',
      outcome,
      messageId: null,
      now: talk.now,
    });
  };
  return { talk, token, turn, chat, account, ask, settle };
}

/** Keeps a lane's lease alive while a test moves its time. */
async function move(talk: Conversation, ms: number) {
  talk.now += ms;
  await test.db.lanes.renewAll({ owner: 'worker-1', leaseMs: LEASE_MS, now: talk.now });
}

it('grants a call with its time limit', async () => {
  const { talk, ask } = await speaker();
  expect(await ask({ timeoutMs: 30_000 })).toEqual({
    kind: 'granted',
    call: expect.any(Number),
    callUntil: talk.now + 30_000,
  });
});

it('is lost with an old token, after the lease has run out, after a release, and for an unknown lane', async () => {
  const { talk, token, ask } = await speaker();
  expect(await ask({ token: token - 1 })).toEqual({ kind: 'lost' });
  expect(await ask({ token: token + 1 })).toEqual({ kind: 'lost' });
  expect(await ask({ now: talk.now + LEASE_MS })).toEqual({ kind: 'lost' });
  expect(await ask({ lane: { id: 'unknown', kind: 'main' } })).toEqual({ kind: 'lost' });
  expect(await ask({ lane: { ...talk.lane, kind: 'ctl' } })).toEqual({ kind: 'lost' });
  await test.db.lanes.release({ lane: talk.lane, token, now: talk.now });
  expect(await ask()).toEqual({ kind: 'lost' });
  const broken = await speaker();
  const { lane, now } = broken.talk;
  await test.db.lanes.breakOff({ lane, token: broken.token, retryAt: now + LEASE_MS, now });
  expect(await broken.ask()).toEqual({ kind: 'lost' });
});

it('lets one call of a chat be in flight, whichever lane it comes from', async () => {
  const first = await speaker();
  const second = await speaker(first.chat, first.account);
  const granted = await first.ask();
  expect(await second.ask()).toEqual({ kind: 'wait', ms: 50, why: 'inFlight', key: first.chat });
  expect(await first.ask()).toMatchObject({ kind: 'wait', why: 'inFlight' });
  await first.settle(granted);
  expect((await second.ask()).kind).toBe('granted');
});

it('forgets a call that overran its time', async () => {
  const { talk, ask } = await speaker();
  await ask({ timeoutMs: 1000 });
  expect(await ask({ now: talk.now + 990 })).toMatchObject({ kind: 'wait', ms: 10, why: 'inFlight' });
  expect((await ask({ now: talk.now + 1000 })).kind).toBe('granted');
});

it('waits for the gate of the chat and of the account, the later one', async () => {
  const { talk, chat, account, ask } = await speaker();
  await test.db.ledger.closeGate({ key: chat, until: talk.now + 700 });
  expect(await ask()).toEqual({ kind: 'wait', ms: 700, why: 'closed', key: chat });
  await test.db.ledger.closeGate({ key: account, until: talk.now + 900 });
  expect(await ask()).toEqual({ kind: 'wait', ms: 900, why: 'closed', key: account });
  await move(talk, 900);
  expect((await ask()).kind).toBe('granted');
});

it('waits for the gate of one kind of calls, and lets the others through', async () => {
  const { talk, ask } = await speaker();
  const limits = [{ key: `rate-${fresh()}`, intervalMs: 100, burst: 3 }];
  const key = limits[0]?.key ?? '';
  await test.db.ledger.closeGate({ key, until: talk.now + 700 });
  expect(await ask({ limits })).toEqual({ kind: 'wait', ms: 700, why: 'closed', key });
  expect((await ask()).kind).toBe('granted');
});

it('never opens a gate earlier than was said', async () => {
  const { talk, chat, ask } = await speaker();
  await test.db.ledger.closeGate({ key: chat, until: talk.now + 700 });
  await test.db.ledger.closeGate({ key: chat, until: talk.now + 100 });
  expect(await ask()).toMatchObject({ ms: 700, why: 'closed' });
});

it('lets a burst through and then one call per interval', async () => {
  const { talk, ask, settle } = await speaker();
  const limits = [{ key: `rate-${fresh()}`, intervalMs: 100, burst: 3 }];
  for (let call = 0; call < 3; call += 1) await settle(await ask({ limits }));
  expect(await ask({ limits })).toEqual({ kind: 'wait', ms: 100, why: 'rate', key: limits[0]?.key });
  await move(talk, 60);
  expect(await ask({ limits })).toMatchObject({ ms: 40, why: 'rate' });
  await move(talk, 40);
  await settle(await ask({ limits }));
  expect(await ask({ limits })).toMatchObject({ ms: 100, why: 'rate' });
  await move(talk, 1000);
  for (let call = 0; call < 3; call += 1) await settle(await ask({ limits }));
  expect(await ask({ limits })).toMatchObject({ ms: 100, why: 'rate' });
});

it('keeps a rate exact whose interval is a fraction of a millisecond', async () => {
  const { talk, ask, settle } = await speaker();
  const limits = [{ key: `rate-${fresh()}`, intervalMs: 1000 / 30, burst: 1 }];
  const end = talk.now + 1000;
  let granted = 0;
  while (talk.now < end) {
    const answer = await ask({ limits });
    if (answer.kind === 'granted') {
      granted += 1;
      await settle(answer);
    } else if (answer.kind === 'wait') {
      expect(answer.ms).toBeGreaterThan(0);
      await move(talk, answer.ms);
    }
  }
  expect(granted).toBe(30);
});

it('charges all rates or none', async () => {
  const { talk, ask, settle } = await speaker();
  const [wide, narrow] = [
    { key: `rate-${fresh()}`, intervalMs: 10, burst: 1 },
    { key: `rate-${fresh()}`, intervalMs: 100, burst: 1 },
  ];
  await settle(await ask({ limits: [wide, narrow] }));
  await move(talk, 10);
  expect(await ask({ limits: [wide, narrow] })).toEqual({ kind: 'wait', ms: 90, why: 'rate', key: narrow.key });
  // `wide` was not charged by the refusal.
  expect((await ask({ limits: [wide] })).kind).toBe('granted');
});

it('keeps the place of a refused final answer against less urgent calls, and only on the key that refused', async () => {
  const account = `account-${fresh()}`;
  const [first, second] = [await speaker(undefined, account), await speaker(undefined, account)];
  const limits = [{ key: account, intervalMs: 100, burst: 1 }];
  await second.settle(await second.ask({ limits }));
  expect(await first.ask({ limits, rank: 'final' })).toMatchObject({ ms: 100, why: 'rate' });
  for (const { talk } of [first, second]) await move(talk, 100);
  expect(await second.ask({ limits, rank: 'edit' })).toEqual({ kind: 'wait', ms: 500, why: 'reserved', key: account });
  expect(await second.ask({ limits, rank: 'first' })).toMatchObject({ why: 'reserved' });
  // Also one that no rate limits: the place is kept on the account itself.
  expect(await second.ask({ rank: 'typing' })).toMatchObject({ why: 'reserved', key: account });
  await first.settle(await first.ask({ limits, rank: 'final' }));
  await move(second.talk, 100);
  expect((await second.ask({ limits, rank: 'edit', now: second.talk.now })).kind).toBe('granted');
});

it('lets equally urgent calls compete', async () => {
  const account = `account-${fresh()}`;
  const [first, second] = [await speaker(undefined, account), await speaker(undefined, account)];
  const limits = [{ key: account, intervalMs: 100, burst: 1 }];
  await second.settle(await second.ask({ limits }));
  await first.ask({ limits, rank: 'final' });
  await move(second.talk, 100);
  expect((await second.ask({ limits, rank: 'final' })).kind).toBe('granted');
});

it('lets a place run out when its turn does not come back', async () => {
  const { talk, chat, ask, settle } = await speaker();
  const call = await ask();
  expect(await ask({ rank: 'final' })).toMatchObject({ why: 'inFlight' });
  await settle(call);
  expect(await ask({ rank: 'edit' })).toEqual({ kind: 'wait', ms: 550, why: 'reserved', key: chat });
  await move(talk, 549);
  expect(await ask({ rank: 'edit' })).toMatchObject({ ms: 1, why: 'reserved' });
  await move(talk, 1);
  expect((await ask({ rank: 'edit' })).kind).toBe('granted');
});

it('gives up only the place of the turn that was granted', async () => {
  const account = `account-${fresh()}`;
  const speakers = [await speaker(undefined, account), await speaker(undefined, account)];
  const [first, second] = speakers;
  const other = await speaker(undefined, account);
  if (first === undefined || second === undefined) throw new Error('two speakers');
  const limits = [{ key: account, intervalMs: 100, burst: 1 }];
  await other.settle(await other.ask({ limits }));
  await first.ask({ limits, rank: 'final' });
  await second.ask({ limits, rank: 'final' });
  for (const { talk } of [first, second, other]) await move(talk, 100);
  await first.settle(await first.ask({ limits, rank: 'final' }));
  for (const { talk } of [first, second, other]) await move(talk, 100);
  // The second final answer still waits: an edit must not slip in.
  expect(await other.ask({ limits, rank: 'edit' })).toMatchObject({ why: 'reserved' });
  expect((await second.ask({ limits, rank: 'final' })).kind).toBe('granted');
});

it.each(['notice', 'edit', 'typing'] as const)('keeps no place for a refused %s', async (rank) => {
  const { talk, ask, settle } = await speaker();
  const limits = [{ key: `rate-${fresh()}`, intervalMs: 100, burst: 1 }];
  await settle(await ask({ limits }));
  expect(await ask({ limits, rank })).toMatchObject({ why: 'rate' });
  await move(talk, 100);
  expect((await ask({ limits, rank: 'typing' })).kind).toBe('granted');
});

it('does not let a less urgent refusal take a more urgent place', async () => {
  const { talk, ask, settle } = await speaker();
  const limits = [{ key: `rate-${fresh()}`, intervalMs: 1000, burst: 1 }];
  await settle(await ask({ limits }));
  await ask({ limits, rank: 'final' });
  expect(await ask({ limits, rank: 'first' })).toMatchObject({ why: 'reserved' });
  await move(talk, 1000);
  expect(await ask({ limits, rank: 'approval' })).toMatchObject({ why: 'reserved' });
  await settle(await ask({ limits, rank: 'final' }));
});

it('keeps a final answer first in line for the chat, also when others are refused after it', async () => {
  const { ask, chat, settle } = await speaker();
  const call = await ask();
  expect(await ask({ rank: 'final' })).toMatchObject({ why: 'inFlight' });
  expect(await ask({ rank: 'first' })).toMatchObject({ why: 'inFlight' });
  await settle(call);
  expect(await ask({ rank: 'approval' })).toMatchObject({ why: 'reserved', key: chat });
  expect((await ask({ rank: 'final' })).kind).toBe('granted');
});
