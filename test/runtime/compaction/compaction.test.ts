import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { chatKey } from '../../../src/core/ports/egress.js';
import type { HistoryEntry } from '../../../src/core/ports/transcripts.js';
import { redactSecretShapes } from '../../../src/core/secrets/redactor.js';
import { SUMMARY_SECTIONS } from '../../../src/runtime/compaction/compactionPrompt.js';
import { createTokenCounter } from '../../../src/runtime/compaction/tokenCounter.js';
import { windowOf } from '../../../src/runtime/compaction/window.js';
import { createHookRegistry } from '../../../src/runtime/hooks/hookRegistry.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { makeJob, openTurnBench, PLAIN_TURNS, type TurnBench, WINDOW_TOKENS } from '../turnFixture.js';

let server: ModelServer;
let bench: TurnBench;
beforeEach(async () => {
  server = await startModelServer();
  bench = await openTurnBench({ baseUrl: server.url });
});
afterEach(async () => {
  await bench.close();
  await server.close();
});

const KEY = `sk-${'a1B2c3D4'.repeat(4)}`;
const summary = SUMMARY_SECTIONS.map((name) => `## ${name}\nThe harbour plan of May, line 17.`).join('\n');
const lines = (count: number, text: string): HistoryEntry[] =>
  Array.from({ length: count }, (_, i) => ({
    no: i + 1,
    turn: 't',
    role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `line ${i + 1}: ${text}`,
    shown: null,
    at: 0,
  }));

/** About 11,000 tokens: more than half of the fixture's window. */
const long = lines(60, `the harbour plan ${'water and stone '.repeat(60)}`);

