import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalStep } from '../../src/core/journal.js';
import { laneIdOf } from '../../src/core/lane.js';
import type { InboundMessage } from '../../src/core/message.js';
import { textOf } from '../../src/core/message.js';
import { chatKey, chatKeyOfLane } from '../../src/core/ports/egress.js';
import { type Conversation, conversationIn, fresh, LEASE_MS, messageIn } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

type Fields = Partial<InboundMessage> & { user?: string };

function edit(talk: Conversation, original: string, text: string, fields: Fields & { alone?: boolean } = {}) {
  const { alone = false, ...rest } = fields;
  const message = messageIn(talk.lane.id, {
    identity: `edit-${fresh()}`,
    edits: original,
    parts: [{ type: 'text', text }],
    sentAt: 2,
    ...rest,
  });
  return test.db.lanes.edit({ message, alone, now: talk.now });
}

/** A lane with one accepted message, and its identity. */
async function begin(fields: Fields = {}) {
  const talk = conversationIn(test.db);
  const identity = `original-${fresh()}`;
  const { turn } = await talk.accept({ identity, ...fields });
  return { talk, identity, turn };
}

const texts = (claimed: { messages: readonly { message: InboundMessage }[] }) =>
  claimed.messages.map(({ message }) => textOf(message));

const historyOf = (talk: Conversation) => test.db.transcripts.history({ lane: talk.lane.id, limit: 10 });

const exchange = (question: string, answer: string) => [
  { role: 'user' as const, content: question, shown: null },
  { role: 'assistant' as const, content: answer, shown: null },
];

describe('an edit of a message that waits', () => {
  it('replaces its words and nothing else', async () => {
    const { talk, identity, turn } = await begin({ aliases: ['another name'], sentAt: 1 });
    expect(await edit(talk, identity, 'better')).toEqual({ outcome: 'replaced', turn, lane: talk.lane });
    const claimed = await talk.mustClaim();
    expect(claimed).toMatchObject({ turn, attempt: 1 });
    expect(claimed.messages[0].message).toMatchObject({
      identity,
      aliases: ['another name'],
      parts: [{ type: 'text', text: 'better' }],
      sentAt: 2,
    });
    expect(claimed.messages[0].message.edits).toBeUndefined();
  });

  it('keeps the other pictures of an album', async () => {
    const file = (name: string) => ({ type: 'file', ref: name, mime: 'image/png', bytes: 1, name }) as const;
    const { talk, identity } = await begin({ parts: [{ type: 'text', text: 'look' }, file('a'), file('b')] });
    await edit(talk, identity, 'unused', { parts: [{ type: 'text', text: 'look here' }, file('a')] });
    const claimed = await talk.mustClaim();
    expect(claimed.messages[0].message.parts).toEqual([{ type: 'text', text: 'look here' }, file('a'), file('b')]);
  });

  it('holds also for one that is not the last, and by any name of the message', async () => {
    const { talk, turn } = await begin({ aliases: ['by alias'] });
    await talk.accept();
    expect(await edit(talk, 'by alias', 'first, edited')).toMatchObject({ outcome: 'replaced', turn });
    expect(texts(await talk.mustClaim())).toEqual(['first, edited']);
  });
});

