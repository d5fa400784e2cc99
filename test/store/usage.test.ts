import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BudgetPolicy, chatOfLane, type ReserveResult, type Spender } from '../../src/core/ports/usage.js';
import { openTestDb, type TestDb } from './openTestDb.js';

const DAY = '2026-03-29';
const NONE: BudgetPolicy = { dailyUsd: null, mode: 'soft' };
const HARD: BudgetPolicy = { dailyUsd: 1, mode: 'hard' };
const SOFT: BudgetPolicy = { dailyUsd: 1, mode: 'soft' };

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

function spender(fields: Partial<Spender> = {}): Spender {
  const lane = fields.lane ?? 'telegram:42:7';
  return { turn: 't1', attempt: 1, lane, chat: chatOfLane(lane), person: 'telegram:42:ann', persona: null, ...fields };
}

interface Ask {
  usd: number;
  by?: Partial<Spender>;
  policy?: BudgetPolicy;
  day?: string;
  now?: number;
  expiresAt?: number;
}

const reserve = ({ usd, by = {}, policy = HARD, day = DAY, now = 0, expiresAt = now + 1000 }: Ask) =>
  test.db.usage.reserve({ spender: spender(by), day, usd, policy, now, expiresAt });

function idOf(result: ReserveResult): number | null {
  if (result.kind === 'refused') throw new Error('it was refused');
  return result.reservation;
}

/** Settles with one call that cost `usd`; 0 for a call that cost nothing. */
const settle = (reservation: number | null, { usd, by = {}, policy = HARD, day = DAY, now = 0 }: Ask) =>
  test.db.usage.settle({
    spender: spender(by),
    day,
    reservation,
    entries: usd === 0 ? [] : [{ model: 'm', inputTokens: 100, outputTokens: 10, usd, pricedBy: 'table' }],
    policy,
    now,
  });

const spend = async (ask: Ask) => settle(idOf(await reserve({ ...ask, policy: NONE })), ask);

const stateOfAll = async () =>
  (await test.db.usage.states({ spender: spender(), day: DAY, policy: HARD })).find(({ scope }) => scope === 'all');

describe('a hard budget', () => {
  it('refuses what no longer fits, what is under way included, to the last billionth', async () => {
    const first = idOf(await reserve({ usd: 0.6 }));
    expect(await reserve({ usd: 0.400000001 })).toEqual({
      kind: 'refused',
      line: { scope: 'all', subject: '' },
      limitUsd: 1,
      spentUsd: 0,
    });
    const second = idOf(await reserve({ usd: 0.4 }));
    expect(await stateOfAll()).toMatchObject({ spentUsd: 0, reservedUsd: 1 });
    expect(await settle(first, { usd: 0.25 })).toEqual({ warnings: [], leftUsd: 0.35 });
    expect(await settle(second, { usd: 0 })).toEqual({ warnings: [], leftUsd: 0.75 });
    expect(await stateOfAll()).toMatchObject({ spentUsd: 0.25, reservedUsd: 0 });
    expect(idOf(await reserve({ usd: 0.75 }))).toEqual(expect.any(Number));
    expect(await reserve({ usd: 0.000000001 })).toMatchObject({ kind: 'refused', spentUsd: 0.25 });
  });

  it('counts a call that cost more than it had reserved, and then refuses', async () => {
    const id = idOf(await reserve({ usd: 0.01 }));
    expect(await settle(id, { usd: 1.5 })).toMatchObject({ leftUsd: -0.5 });
    expect(await reserve({ usd: 0.01 })).toMatchObject({ kind: 'refused', spentUsd: 1.5 });
  });

  it('lets free calls through, whatever was spent', async () => {
    await settle(idOf(await reserve({ usd: 0.01 })), { usd: 2 });
    expect(await reserve({ usd: 0 })).toEqual({ kind: 'granted', reservation: null, leftUsd: null });
  });

  it('starts afresh with the day, and a call counts towards the day it was reserved in', async () => {
    const late = idOf(await reserve({ usd: 0.9 }));
    expect(idOf(await reserve({ usd: 1, day: '2026-03-30' }))).toEqual(expect.any(Number));
    await settle(late, { usd: 0.9, now: 500 });
    expect(await reserve({ usd: 0.2 })).toMatchObject({ kind: 'refused', spentUsd: 0.9 });
    expect(await test.db.usage.byModel({ day: '2026-03-30' })).toEqual([]);
  });

  it('forgets reservations that nobody settles: when they expire, and when the turn has a next attempt', async () => {
    const lost = idOf(await reserve({ usd: 1, expiresAt: 1000 }));
    expect(await reserve({ usd: 1, now: 999, by: { turn: 't2' } })).toMatchObject({ kind: 'refused' });
    const id = idOf(await reserve({ usd: 1, now: 1000, expiresAt: 9000, by: { turn: 't2' } }));
    expect(await reserve({ usd: 1, now: 1001, by: { turn: 't2' } })).toMatchObject({ kind: 'refused' });
    expect(idOf(await reserve({ usd: 1, now: 1001, by: { turn: 't2', attempt: 2 } }))).not.toBe(id);
    // The dead process was only slow: what it spent counts, and nothing is freed twice.
    await settle(lost, { usd: 0.3, now: 1002 });
    expect(await stateOfAll()).toMatchObject({ spentUsd: 0.3, reservedUsd: 1 });
  });
});