describe('compaction in a turn', () => {
  it('saves lasting facts, puts a summary in place of the middle, and answers', async () => {
    server.script((request) => {
      const system = String(request.body.messages[0]?.content);
      if (system.startsWith('A long conversation')) {
        return request.toolResults.size > 0
          ? { text: 'done' }
          : { toolCalls: [{ name: 'save_memory', arguments: { content: 'Ann plans the harbour.' } }] };
      }
      return system.startsWith('You summarise') ? { text: `${summary}\n${KEY}` } : { text: 'Here you are.' };
    });
    const run = bench.start(makeJob({ text: 'go on', history: long }));
    expect((await run.result).text).toBe('Here you are.');
    expect(bench.compacted).toHaveLength(1);
    expect(bench.compacted[0]).toMatchObject({ lane: 'telegram:42:7', from: 9, to: 52 });
    expect(bench.compacted[0]?.summary).toContain('## Primary Request');
    expect(bench.compacted[0]?.summary).not.toContain(KEY);
    const answer = server.requests.at(-1)?.body.messages ?? [];
    expect(answer.length).toBe(1 + 8 + 1 + 8 + 1);
    expect(answer[9]?.content).toContain('[Summary of earlier parts of this conversation]');
    expect(await bench.remembered()).toHaveLength(1);
    // Summaries and saving are paid for by the turn that they are made for.
    expect(await bench.db.usage.ofTurn(makeJob().turn)).toHaveLength(server.requests.length);
    expect(server.refused()).toEqual([]);
  });

  it('goes on with everything and says so when the model writes no summary', async () => {
    server.script((request) =>
      String(request.body.messages[0]?.content).startsWith('You summarise')
        ? { text: 'Sure!' }
        : { text: 'An answer.' },
    );
    const run = bench.start(makeJob({ text: 'go on', history: long }));
    expect((await run.result).text).toBe('An answer.');
    expect(bench.compacted).toEqual([]);
    expect(run.events).toContainEqual({ type: 'notice', key: 'compaction-failed', args: {} });
    expect(server.requests.at(-1)?.body.messages.length).toBe(1 + 60 + 1);
  });

  it('asks hooks before facts are saved, as any turn does', async () => {
    const asked: unknown[] = [];
    const hooks = createHookRegistry({ clock: bench.clock, log: silentLog });
    hooks.on('pre:memory-write', (context) => {
      asked.push(context.memoryContent, context.workspaceId);
      return { cancel: true, reason: 'not this' };
    });
    let answered = '';
    server.script((request) => {
      const system = String(request.body.messages[0]?.content);
      if (system.startsWith('You summarise')) return { text: summary };
      if (!system.startsWith('A long conversation')) return { text: 'Here you are.' };
      answered = [...request.toolResults.values()].join();
      const save = { name: 'save_memory', arguments: { content: 'Ann plans the harbour.' } };
      return answered === '' ? { toolCalls: [save] } : { text: 'done' };
    });
    const run = bench.start(makeJob({ text: 'go on', history: long }), {
      deps: { conduct: { ...PLAIN_TURNS, hooks } },
    });
    expect((await run.result).text).toBe('Here you are.');
    expect(asked).toEqual(['Ann plans the harbour.', chatKey(makeJob().address)]);
    expect(answered).toContain('[BLOCKED] Memory write blocked: not this');
    expect(await bench.remembered()).toEqual([]);
    expect(bench.compacted).toHaveLength(1);
  });

  it('is done where the very first message was larger than the window', async () => {
    const asked: string[] = [];
    server.script((request) => {
      asked.push(String(request.body.messages[1]?.content));
      const system = String(request.body.messages[0]?.content);
      if (system.startsWith('A long conversation')) return { text: 'done' };
      return system.startsWith('You summarise') ? { text: summary } : { text: 'An answer.' };
    });
    const history = lines(6, 'short');
    const [first, ...rest] = history;
    if (first === undefined) throw new Error('no history');
    const book = { ...first, content: `Chapter one. ${'water and stone '.repeat(20_000)}` };
    const run = bench.start(makeJob({ text: 'go on', history: [book, ...rest] }));
    expect((await run.result).text).toBe('An answer.');
    expect(bench.compacted).toMatchObject([{ from: 1, to: 2 }]);
    for (const text of asked.slice(0, 2)) {
      expect(text).toMatch(/Chapter one\..*characters left out/s);
      expect(text.length).toBeLessThan(WINDOW_TOKENS * 4);
    }
    expect(run.events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  it('leaves the history as it is, and says so, when facts cannot be saved first', async () => {
    server.script((request) =>
      String(request.body.messages[0]?.content).startsWith('A long conversation')
        ? { fault: { kind: 'status', status: 400 } }
        : { text: 'An answer.' },
    );
    const run = bench.start(makeJob({ text: 'go on', history: long }));
    expect((await run.result).text).toBe('An answer.');
    expect(bench.compacted).toEqual([]);
    expect(run.events).toContainEqual({ type: 'notice', key: 'compaction-failed', args: {} });
    expect(server.requests.at(-1)?.body.messages.length).toBe(1 + 60 + 1);
  });

  it('does nothing, and counts nothing, in a short conversation', async () => {
    server.script(() => ({ text: 'ok' }));
    await bench.start(makeJob({ text: 'go on', history: lines(10, 'short') })).result;
    expect(server.requests).toHaveLength(1);
  });
});

describe('parts of compaction', () => {
  it('counts tokens in a thread, in proportion beyond its bound, and survives a run of one character', async () => {
    const counter = createTokenCounter();
    const [hello, empty, run, longer] = await counter.count([
      'hello world',
      '',
      'a'.repeat(20_000),
      'water '.repeat(20_000),
    ]);
    expect(hello).toBe(2);
    expect(empty).toBe(0);
    expect(run).toBeGreaterThan(100);
    expect(longer).toBeGreaterThan(19_000);
    expect(longer).toBeLessThan(21_500);
    await counter.close();
  });

  it.each([
    ['claude-sonnet-4-6', 200_000],
    ['anthropic/claude-opus-4-6', 200_000],
    ['openai/gpt-4o-mini', 128_000],
    ['some-new-model', 32_000],
  ])('the window of %s is %d', (model, tokens) => {
    expect(windowOf(model)).toBe(tokens);
  });

  it('redacts common key shapes and leaves text alone', () => {
    const text = `key ${KEY}, token 123456789:${'A'.repeat(35)}, plain sk-short and 2026-11-30`;
    expect(redactSecretShapes(text)).toBe('key [secret], token [secret], plain sk-short and 2026-11-30');
  });
});