describe('an edit while the turn runs', () => {
  it('makes the attempt void, and the next claim begins the same turn anew', async () => {
    const { talk, identity, turn } = await begin();
    const first = await talk.mustClaim();
    const step = { type: 'toolEnd', call: 'c', name: 'n', result: 'r', failed: false, counted: true } as const;
    await test.db.lanes.journal({ lane: talk.lane, token: first.token, turn, step: 0, data: step, now: talk.now });
    talk.now += 10;
    expect(await edit(talk, identity, 'better')).toEqual({ outcome: 'rerun', turn, lane: talk.lane });
    expect(await test.db.lanes.stopsOf('worker-1')).toContainEqual({ lane: talk.lane, isVoid: true });
    const more = await test.db.lanes.takeMore({ lane: talk.lane, token: first.token, turn, now: talk.now });
    expect(more).toEqual([]);
    await test.db.lanes.release({ lane: talk.lane, token: first.token, now: talk.now });

    const second = await talk.mustClaim();
    expect(second).toMatchObject({ turn, attempt: 2, journal: [], stopped: false, expiries: 0, startedAt: talk.now });
    expect(second.messages[0].acceptedAt).toBe(talk.now);
    expect(texts(second)).toEqual(['better']);
    await talk.finish(second, 'done', { transcript: exchange('better', 'good') });
    expect((await historyOf(talk)).map(({ content }) => content)).toEqual(['better', 'good']);
  });

  it('keeps of the void attempts what they changed, as the first step of the next one', async () => {
    const { talk, identity, turn } = await begin();
    const write = async (claimed: { token: number }, steps: readonly JournalStep[], from: number) => {
      for (const [i, data] of steps.entries()) {
        const request = { lane: talk.lane, token: claimed.token, turn, step: from + i, data, now: talk.now };
        expect(await test.db.lanes.journal(request)).toBe(true);
      }
    };
    const start = (call: string, mutating: boolean, args = '{}'): JournalStep => ({
      type: 'toolStart',
      call,
      name: `tool_${call}`,
      arguments: args,
      mutating,
    });
    const end = (call: string, result: string, failed = false): JournalStep => ({
      type: 'toolEnd',
      call,
      name: `tool_${call}`,
      result,
      failed,
      counted: true,
    });
    const first = await talk.mustClaim();
    const inner = { type: 'toolStart', call: 'a', name: 'tool_a', arguments: '{"deep":1}', mutating: true } as const;
    await write(
      first,
      [
        start('a', true, JSON.stringify({ content: 'x'.repeat(300) })),
        end('a', 'saved'),
        start('b', false),
        end('b', 'read'),
        start('c', true),
        end('c', 'no room', true),
        { type: 'agent', run: 'c', step: inner },
        start('d', true),
      ],
      0,
    );
    await edit(talk, identity, 'better');
    await test.db.lanes.release({ lane: talk.lane, token: first.token, now: talk.now });

    const second = await talk.mustClaim();
    const kept = [
      { name: 'tool_a', outcome: 'ok', result: 'saved' },
      { name: 'tool_c', outcome: 'failed', result: 'no room' },
      { name: 'tool_a', arguments: '{"deep":1}', outcome: 'unknown', result: '' },
      { name: 'tool_d', outcome: 'unknown', result: '' },
    ];
    expect(second.journal).toMatchObject([{ type: 'voided', calls: kept, left: 0 }]);
    expect(JSON.stringify(second.journal).length).toBeLessThan(700);

    const many = Array.from({ length: 45 }, (_, i) => [start(`m${i}`, true), end(`m${i}`, 'ok')]).flat();
    await write(second, many, 1);
    await talk.finish(second);
    await edit(talk, identity, 'better still', { sentAt: 3 });
    const third = await talk.mustClaim();
    expect(third.journal).toMatchObject([{ type: 'voided', left: 9 }]);
    const [step] = third.journal;
    expect(step?.type === 'voided' && step.calls.map(({ name }) => name)).toEqual(
      Array.from({ length: 40 }, (_, i) => `tool_m${i + 5}`),
    );
    await write(third, [start('again', true)], 1);
  });

  it('wins over an end that comes just then: nothing of the old exchange is kept', async () => {
    const { talk, identity, turn } = await begin();
    const first = await talk.mustClaim();
    await edit(talk, identity, 'better');
    const background = [messageIn(talk.lane.id)];
    const ended = await talk.finish(first, 'done', { transcript: exchange('hello', 'old'), background });
    expect(ended).toEqual({ ok: true, more: true });
    expect(await historyOf(talk)).toEqual([]);
    expect(await test.db.lanes.turnById(turn)).toMatchObject({ state: 'running', endedAt: null });
    expect(await conversationIn(test.db, 'bg', talk.lane.id).claim()).toBeNull();
    expect(texts(await talk.mustClaim())).toEqual(['better']);
  });

  it('is not lost with a worker that dies: the takeover runs the new text', async () => {
    const { talk, identity, turn } = await begin();
    await talk.mustClaim();
    await edit(talk, identity, 'better');
    expect(await talk.claim()).toBeNull();
    talk.now += LEASE_MS;
    const second = await talk.mustClaim('worker-2');
    expect(second).toMatchObject({ turn, attempt: 2, expiries: 0 });
    expect(texts(second)).toEqual(['better']);
  });

  it('takes along what the turn had taken in, in order', async () => {
    const { talk, turn } = await begin({ parts: [{ type: 'text', text: 'one' }] });
    const last = `original-${fresh()}`;
    await talk.accept({ identity: last, parts: [{ type: 'text', text: 'two' }] });
    const first = await talk.mustClaim('worker-1', 'collect');
    expect(texts(first)).toEqual(['one', 'two']);
    await edit(talk, last, 'two, edited');
    await test.db.lanes.release({ lane: talk.lane, token: first.token, now: talk.now });
    const second = await talk.mustClaim('worker-1', 'collect');
    expect(second.turn).toBe(turn);
    expect(texts(second)).toEqual(['one', 'two, edited']);
  });

  it('resumes a paused turn with the new text', async () => {
    const { talk, identity, turn } = await begin();
    const { token } = await talk.mustClaim();
    await test.db.lanes.pause({ lane: talk.lane, token, turn, reason: 'approval', now: talk.now });
    expect(await talk.claim()).toBeNull();
    await edit(talk, identity, 'better');
    expect(texts(await talk.mustClaim())).toEqual(['better']);
  });

  it('outlives a stop before it, and ends by a stop after it', async () => {
    const { talk, identity, turn } = await begin();
    const first = await talk.mustClaim();
    await test.db.lanes.stopTurn({ turn, now: talk.now });
    await edit(talk, identity, 'better');
    await talk.finish(first, 'stopped');
    const second = await talk.mustClaim();
    expect(second.stopped).toBe(false);
    await edit(talk, identity, 'best', { sentAt: 3 });
    await test.db.lanes.stopTurn({ turn, now: talk.now });
    await test.db.lanes.release({ lane: talk.lane, token: second.token, now: talk.now });
    expect(await talk.mustClaim()).toMatchObject({ turn, stopped: true, withdrawn: false });
  });
});

