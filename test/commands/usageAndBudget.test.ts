import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBudgetCommand } from '../../src/commands/budget.js';
import { createUsageCommand } from '../../src/commands/usage.js';
import type { Role } from '../../src/core/ports/accessStore.js';
import { type BudgetPolicy, chatOfLane } from '../../src/core/ports/usage.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { openTestShelf } from '../runtime/personas/testShelf.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

const shelf = openTestShelf();
afterAll(() => shelf.close());
let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

const LANE = 'telegram:42:-100:7';
const ZONE = 'Pacific/Kiritimati';
/** The fake clock starts at midnight UTC of the first, which is 14:00 there. */
const DAY = '2026-01-01';
const NONE: BudgetPolicy = { dailyUsd: null, mode: 'soft' };

const callOf = (person: string, role: Role, args = '') => ({
  args,
  lane: LANE,
  address: { platform: 'telegram' as const, account: '42', chat: '7', kind: 'dm' as const },
  seq: 1,
  wording: wordingIn('en'),
  principal: {
    person,
    role,
    sender: { user: person, name: person, isBot: false, verifiedBy: 'platform' as const },
  },
});

async function spend(person: string, model: string, usd: number) {
  const spender = { turn: 't', attempt: 1, lane: LANE, chat: chatOfLane(LANE), person, persona: null };
  const entries = [{ model, inputTokens: 12_345, outputTokens: 67, usd, pricedBy: 'table' as const }];
  await test.db.usage.settle({ spender, day: DAY, reservation: null, entries, policy: NONE, now: test.clock.now() });
}

describe('/usage', () => {
  const usage = () => createUsageCommand({ usage: test.db.usage, clock: test.clock, timeZone: ZONE });

  it('shows everybody their own use of today by model', async () => {
    expect(await usage().run(callOf('ann', 'member'))).toBe(`**Today (${DAY})**\n\nYou: nothing yet.`);
    await spend('ann', 'claude-sonnet-4-6', 0.0381);
    await spend('ann', 'claude-sonnet-4-6', 0.0001);
    await spend('ann', 'claude-haiku-3-5', 0.00004);
    await spend('bob', 'claude-sonnet-4-6', 5);
    expect(await usage().run(callOf('ann', 'member'))).toBe(
      [
        `**Today (${DAY})**`,
        '',
        'You: $0.0382',
        '- `claude-sonnet-4-6`: 2 calls, 24,690 tokens in, 134 out, $0.0382',
        '- `claude-haiku-3-5`: 1 call, 12,345 tokens in, 67 out, $0.0000',
      ].join('\n'),
    );
  });

  it('shows the owner what all of them used', async () => {
    await spend('ann', 'm', 0.5);
    await spend('bob', 'm', 0.25);
    const text = await usage().run(callOf('owner', 'owner'));
    expect(text).toContain('You: nothing yet.');
    expect(text).toContain('Everybody: $0.7500\n- `m`: 2 calls');
    expect(text).toContain('By person:\n- `ann`: $0.5000\n- `bob`: $0.2500');
    expect(await usage().run(callOf('ann', 'admin'))).not.toContain('Everybody');
  });

  it('starts afresh with the local day', async () => {
    await spend('ann', 'm', 0.5);
    await test.clock.advance(10 * 3_600_000);
    expect(await usage().run(callOf('ann', 'member'))).toBe('**Today (2026-01-02)**\n\nYou: nothing yet.');
  });
});

describe('/budget', () => {
  const budget = (policy = NONE, answering: string | null = null) =>
    createBudgetCommand({
      usage: test.db.usage,
      policy,
      clock: test.clock,
      timeZone: ZONE,
      personaHere: async () => answering,
      personaId: (name) => shelf.find(name)?.id ?? null,
    });
  const set = (args: string) => budget().run(callOf('owner', 'owner', args));

  it.each([
    ['all 5', '- all: 5.00 USD a day'],
    ['all $5 hard', '- all: 5.00 USD a day (hard)'],
    ['person 1.5 soft', '- each person: 1.50 USD a day (soft)'],
    ['person telegram:42:7 off', '- person `telegram:42:7`: no limit'],
    ['chat 3', '- each chat: 3.00 USD a day'],
    ['here 0.005', '- chat `telegram:42:-100`: 0.0050 USD a day'],
    ['persona  coder  2', '- persona `coder`: 2.00 USD a day'],
    ['persona project_manager 1', '- persona `project-manager`: 1.00 USD a day'],
    ['persona pirate off', '- persona `pirate`: no limit'],
    ['all 0 hard', '- all: 0.00 USD a day (hard)'],
  ])('understands %j', async (args, line) => {
    expect(await set(args)).toBe(`Set.\n${line}`);
    expect(await test.db.usage.limits()).toHaveLength(1);
  });

  it.each([
    'all',
    'all five',
    'all -5',
    'all 1e9',
    'all 99999999',
    'here there 5',
    'all things 5',
    'everything 5',
    '5',
    'hard',
    'person a b 5',
  ])('explains itself for %j', async (args) => {
    expect(await set(args)).toMatch(/^Set a daily budget/);
    expect(await test.db.usage.limits()).toEqual([]);
  });

  it('sets none for a persona that there is not', async () => {
    expect(await set('persona pirate 5')).toMatch(/pirate/);
    expect(await test.db.usage.limits()).toEqual([]);
  });

  it('shows the owner how the persona stands that answers here, and nobody else', async () => {
    await set('persona coder 4 hard');
    await set('persona writer 1');
    const spender = { turn: 't', attempt: 1, lane: LANE, chat: chatOfLane(LANE), person: 'ann', persona: 'coder' };
    const entries = [{ model: 'm', inputTokens: 1, outputTokens: 1, usd: 0.5, pricedBy: 'table' as const }];
    await test.db.usage.settle({ spender, day: DAY, reservation: null, entries, policy: NONE, now: test.clock.now() });
    const shown = await budget(NONE, 'coder').run(callOf('owner', 'owner'));
    expect(shown).toMatch(/^- This persona \(`coder`\): 0\.50 of 4\.00 USD used today \(hard\)\n\nLimits:/);
    expect(shown).toContain('- persona `writer`: 1.00 USD a day');
    expect(await budget(NONE, 'coder').run(callOf('ann', 'member'))).toBe('No budget is set for you.');
    expect(await budget(NONE, null).run(callOf('owner', 'owner'))).toMatch(/^No budget is set for you/);
  });

  it('lets nobody but the owner set one', async () => {
    for (const role of ['admin', 'member', 'guest'] as const) {
      expect(await budget().run(callOf('ann', role, 'person ann 1000'))).toMatch(/^Only the owner/);
    }
    expect(await test.db.usage.limits()).toEqual([]);
  });

  it('shows everybody their own, and the owner all', async () => {
    const policy: BudgetPolicy = { dailyUsd: 10, mode: 'hard' };
    expect(await budget(policy).run(callOf('ann', 'member'))).toBe('No budget is set for you.');
    await set('person 2 soft');
    await set('chat off');
    await spend('ann', 'm', 0.5);
    expect(await budget(policy).run(callOf('ann', 'member'))).toBe('- You: 0.50 of 2.00 USD used today (soft)');
    const text = await budget(policy).run(callOf('owner', 'owner'));
    expect(text).toContain('- Everything together: 0.50 of 10.00 USD used today (hard)\n- You: 0.00 of 2.00 USD');
    expect(text).toContain('Limits:\n- each chat: no limit\n- each person: 2.00 USD a day (soft)');
    expect(text).toContain('`/budget all 5 hard`');
  });
});
