import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TurnJob } from '../../../src/core/ports/turnRunner.js';
import type { BudgetMode } from '../../../src/core/ports/usage.js';
import { createTurnPersonas } from '../../../src/runtime/personas/turnPersonas.js';
import { createGate } from '../../platforms/gate.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import type { ModelReply } from '../../platforms/model/reply.js';
import { openTestShelf } from '../personas/testShelf.js';
import { makeTool } from '../tools/testTools.js';
import { makeJob, openTurnBench, type TurnBench } from '../turnFixture.js';

let server: ModelServer;
let bench: TurnBench;
beforeEach(async () => {
  server = await startModelServer();
  bench = await openTurnBench({ baseUrl: server.url });
});
afterEach(async () => {
  const refused = server.refused();
  await bench.close();
  await server.close();
  expect(refused).toEqual([]);
  expect(bench.clock.pending()).toBe(0);
});

/** The model `m` is unknown, so it costs what Sonnet does: 1,000 tokens in and out are 0.018 USD. */
const tokens = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens });
const thousand = tokens(1000, 1000);
const callTime: ModelReply = { toolCalls: [{ name: 'get_time', arguments: {} }] };

let turns = 0;
const nextJob = (fields: Partial<TurnJob> & { text?: string } = {}) => {
  turns += 1;
  return makeJob({ turn: `${String(turns).padStart(8, '0')}-0000-4000-8000-000000000000`, ...fields });
};

const within = (dailyUsd: number, mode: BudgetMode) => ({
  deps: { budget: { ...bench.budget, policy: { dailyUsd, mode } } },
});

const callsOf = ({ turn }: TurnJob) => bench.db.usage.ofTurn(turn);

describe('what a call costs', () => {
  it('is what the endpoint says, also of a stream', async () => {
    server.script([{ text: 'Hello', usage: thousand, costUsd: 0.00123 }]);
    const job = nextJob();
    await bench.start(job).result;
    expect(await callsOf(job)).toEqual([
      { model: 'm', inputTokens: 1000, outputTokens: 1000, usd: 0.00123, pricedBy: 'endpoint', at: bench.clock.now() },
    ]);
  });

  it('is by the table where the endpoint says nothing, or nothing yet', async () => {
    server.script([
      { text: 'Hello', usage: thousand },
      { text: 'Hello', usage: thousand, costUsd: 0 },
    ]);
    for (const job of [nextJob(), nextJob()]) {
      await bench.start(job).result;
      expect(await callsOf(job)).toMatchObject([{ usd: 0.018, pricedBy: 'table' }]);
    }
  });

  it('is estimated where the endpoint counts no tokens', async () => {
    server.script([{ text: 'Hello '.repeat(100), usage: null }]);
    const job = nextJob();
    await bench.start(job).result;
    const [call] = await callsOf(job);
    expect(call).toMatchObject({ pricedBy: 'estimate', outputTokens: 200 });
    expect(call?.inputTokens).toBeGreaterThan(500);
    expect(call?.usd).toBeCloseTo(((call?.inputTokens ?? 0) * 0.003 + 200 * 0.015) / 1000, 9);
  });

  it('has one row for each call of the turn, and one for a stream that broke', async () => {
    server.script([
      { ...callTime, usage: tokens(100, 10) },
      { text: 'It is no', usage: thousand, fault: { kind: 'drop', afterChunks: 1 } },
      { text: 'It is noon.', usage: tokens(120, 5) },
    ]);
    const job = nextJob();
    await bench.start(job).result;
    expect(await callsOf(job)).toMatchObject([
      { inputTokens: 100, outputTokens: 10, pricedBy: 'table' },
      { outputTokens: 3, pricedBy: 'estimate' },
      { inputTokens: 120, outputTokens: 5, pricedBy: 'table' },
    ]);
  });

  it('counts what was read and written when a person stops the turn', async () => {
    const never = createGate();
    server.script([{ text: 'One two three', chunkChars: 7, pauses: [{ afterChunks: 1, until: never.opened }] }]);
    const job = nextJob();
    const reading = createGate();
    const run = bench.start(job, { context: { emit: (event) => void (event.type === 'text' && reading.open()) } });
    await reading.opened;
    run.stop('stopped');
    expect(await run.result).toMatchObject({ end: 'stopped' });
    expect(await callsOf(job)).toMatchObject([{ outputTokens: 3, pricedBy: 'estimate' }]);
    never.open();
  });

  it('is nothing when the endpoint refuses', async () => {
    server.script([{ fault: { kind: 'status', status: 401 } }]);
    const job = nextJob();
    expect(await bench.start(job, within(1, 'hard')).result).toMatchObject({ end: 'failed' });
    expect(await callsOf(job)).toEqual([]);
    expect(await reservedUsd()).toBe(0);
  });

  it('counts towards person, chat and the persona that was asked for', async () => {
    server.script([{ text: 'Hello', usage: thousand }]);
    const job = nextJob({ lane: 'telegram:42:7:99' });
    const [message] = job.messages;
    const shelf = openTestShelf();
    const personas = createTurnPersonas({ shelf, configured: null, isOffered: null, researchRounds: null });
    await bench.start({ ...job, messages: [{ ...message, persona: 'coder' }] }, { deps: { personas } }).result;
    for (const scope of ['person', 'chat', 'persona'] as const) {
      await bench.db.usage.setLimit({ scope, subject: '*', dailyUsd: 1, mode: null, by: 'owner', now: 0 });
    }
    const spender = { person: 'telegram:42:7', chat: 'telegram:42:7', persona: 'coder' };
    const states = await bench.db.usage.states({ spender, day: '2026-01-01', policy: bench.budget.policy });
    expect(states.map(({ scope, spentUsd }) => [scope, spentUsd])).toEqual([
      ['persona', 0.018],
      ['chat', 0.018],
      ['person', 0.018],
    ]);
  });
});