describe('an edit after the turn', () => {
  it('runs it again within two minutes, with its messages in the chat and without its old words', async () => {
    const { talk, identity, turn } = await begin();
    const first = await talk.mustClaim();
    const place = { lane: talk.lane, token: first.token, turn, chunk: '0', chat: `chat-${talk.lane.id}` };
    const call = { account: 'telegram:42', limits: [], payload: 'old', timeoutMs: 1_000, rank: 'first' } as const;
    const permit = await test.db.ledger.permit({ ...place, ...call, kind: 'send', now: talk.now });
    if (permit.kind !== 'granted') throw new Error(permit.kind);
    await test.db.ledger.settle({ ...place, call: permit.call, outcome: 'sent', messageId: 'm1', now: talk.now });
    await talk.finish(first, 'done', { transcript: exchange('hello', 'old') });
    talk.now += 120_000;
    expect(await edit(talk, identity, 'better')).toMatchObject({ outcome: 'rerun', turn });
    expect(await historyOf(talk)).toEqual([]);
    expect(await test.db.lanes.due({ now: talk.now, limit: 100, kinds: ['main'] })).toContainEqual(talk.lane);
    const second = await talk.mustClaim();
    expect(second).toMatchObject({ turn, attempt: 2, journal: [], startedAt: talk.now });
    expect(second.deliveries).toMatchObject([{ chunk: '0', state: 'sent', messageId: 'm1' }]);
    await talk.finish(second, 'done', { transcript: exchange('better', 'new') });
    expect((await historyOf(talk)).map(({ content }) => content)).toEqual(['better', 'new']);
    // And once more: the two minutes count from the end of the newest run.
    talk.now += 119_000;
    expect(await edit(talk, identity, 'best', { sentAt: 3 })).toMatchObject({ outcome: 'rerun', turn });
  });

  it('waits behind the running turn of another, and comes before what was written later', async () => {
    const { talk, identity, turn } = await begin();
    await talk.finish(await talk.mustClaim());
    const bob = await talk.accept({ user: 'bob' });
    const carol = await talk.accept({ user: 'carol' });
    const running = await talk.mustClaim();
    expect(running.turn).toBe(bob.turn);
    expect(await edit(talk, identity, 'better')).toMatchObject({ outcome: 'rerun', turn });
    expect(await talk.finish(running)).toEqual({ ok: true, more: true });
    expect((await talk.mustClaim()).turn).toBe(turn);
    expect(await test.db.lanes.queuedBefore({ lane: talk.lane, seq: carol.seq })).toBe(1);
  });

  it.each([
    [
      'three minutes later',
      async (talk: Conversation) => {
        talk.now += 180_000;
      },
    ],
    [
      'after another message of the sender',
      async (talk: Conversation) => {
        await talk.accept();
      },
    ],
  ])('does nothing %s', async (_, happens) => {
    const { talk, identity, turn } = await begin();
    await talk.finish(await talk.mustClaim());
    await happens(talk);
    expect(await edit(talk, identity, 'better')).toEqual({ outcome: 'nothing' });
    expect(await test.db.lanes.turnById(turn)).toMatchObject({ state: 'done' });
  });
});

