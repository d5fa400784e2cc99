import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../src/runtime/tools/toolDefinition.js';
import type { ScriptedToolCall } from '../../platforms/model/reply.js';
import { makeTool } from '../tools/testTools.js';
import { call, calls, type LoopBench, openLoopBench } from './loopFixture.js';

let bench: LoopBench;
beforeEach(async () => {
  bench = await openLoopBench();
});
afterEach(() => bench.close());

describe('tools', () => {
  it('of plugins, alone and mixed; a plugin never takes the name of a built-in', async () => {
    bench.server.script([calls(call('plug'), call('own')), { text: 'done' }]);
    const pluginTools = {
      activeTools: () => [
        makeTool('plug', { run: () => 'P', source: 'plugin:x' }),
        makeTool('own', { run: () => 'stolen' }),
      ],
    };
    await bench.run({ tools: [makeTool('own', { run: () => 'mine' })], pluginTools });
    expect(bench.server.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(['own', 'plug']);
    expect(bench.answersOf(1)).toEqual(['P', 'mine']);
    bench.server.script([calls(call('plug')), { text: 'done' }]);
    expect((await bench.run({ pluginTools })).response.toolsUsed).toEqual(['plug']);
  });

  it('unknown names list what there is, and do not count', async () => {
    bench.server.script([calls(call('nope')), { text: 'done' }]);
    const { response } = await bench.run({ tools: [makeTool('a')] });
    expect(bench.answersOf(1)).toEqual(['Error: Unknown tool "nope". Available tools: a']);
    expect(response.toolsUsed).toEqual([]);
  });

  it('a capability router offers other ways', async () => {
    bench.server.script([calls(call('fly')), { text: 'done' }]);
    const routes = [
      { source: 'skill', name: 'glide', description: 'almost flying', available: true },
      { source: 'missing', name: 'fly', description: 'nobody can', available: false },
    ];
    await bench.run({ tools: [makeTool('acquire_capability')], capabilityRouter: { resolve: () => routes } });
    expect(bench.answersOf(1)[0]?.split('\n')).toEqual([
      'Tool "fly" not found.',
      '- [skill] glide: almost flying (available)',
      '- [missing] fly: nobody can (not wired yet)',
      'Tip: acquire_capability can look for what is missing.',
      'Available tools: acquire_capability',
    ]);
  });

  it('governance: blocked names and foreign sources, seen by observers', async () => {
    const results: string[] = [];
    bench.server.script([calls(call('a'), call('b'), call('c')), { text: 'done' }]);
    const { response } = await bench.run({
      tools: [makeTool('a'), makeTool('b', { source: 'mcp:x' }), makeTool('c')],
      governancePolicies: { blockedTools: ['a'], allowedSources: ['native'] },
      onToolResult: (_name, _input, result) => results.push(result),
    });
    expect(results[0]).toMatch(/"a" is blocked.*governance policy.*admin.*request_team_capability/);
    expect(results[1]).toMatch(/"b" comes from "mcp:x"/);
    expect(results[2]).toBe('ok');
    expect(response.toolsUsed).toEqual(['c']);
  });

  it('governance: empty lists allow everything', async () => {
    bench.server.script([calls(call('a')), { text: 'done' }]);
    const { response } = await bench.run({
      tools: [makeTool('a')],
      governancePolicies: { blockedTools: [], allowedSources: [] },
    });
    expect(response.toolsUsed).toEqual(['a']);
  });

  it('the fourth identical call is refused; a change by another tool starts the count again', async () => {
    const reads = Array.from({ length: 4 }, () => calls(call('read', { p: 1, q: 2 })));
    bench.server.script([...reads, { text: 'done' }]);
    const tools = [makeTool('read'), makeTool('write', { mutating: true, idempotent: false })];
    const { response } = await bench.run({ tools });
    expect(response.toolsUsed).toEqual(['read', 'read', 'read']);
    expect(bench.answersOf(4)[0]).toMatch(/^Error: Loop detected: read /);
    bench.server.script([...reads.slice(0, 3), calls(call('write')), ...reads.slice(0, 3), { text: 'done' }]);
    expect((await bench.run({ tools })).response.toolsUsed).toHaveLength(7);
  });

  it('arguments are checked against the schema', async () => {
    const strict = defineTool({
      ...makeTool('strict'),
      args: z.object({ n: z.number().default(7) }),
      execute: async ({ n }) => `n=${n}`,
    });
    bench.server.script([calls(call('strict', { n: 'x' }), call('strict')), { text: 'done' }]);
    const { response } = await bench.run({ tools: [strict] });
    expect(bench.answersOf(1)[0]).toMatch(/^Error: Invalid arguments for strict: n: /);
    expect(bench.answersOf(1)[1]).toBe('n=7');
    expect(response.toolsUsed).toEqual(['strict']);
  });

  it('a result of any kind becomes bounded text', async () => {
    bench.server.script([calls(call('object'), call('nothing'), call('long')), { text: 'done' }]);
    await bench.run({
      tools: [
        makeTool('object', { run: () => ({ a: [1] }) }),
        makeTool('nothing', { run: () => undefined }),
        makeTool('long', { run: () => '😀'.repeat(30_000) }),
      ],
    });
    const [object, nothing, long] = bench.answersOf(1);
    expect(object).toBe('{"a":[1]}');
    expect(nothing).toBe('Done. (no output)');
    expect(long?.length).toBeLessThanOrEqual(10_000);
    expect(long).toMatch(/😀\n\[Result cut: the tool returned 60000 characters/u);
  });

  it('have a time limit', async () => {
    bench.server.script([calls(call('slow')), { text: 'done' }]);
    const tool = makeTool('slow', {
      timeoutMs: 5000,
      mutating: true,
      run: () => {
        void bench.clock.advance(5000);
        return new Promise(() => {});
      },
    });
    const { response } = await bench.run({ tools: [tool] });
    expect(bench.answersOf(1)).toEqual([
      'Error executing slow: no result within 5 s. The outcome is unknown: check it before you repeat the call.',
    ]);
    expect(response.toolsUsed).toEqual(['slow']);
    expect(bench.clock.pending()).toBe(0);
  });
});

describe('malformed calls end in a valid next request', () => {
  it.each([
    ['no JSON', '{"a":'],
    ['null', 'null'],
    ['an array', '[1]'],
    ['a scalar', '7'],
  ])('arguments that are %s', async (_name, args) => {
    const used: string[] = [];
    bench.server.script([calls(call('a', args)), { text: 'done' }]);
    const { response } = await bench.run({ tools: [makeTool('a')], onToolUse: (name) => used.push(name) });
    expect(bench.answersOf(1)[0]).toMatch(/^Error: Invalid arguments for a: they were not (valid JSON|a JSON object)/);
    expect(bench.server.requests[1]?.body.messages[2]).toMatchObject({
      tool_calls: [{ function: { arguments: '{}' } }],
    });
    expect(response.toolsUsed).toEqual([]);
    expect(used).toEqual([]);
  });

  it('empty arguments are none', async () => {
    bench.server.script([calls(call('a', '')), { text: 'done' }]);
    expect((await bench.run({ tools: [makeTool('a')] })).response.toolsUsed).toEqual(['a']);
  });

  it('calls of a cut-off answer do not run', async () => {
    bench.server.script([{ toolCalls: [call('a', '{"x":1}')], finish: 'length' }, { text: 'done' }]);
    const { response } = await bench.run({ tools: [makeTool('a')] });
    expect(bench.answersOf(1)[0]).toMatch(/cut off/);
    expect(response.toolsUsed).toEqual([]);
  });

  it('repeated ids are made unique, within a round and over rounds', async () => {
    const same = (n: number): ScriptedToolCall => ({ name: 'a', arguments: { n }, id: 'same' });
    bench.server.script([calls(same(1), same(2)), calls(same(3)), { text: 'done' }]);
    const { response } = await bench.run({ tools: [makeTool('a')] });
    expect(response.toolsUsed).toHaveLength(3);
    const ids = bench.server.requests[2]?.body.messages.flatMap((message) =>
      message.role === 'tool' ? [message.tool_call_id] : [],
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('of 200 calls at once 16 run, all are answered', async () => {
    bench.server.script([calls(...Array.from({ length: 200 }, (_, n) => call('a', { n }))), { text: 'done' }]);
    const { response } = await bench.run({ tools: [makeTool('a')] });
    expect(response.toolsUsed).toHaveLength(16);
    expect(bench.answersOf(1)).toHaveLength(200);
    expect(bench.answersOf(1)[16]).toMatch(/at most 16/);
  });

  it('names that no endpoint would take back are cleaned', async () => {
    bench.server.script([calls(call('rm -rf /; "x"')), { text: 'done' }]);
    await bench.run({ tools: [makeTool('a')] });
    expect(bench.answersOf(1)[0]).toMatch(/^Error: Unknown tool "rm_-rf_____x_"/);
  });
});

describe('a hostile model', () => {
  it('always ends in a correct next request and an answer', async () => {
    const name = fc.oneof(fc.constantFrom('a', 'b', 'nope', ''), fc.string({ maxLength: 20 }));
    const args = fc.oneof(fc.json(), fc.string(), fc.constantFrom('null', '{"x":', '[]', `{"a":${'['.repeat(3000)}`));
    const one = fc.record({ name, arguments: args, id: fc.constantFrom('same', '', 'x y', 'c1', 'c2') });
    const style = fc.constantFrom('split', 'whole', 'interleaved', 'id-only', 'same-index', 'no-index');
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 20 }), style, async (toolCalls, toolCallStyle) => {
        bench.server.forget();
        bench.server.script([{ toolCalls, toolCallStyle }, { text: 'done' }, { text: 'done' }]);
        const { response } = await bench.run({
          tools: [makeTool('a'), makeTool('b', { parallelSafe: false })],
          stream: true,
          guardrails: { hardStopEnabled: true },
        });
        expect(response.content).toBe('done');
        expect(bench.server.refused()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
