import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.js';
import type { Egress, Sent } from '../../src/core/ports/egress.js';
import type { Ledger, PermitResult } from '../../src/core/ports/ledger.js';
import { createGovernor, type OutboundCall } from '../../src/reply/governor.js';
import { conversationIn, fresh } from '../store/conversation.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const unlimited: Pick<Egress, 'limitsFor'> = { limitsFor: () => [] };

/** A claimed lane that speaks in a chat. */
async function speakerIn(chat: string) {
  const talk = conversationIn(test.db);
  talk.now = test.clock.now();
  await talk.accept();
  const { token, turn } = await talk.mustClaim();
  const call: OutboundCall = {
    speaker: { lane: talk.lane, token, turn },
    address: { platform: 'telegram', account: '42', chat, kind: 'dm' },
    chunk: '0',
    kind: 'send',
    rank: 'first',
    payload: null,
  };
  return { call, lane: talk.lane, token, turn };
}

const flood = (scope: 'chat' | 'account'): Sent => ({ ok: false, kind: 'wait', ms: 5_000, scope });

it.each(['chat', 'account'] as const)(
  'lets nobody speak between a 429 and the closing of the gate of the %s',
  async (scope) => {
    const chat = `chat-${fresh()}`;
    const [first, second] = [await speakerIn(chat), await speakerIn(chat)];
    const meanwhile: PermitResult[] = [];
    const ask = async () => {
      const { lane, token, turn } = second;
      const keys = { chat: `telegram:42/chat/${chat}`, account: 'telegram:42' };
      const request = {
        lane,
        token,
        turn,
        chunk: '0',
        kind: 'send',
        rank: 'final',
        limits: [],
        payload: null,
      } as const;
      meanwhile.push(await test.db.ledger.permit({ ...request, ...keys, timeoutMs: 1_000, now: test.clock.now() }));
    };
    const ledger: Ledger = {
      ...test.db.ledger,
      settle: async (request) => {
        await ask();
        await test.db.ledger.settle(request);
        await ask();
      },
      closeGate: async (request) => {
        await ask();
        await test.db.ledger.closeGate(request);
        await ask();
      },
    };
    const governor = createGovernor({ ledger, clock: test.clock, log: silentLog });
    const result = await governor.attempt(first.call, unlimited, async () => flood(scope));
    expect(result).toMatchObject({ kind: 'done', sent: { kind: 'wait', ms: 5_000 } });
    expect(meanwhile.map(({ kind }) => kind)).toEqual(['wait', 'wait', 'wait', 'wait']);
    expect(await governor.attempt(second.call, unlimited, async () => flood(scope))).toEqual({
      kind: 'wait',
      ms: 5_000,
    });
    await test.clock.advance(6_000);
  },
);

it('a 429 of one method closes that method for all chats, and nothing else', async () => {
  const governor = createGovernor({ ledger: test.db.ledger, clock: test.clock, log: silentLog });
  const [first, second] = await Promise.all([speakerIn(`chat-${fresh()}`), speakerIn(`chat-${fresh()}`)]);
  const limits = [{ key: `updates-${fresh()}`, intervalMs: 10, burst: 9 }];
  const method = { limitsFor: () => limits };
  const refused = async (): Promise<Sent> => ({ ok: false, kind: 'wait', ms: 5_000, scope: 'limit' });
  expect(await governor.attempt(first.call, method, refused)).toMatchObject({ kind: 'done' });
  expect(await governor.attempt(second.call, method, refused)).toMatchObject({ kind: 'wait' });
  const sent = async (): Promise<Sent> => ({ ok: true, id: '1' });
  expect(await governor.attempt(second.call, unlimited, sent)).toMatchObject({ kind: 'done', sent: { ok: true } });
  await test.clock.advance(6_000);
});

it('ends a call that lasts too long, and takes a send for lost and an edit for failed', async () => {
  const governor = createGovernor({ ledger: test.db.ledger, clock: test.clock, log: silentLog });
  for (const [kind, outcome] of [
    ['send', 'unknown'],
    ['edit', 'retry'],
  ] as const) {
    const { call } = await speakerIn(`chat-${fresh()}`);
    const attempt = governor.attempt(
      { ...call, kind },
      unlimited,
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    let isOver = false;
    void attempt.then(() => {
      isOver = true;
    });
    for (let second = 0; !isOver && second < 40; second += 1) {
      await test.db.stats();
      await test.clock.advance(1_000);
    }
    expect(await attempt).toMatchObject({ kind: 'done', sent: { ok: false, kind: outcome } });
  }
});

it('lines up the chats that wait for a rate of one kind of calls, the more urgent first', async () => {
  const governor = createGovernor({ ledger: test.db.ledger, clock: test.clock, log: silentLog });
  const [first, second, third, fourth, urgent] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => speakerIn(`chat-${fresh()}`)),
  );
  const posts: Pick<Egress, 'limitsFor'> = {
    limitsFor: () => [{ key: 'telegram:42/posts', intervalMs: 4_000, burst: 1 }],
  };
  const ask = (speaker: typeof first, rank: OutboundCall['rank']) => {
    if (speaker === undefined) throw new Error('no speaker');
    return governor.attempt({ ...speaker.call, rank }, posts, async () => ({ ok: true, id: '1' }));
  };
  expect(await ask(first, 'edit')).toMatchObject({ kind: 'done' });
  expect(await ask(second, 'edit')).toEqual({ kind: 'wait', ms: 4_000 });
  expect(await ask(urgent, 'final')).toEqual({ kind: 'wait', ms: 4_000 });
  // Half a second more: the store lets the urgent one that waits go before.
  expect(await ask(third, 'edit')).toEqual({ kind: 'wait', ms: 12_500 });
  // A place that would be further away is asked for again.
  expect(await ask(fourth, 'edit')).toEqual({ kind: 'wait', ms: 15_000 });
  // Whoever asks again leaves the place that it had.
  expect(await ask(second, 'final')).toEqual({ kind: 'wait', ms: 8_000 });
  expect(await ask(third, 'first')).toEqual({ kind: 'wait', ms: 12_500 });
});

it('serves whoever waits longest before those that come later, although a newcomer is quicker now and then', async () => {
  const governor = createGovernor({ ledger: test.db.ledger, clock: test.clock, log: silentLog });
  const posts: Pick<Egress, 'limitsFor'> = {
    limitsFor: () => [{ key: `telegram:42/posts-${fresh()}`, intervalMs: 1_000, burst: 1 }],
  };
  const [limit] = posts.limitsFor((await speakerIn('any')).call.address, 'send', 'first');
  if (limit === undefined) throw new Error('no limit');
  const fixed: Pick<Egress, 'limitsFor'> = { limitsFor: () => [limit] };
  const ask = (speaker: Awaited<ReturnType<typeof speakerIn>>) =>
    governor.attempt({ ...speaker.call, rank: 'final' }, fixed, async () => ({ ok: true, id: '1' }));
  const newcomer = async () => ask(await speakerIn(`chat-${fresh()}`));
  const patient = await speakerIn(`chat-${fresh()}`);
  expect(await newcomer()).toMatchObject({ kind: 'done' });
  expect(await ask(patient)).toEqual({ kind: 'wait', ms: 1_000 });
  for (let round = 0; round < 3; round += 1) expect((await newcomer()).kind).toBe('wait');
  await test.clock.advance(1_000);
  expect(await newcomer()).toMatchObject({ kind: 'done' });
  // Not behind the three that came later.
  expect(await ask(patient)).toEqual({ kind: 'wait', ms: 1_000 });
});