describe('what is no edit', () => {
  it('comes twice', async () => {
    const { talk, identity, turn } = await begin();
    await talk.finish(await talk.mustClaim());
    const again = `edit-${fresh()}`;
    expect(await edit(talk, identity, 'better', { identity: again })).toMatchObject({ outcome: 'rerun' });
    await talk.finish(await talk.mustClaim());
    expect(await edit(talk, identity, 'better', { identity: again })).toEqual({ outcome: 'duplicate', turn });
    expect(await talk.claim()).toBeNull();
  });

  it.each<[string, Fields]>([
    ['says the same', { parts: [{ type: 'text', text: ' hello ' }] }],
    ['is older than the text that stands there', { sentAt: 0 }],
    ['is by somebody else', { user: 'mallory' }],
    ['comes from another account', { address: { platform: 'telegram', account: '43', chat: 'x', kind: 'dm' } }],
  ])('%s', async (_, fields) => {
    const { talk, identity } = await begin();
    await talk.mustClaim();
    expect(await edit(talk, identity, 'better', fields)).toEqual({ outcome: 'nothing' });
    expect(await test.db.lanes.stopsOf('worker-1')).not.toContainEqual({ lane: talk.lane, isVoid: true });
  });

  it('is of a message that was never taken, or of a command that ran', async () => {
    const { talk } = await begin();
    expect(await edit(talk, 'never seen', 'better')).toEqual({ outcome: 'nothing' });
    const other = conversationIn(test.db);
    const command = messageIn(other.lane.id);
    await test.db.lanes.accept({ message: command, kind: 'main', turn: 'a command', alone: true, now: other.now });
    await other.finish(await other.mustClaim());
    expect(await edit(other, command.identity, '/other')).toEqual({ outcome: 'nothing' });
    const control = conversationIn(test.db, 'ctl');
    const instant = `original-${fresh()}`;
    await control.accept({ identity: instant });
    expect(await edit(control, instant, '/other')).toEqual({ outcome: 'nothing' });
  });
});

describe('a message that is gone', () => {
  const withdraw = (talk: Conversation, identity: string, account = 'telegram:42') =>
    test.db.lanes.withdraw({ account, identity, now: talk.now });

  it('is taken out of the queue, and what waits behind it moves up', async () => {
    const { talk, identity, turn } = await begin();
    const next = await talk.accept();
    expect(await withdraw(talk, identity)).toEqual(talk.lane);
    expect(await test.db.lanes.turnById(turn)).toMatchObject({ state: 'stopped' });
    expect((await talk.mustClaim()).turn).toBe(next.turn);
    expect(await withdraw(talk, identity)).toBeNull();
  });

  it('ends its running turn, across a dead worker and until the end is stored', async () => {
    const { talk, identity, turn } = await begin();
    const first = await talk.mustClaim();
    expect(await withdraw(talk, identity)).toEqual(talk.lane);
    expect(await test.db.lanes.stopsOf('worker-1')).toContainEqual({ lane: talk.lane, isVoid: true });
    expect(await edit(talk, identity, 'too late')).toEqual({ outcome: 'nothing' });
    await test.db.lanes.release({ lane: talk.lane, token: first.token, now: talk.now });
    expect(await talk.mustClaim()).toMatchObject({ turn, withdrawn: true, stopped: true });
    expect(await test.db.lanes.stopsOf('worker-1')).not.toContainEqual(expect.objectContaining({ lane: talk.lane }));
    talk.now += LEASE_MS;
    const third = await talk.mustClaim('worker-2');
    expect(third).toMatchObject({ turn, withdrawn: true });
    expect(await talk.finish(third, 'stopped')).toEqual({ ok: true, more: false });
  });

  it('that waits to run again ends without running, so that a worker removes what the chat shows', async () => {
    const { talk, identity, turn } = await begin();
    const first = await talk.mustClaim();
    const place = { lane: talk.lane, token: first.token, turn, chunk: '0', chat: `chat-${talk.lane.id}` };
    const call = { account: 'telegram:42', limits: [], payload: 'old', timeoutMs: 1_000, rank: 'first' } as const;
    const permit = await test.db.ledger.permit({ ...place, ...call, kind: 'send', now: talk.now });
    if (permit.kind !== 'granted') throw new Error(permit.kind);
    await test.db.ledger.settle({ ...place, call: permit.call, outcome: 'sent', messageId: 'm1', now: talk.now });
    await talk.finish(first);
    const bob = await talk.accept({ user: 'bob' });
    const running = await talk.mustClaim();
    await edit(talk, identity, 'better');
    expect(await withdraw(talk, identity)).toEqual(talk.lane);
    await talk.accept();
    await talk.finish(running);
    expect(running.turn).toBe(bob.turn);
    const ended = await talk.mustClaim('worker-1', 'collect');
    expect(ended).toMatchObject({ turn, withdrawn: true, messages: [{}], deliveries: [{ messageId: 'm1' }] });
    expect(await talk.finish(ended, 'stopped')).toEqual({ ok: true, more: true });
  });

  it('is of no concern when it is over, unknown, of another account, or one of several that a turn answers', async () => {
    const { talk, identity } = await begin();
    expect(await withdraw(talk, identity, 'telegram:43')).toBeNull();
    expect(await withdraw(talk, 'never seen')).toBeNull();
    const last = `original-${fresh()}`;
    await talk.accept({ identity: last });
    const both = await talk.mustClaim('worker-1', 'collect');
    expect(await withdraw(talk, last)).toBeNull();
    await talk.finish(both);
    expect(await withdraw(talk, identity)).toBeNull();
  });
});