async function reservedUsd(): Promise<number | undefined> {
  const spender = { person: 'telegram:42:7', chat: 'telegram:42:7', persona: null };
  const policy = { dailyUsd: 1, mode: 'hard' as const };
  return (await bench.db.usage.states({ spender, day: '2026-01-01', policy }))[0]?.reservedUsd;
}

describe('a hard budget', () => {
  it('refuses with a sentence before anything is sent, and says no figures that are not the person’s own', async () => {
    server.script([{ text: 'Hello', usage: thousand, costUsd: 0.98 }]);
    await bench.start(nextJob(), within(1, 'hard')).result;
    const run = bench.start(nextJob(), within(1, 'hard'));
    const sentence = "Today's budget has no room for another answer. It starts afresh at midnight (Europe/Berlin).";
    expect(await run.result).toEqual({ end: 'failed', text: sentence });
    expect(run.events).toEqual([{ type: 'started' }, { type: 'failed', error: { code: 'budget', sentence } }]);
    expect(server.requests).toHaveLength(1);
    expect(await reservedUsd()).toBe(0);
  });

  it('tells owners what was spent, and everybody what they spent themselves', async () => {
    const owner = nextJob();
    const asOwner = { ...owner, principal: { ...owner.principal, role: 'owner' as const } };
    expect((await bench.start(asOwner, within(0.01, 'hard')).result).text).toContain('(0.00 of 0.01 USD)');
    const limit = { scope: 'person', subject: '*', dailyUsd: 0.02, mode: 'hard' } as const;
    await bench.db.usage.setLimit({ ...limit, by: 'owner', now: 0 });
    expect((await bench.start(nextJob()).result).text).toMatch(
      /^Your budget for today has no .* \(0\.00 of 0\.02 USD\)/,
    );
  });

  it('ends a turn in its middle, with the work so far kept in the journal', async () => {
    server.script([{ ...callTime, usage: tokens(100, 10), costUsd: 0.97 }]);
    const run = bench.start(nextJob(), within(1, 'hard'));
    expect(await run.result).toMatchObject({ end: 'failed', text: expect.stringContaining('no room') });
    expect(run.journal.map((step) => step.type)).toEqual(['model', 'toolStart', 'toolEnd']);
    expect(server.requests).toHaveLength(1);
  });

  it('does not void an answer for a gate that could not be followed', async () => {
    server.script([{ text: 'All 14 tests pass now and I verified that the build succeeds.', costUsd: 0.99 }]);
    const { deps } = within(1, 'hard');
    const run = bench.start(nextJob(), { deps: { ...deps, tools: [makeTool('run_tests')] } });
    expect(await run.result).toMatchObject({ end: 'done', text: expect.stringContaining('All 14 tests pass now') });
    expect(run.events.some((event) => event.type === 'reset' || event.type === 'gate')).toBe(false);
  });

  it('has room again the next day', async () => {
    server.script([
      { text: 'Hello', costUsd: 0.98 },
      { text: 'Good morning', costUsd: 0.1 },
    ]);
    await bench.start(nextJob(), within(1, 'hard')).result;
    expect(await bench.start(nextJob(), within(1, 'hard')).result).toMatchObject({ end: 'failed' });
    // 2026-01-01 00:00 UTC is 01:00 in Berlin; its day ends 23 hours later.
    await bench.clock.advance(23 * 3_600_000 - 1);
    expect(await bench.start(nextJob(), within(1, 'hard')).result).toMatchObject({ end: 'failed' });
    await bench.clock.advance(1);
    expect(await bench.start(nextJob(), within(1, 'hard')).result).toMatchObject({ end: 'done' });
  });
});