describe('limits', () => {
  const set = (scope: 'all' | 'person' | 'chat' | 'persona', subject: string, dailyUsd: number | null) =>
    test.db.usage.setLimit({ scope, subject, dailyUsd, mode: 'hard', by: 'owner', now: 0 });
  const ask = (by: Partial<Spender>, policy = NONE) => reserve({ usd: 0.5, by, policy });

  it('hold for one subject, else for each, else as configured', async () => {
    await set('person', '*', 0.4);
    await set('person', 'rich', 2);
    await set('person', 'free', null);
    expect(await ask({ person: 'poor' })).toMatchObject({
      kind: 'refused',
      line: { scope: 'person', subject: 'poor' },
      limitUsd: 0.4,
    });
    expect(await ask({ person: 'rich' })).toEqual({ kind: 'granted', reservation: expect.any(Number), leftUsd: 1.5 });
    expect(await ask({ person: 'free' })).toEqual({ kind: 'granted', reservation: null, leftUsd: null });
    expect(await ask({ person: 'free' }, { dailyUsd: 0.4, mode: 'hard' })).toMatchObject({
      line: { scope: 'all' },
    });
    await set('all', '', null);
    expect(await ask({ person: 'free' }, { dailyUsd: 0.4, mode: 'hard' })).toEqual({
      kind: 'granted',
      reservation: null,
      leftUsd: null,
    });
    expect(await test.db.usage.limits()).toEqual([
      { scope: 'all', subject: '', dailyUsd: null, mode: 'hard' },
      { scope: 'person', subject: '*', dailyUsd: 0.4, mode: 'hard' },
      { scope: 'person', subject: 'free', dailyUsd: null, mode: 'hard' },
      { scope: 'person', subject: 'rich', dailyUsd: 2, mode: 'hard' },
    ]);
  });

  it('bound chats with all their threads, and personas', async () => {
    await set('chat', '*', 0.8);
    await set('persona', 'coder', 0.8);
    const thread = (name: string) => ({ lane: `telegram:42:9:${name}` });
    expect(await ask(thread('a'))).toMatchObject({ kind: 'granted' });
    expect(await ask(thread('b'))).toMatchObject({ line: { scope: 'chat', subject: 'telegram:42:9' } });
    expect(await ask({ lane: 'telegram:42:10', persona: 'coder' })).toMatchObject({ kind: 'granted' });
    expect(await ask({ lane: 'telegram:42:11', persona: 'coder' })).toMatchObject({ line: { scope: 'persona' } });
    expect(await ask({ lane: 'telegram:42:11' })).toMatchObject({ kind: 'granted' });
    expect(await ask({ lane: 'telegram:42:12', persona: 'writer' })).toMatchObject({ kind: 'granted' });
  });

  it('may have another mode than the configured one', async () => {
    await test.db.usage.setLimit({ scope: 'all', subject: '', dailyUsd: 0.1, mode: null, by: 'owner', now: 0 });
    expect(await ask({}, NONE)).toMatchObject({ kind: 'granted' });
    expect(await ask({}, { dailyUsd: 9, mode: 'hard' })).toMatchObject({ kind: 'refused', limitUsd: 0.1 });
    await test.db.usage.setLimit({ scope: 'all', subject: '', dailyUsd: 0.1, mode: 'soft', by: 'owner', now: 0 });
    expect(await ask({}, { dailyUsd: 9, mode: 'hard' })).toMatchObject({ kind: 'granted' });
  });

  it('write nothing where there are none', async () => {
    expect(await reserve({ usd: 5, policy: NONE })).toEqual({ kind: 'granted', reservation: null, leftUsd: null });
    expect(test.raw.prepare('SELECT count(*) FROM reservation').pluck().get()).toBe(0);
  });
});