describe('a message that stays alone', () => {
  const acceptAlone = (talk: Conversation, turn: string) =>
    test.db.lanes.accept({ message: messageIn(talk.lane.id), kind: 'main', turn, alone: true, now: talk.now });

  it('is never collected with others', async () => {
    const talk = conversationIn(test.db);
    const one = await talk.accept();
    const two = await talk.accept();
    const command = await acceptAlone(talk, `turn-${fresh()}`);
    const three = await talk.accept();
    const turns: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const claimed = await talk.mustClaim('worker-1', 'collect');
      turns.push(...claimed.messages.map(({ seq }) => `${claimed.turn} ${seq}`));
      await talk.finish(claimed);
    }
    expect(turns).toEqual([
      `${one.turn} ${one.seq}`,
      `${one.turn} ${two.seq}`,
      `${command.turn} ${command.seq}`,
      `${three.turn} ${three.seq}`,
    ]);
  });

  it('is not taken into a running turn, nor is what comes after it', async () => {
    const talk = conversationIn(test.db);
    const first = await talk.accept();
    const { token } = await talk.mustClaim();
    const second = await talk.accept();
    await acceptAlone(talk, `turn-${fresh()}`);
    await talk.accept();
    const more = await test.db.lanes.takeMore({ lane: talk.lane, token, turn: first.turn, now: talk.now });
    expect(more.map(({ seq }) => seq)).toEqual([second.seq]);
  });
});

it('knows whether a lane ever had a turn', async () => {
  const talk = conversationIn(test.db);
  expect(await test.db.lanes.hasTurns(talk.lane)).toBe(false);
  await talk.accept();
  expect(await test.db.lanes.hasTurns(talk.lane)).toBe(true);
  expect(await test.db.lanes.hasTurns({ id: talk.lane.id, kind: 'ctl' })).toBe(false);
});

it('knows the chat of a lane by the same key as its addresses', () => {
  const address = { platform: 'slack', account: 'T:1', chat: 'C/2 ü', thread: '17.5' } as const;
  expect(chatKeyOfLane(laneIdOf(address))).toBe(chatKey(address));
});

it('takes the mode that was set for the chat', async () => {
  const talk = conversationIn(test.db, 'main', `telegram:42:${fresh()}`);
  const set = (value: string | null) =>
    test.db.chatSettings.set({ chat: chatKeyOfLane(talk.lane.id), name: 'mode', value, by: 'ada', now: talk.now });
  await talk.accept();
  await talk.accept();
  await set('collect');
  const collected = await talk.mustClaim('worker-1', 'queue');
  expect(collected).toMatchObject({ mode: 'collect', messages: [{}, {}] });
  await talk.finish(collected);
  await set('no such mode');
  await talk.accept();
  expect(await talk.mustClaim('worker-1', 'queue')).toMatchObject({ mode: 'queue' });
});