describe('a soft budget', () => {
  it('warns once at 80 % and once at 100 %, after the answer, outside of the conversation', async () => {
    server.script([
      { text: 'One', costUsd: 0.5 },
      { text: 'Two', costUsd: 0.35 },
      { text: 'Three', costUsd: 0.05 },
      { text: 'Four', costUsd: 0.2 },
      { text: 'Five', costUsd: 0.2 },
    ]);
    const said: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      const run = bench.start(nextJob(), within(1, 'soft'));
      const { shown, text } = await run.result;
      said.push(shown ?? text);
      expect(text).toMatch(/^\w+$/);
      expect(run.events.at(-1)).toMatchObject({ type: 'final', text: shown ?? text, response: { content: text } });
      const streamed = run.events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('');
      expect(streamed).toBe(shown ?? text);
    }
    expect(said).toEqual([
      'One',
      "Two\n\n*Today's budget is 80 % used.*",
      'Three',
      "Four\n\n*Today's budget is used up.*",
      'Five',
    ]);
  });

  it('gives the warning of a turn whose process died, once', async () => {
    server.script([{ text: 'Two', costUsd: 0.85 }]);
    const job = nextJob();
    const died = bench.start(job, {
      ...within(1, 'soft'),
      context: {
        journal: async (step) => {
          if (step.type === 'final') throw new Error('the process died');
          died.journal.push(step);
        },
      },
    });
    expect(await died.result).toMatchObject({ end: 'failed' });
    const again = bench.start({ ...job, attempt: 2, journal: died.journal }, within(1, 'soft'));
    expect(await again.result).toEqual({ end: 'done', text: 'Two', shown: "Two\n\n*Today's budget is 80 % used.*" });
    const third = bench.start({ ...job, attempt: 3, journal: again.journal }, within(1, 'soft'));
    expect(await third.result).toEqual(await again.result);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the budget model', () => {
  it('answers short, simple messages, at its own price', async () => {
    server.script(() => ({ text: 'Hello', usage: thousand }));
    const options = { deps: { budgetModel: 'claude-haiku-3-5' } };
    const [simple, hard] = [nextJob({ text: 'hi there' }), nextJob({ text: 'see https://example.test' })];
    await bench.start(simple, options).result;
    await bench.start(hard, options).result;
    expect(server.requests.map(({ body }) => body.model)).toEqual(['claude-haiku-3-5', 'm']);
    expect(await callsOf(simple)).toMatchObject([{ model: 'claude-haiku-3-5', usd: 0.0015 }]);
    expect(await callsOf(hard)).toMatchObject([{ model: 'm', usd: 0.018 }]);
  });
});