describe('warnings', () => {
  it('come once at 80 % and once at 100 % for each person and day, and belong to the turn that got there', async () => {
    const warned = async (usd: number, by: Partial<Spender>) => {
      const { warnings } = await spend({ usd, by, policy: SOFT });
      return warnings.map(({ percent, line, spentUsd }) => [percent, line.scope, spentUsd]);
    };
    expect(await warned(0.79, { turn: 'a' })).toEqual([]);
    expect(await warned(0.01, { turn: 'b' })).toEqual([[80, 'all', 0.8]]);
    expect(await warned(0.05, { turn: 'b' })).toEqual([[80, 'all', 0.8]]);
    expect(await warned(0.05, { turn: 'c' })).toEqual([]);
    expect(await warned(0.05, { turn: 'd', person: 'bob' })).toEqual([[80, 'all', 0.95]]);
    expect(await warned(0.05, { turn: 'e' })).toEqual([[100, 'all', 1]]);
    expect(await warned(0.05, { turn: 'f' })).toEqual([]);
    expect(await warned(0.05, { turn: 'g', person: 'bob' })).toEqual([[100, 'all', 1.1]]);
    expect(await test.db.usage.warningsOf('b')).toEqual([
      { line: { scope: 'all', subject: '' }, percent: 80, limitUsd: 1, spentUsd: 0.8 },
    ]);
  });

  it('say 100 % alone when one call goes from below 80 % to above', async () => {
    expect((await spend({ usd: 3, policy: SOFT })).warnings).toMatchObject([{ percent: 100, spentUsd: 3 }]);
  });

  it('come again on the next day', async () => {
    await spend({ usd: 1, policy: SOFT });
    const next = await spend({ usd: 1, policy: SOFT, day: '2026-03-30', by: { turn: 'b' } });
    expect(next.warnings).toMatchObject([{ percent: 100 }]);
  });
});

describe('reports', () => {
  it('sum by model, person and turn', async () => {
    const call = (model: string, usd: number, by: Partial<Spender>) =>
      test.db.usage.settle({
        spender: spender(by),
        day: DAY,
        reservation: null,
        entries: [{ model, inputTokens: 10, outputTokens: 1, usd, pricedBy: 'endpoint' }],
        policy: NONE,
        now: 7,
      });
    await call('cheap', 0.00000025, {});
    await call('dear', 0.5, { turn: 't2' });
    await call('cheap', 0.00000025, { turn: 't2' });
    await call('dear', 0.25, { person: 'bob', turn: 't3' });
    const { usage } = test.db;
    expect(await usage.byModel({ day: DAY })).toEqual([
      { model: 'dear', calls: 2, inputTokens: 20, outputTokens: 2, usd: 0.75 },
      { model: 'cheap', calls: 2, inputTokens: 20, outputTokens: 2, usd: 0.0000005 },
    ]);
    expect(await usage.byModel({ day: DAY, person: 'bob' })).toMatchObject([{ model: 'dear', usd: 0.25 }]);
    expect(await usage.byPerson({ day: DAY, limit: 5 })).toEqual([
      { person: 'telegram:42:ann', usd: 0.5000005 },
      { person: 'bob', usd: 0.25 },
    ]);
    expect(await usage.byPerson({ day: DAY, limit: 1 })).toHaveLength(1);
    expect(await usage.ofTurn('t2')).toEqual([
      { model: 'dear', inputTokens: 10, outputTokens: 1, usd: 0.5, pricedBy: 'endpoint', at: 7 },
      { model: 'cheap', inputTokens: 10, outputTokens: 1, usd: 0.00000025, pricedBy: 'endpoint', at: 7 },
    ]);
    expect(await usage.byModel({ day: '2026-03-28' })).toEqual([]);
  });
});

describe('traces', () => {
  const trace = (turn: string, attempt: number, stage = 'turn.enter') => ({
    turn,
    attempt,
    startedAt: 5,
    endedAt: 9,
    events: [{ ms: 0, stage, fields: { n: 1, yes: true, none: null, names: ['a', 'b'] } }],
    dropped: 0,
  });

  it('are kept by attempt, and a damaged one does not hide the others', async () => {
    const { traces } = test.db;
    await traces.write(trace('t', 2));
    await traces.write(trace('t', 1));
    await traces.write(trace('t', 1, 'again'));
    await traces.write(trace('other', 1));
    expect(await traces.of('t')).toEqual([trace('t', 1, 'again'), trace('t', 2)]);
    test.raw.prepare("UPDATE trace SET events = '[{' WHERE attempt = 2").run();
    expect(await traces.of('t')).toEqual([trace('t', 1, 'again'), { ...trace('t', 2), events: [] }]);
    expect(await traces.of('unknown')).toEqual([]);
  });

  it('go after 14 days, usage after 400, and totals with their warnings after a week', async () => {
    const { traces, retention } = test.db;
    const now = Date.UTC(2026, 2, 29, 12);
    const days = (count: number) => now + count * 86_400_000 + 1;
    await traces.write({ ...trace('t', 1), endedAt: now });
    await spend({ usd: 1, policy: SOFT, now });
    expect(await retention.run(days(6))).toMatchObject({ traces: 0, usage: 0, spending: 0, warnings: 0 });
    expect(await retention.run(days(8))).toMatchObject({ traces: 0, usage: 0, spending: 3, warnings: 2 });
    expect(await retention.run(days(13.9))).toMatchObject({ traces: 0, usage: 0 });
    expect(await retention.run(days(14))).toMatchObject({ traces: 1, usage: 0 });
    expect(await retention.run(days(400))).toMatchObject({ traces: 0, usage: 1 });
  });
});
