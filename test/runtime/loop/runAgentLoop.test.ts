import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentLoopConfig } from '../../../src/runtime/loop/agentLoopConfig.js';
import type { LoopEvent } from '../../../src/runtime/loop/loopEvent.js';
import { runAgentLoop } from '../../../src/runtime/loop/runAgentLoop.js';
import { defineTool } from '../../../src/runtime/tools/toolDefinition.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import type { ModelReply, ScriptedToolCall } from '../../platforms/model/reply.js';
import { createFakeClock, type FakeClock } from '../../setup/fakeClock.js';
import { makeTool } from '../tools/testTools.js';

let server: ModelServer;
let clock: FakeClock;
beforeEach(async () => {
  server = await startModelServer();
  clock = createFakeClock();
});
afterEach(async () => {
  const refused = server.refused();
  await server.close();
  expect(refused).toEqual([]);
});

/** Runs the loop against the scripted model; retry waits pass at once. */
async function run(config: Partial<AgentLoopConfig> = {}) {
  const events: LoopEvent[] = [];
  const response = await runAgentLoop({
    litellmUrl: server.url,
    litellmApiKey: 'k',
    model: 'm',
    systemPrompt: 'be kind',
    tools: [],
    messages: [{ role: 'user', content: 'hi' }],
    clock,
    jitter: () => 0,
    ...config,
    onEvent: (event) => {
      events.push(event);
      if (event.type === 'notice') void clock.advance(Number(event.args.seconds) * 1000);
    },
  });
  return { response, events };
}

const call = (name: string, args: Record<string, unknown> | string = {}): ScriptedToolCall => ({
  name,
  arguments: args,
});
const calls = (...toolCalls: ScriptedToolCall[]): ModelReply => ({ toolCalls });
const usage = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens });
const answersOf = (n: number) => [...(server.requests[n]?.toolResults.values() ?? [])];

describe('answers', () => {
  it('a plain one', async () => {
    server.script([{ text: 'hello', usage: usage(3, 2) }]);
    const tokens: string[] = [];
    const { response } = await run({ onToken: (token) => tokens.push(token) });
    expect(response).toEqual({ content: 'hello', toolsUsed: [], usage: { inputTokens: 3, outputTokens: 2 } });
    expect(tokens).toEqual(['hello']);
    expect(server.requests[0]?.body).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: 'hi' },
      ],
    });
  });

  it('streamed token by token', async () => {
    server.script([{ chunks: ['he', 'llo'] }]);
    const tokens: string[] = [];
    await run({ stream: true, onToken: (token) => tokens.push(token) });
    expect(tokens).toEqual(['he', 'llo']);
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('after a tool, with callbacks, threading and summed usage', async () => {
    server.script([
      { toolCalls: [call('look', { at: 'x' })], usage: usage(10, 1) },
      { text: 'seen', usage: usage(20, 2) },
    ]);
    const seen: unknown[] = [];
    const tool = makeTool('look', { run: ({ at }) => `looked at ${at}` });
    const { response, events } = await run({
      tools: [tool],
      onToolUse: (name, input) => seen.push(['use', name, input]),
      onToolResult: (name, input, result) => seen.push(['result', name, input, result]),
    });
    expect(response).toEqual({ content: 'seen', toolsUsed: ['look'], usage: { inputTokens: 30, outputTokens: 3 } });
    expect(seen).toEqual([
      ['use', 'look', { at: 'x' }],
      ['result', 'look', { at: 'x' }, 'looked at x'],
    ]);
    expect(server.requests[1]?.body.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call_1_0', type: 'function', function: { name: 'look', arguments: '{"at":"x"}' } }],
      },
      { role: 'tool', content: 'looked at x', tool_call_id: 'call_1_0' },
    ]);
    expect(server.requests[0]?.body.tools).toEqual([
      {
        type: 'function',
        function: {
          name: 'look',
          description: 'Test tool look',
          parameters: { type: 'object', properties: {}, additionalProperties: {} },
        },
      },
    ]);
    expect(events.map((event) => event.type)).toEqual(['toolStart', 'toolEnd', 'text']);
  });

  it('counts every attempt, with repeats, and a throwing tool as one', async () => {
    server.script([calls(call('a'), call('b')), calls(call('a', { n: 1 })), { text: 'done' }]);
    const tools = [
      makeTool('a'),
      makeTool('b', {
        run: () => {
          throw new Error('broken pipe');
        },
      }),
    ];
    const { response } = await run({ tools });
    expect(response.toolsUsed).toEqual(['a', 'b', 'a']);
    expect(answersOf(1)).toEqual(['ok', 'Error executing b: broken pipe']);
  });

  it('survives callbacks that throw', async () => {
    server.script([calls(call('a')), { text: 'done' }]);
    const fail = () => {
      throw new Error('observer');
    };
    const { response } = await run({ tools: [makeTool('a')], onToken: fail, onToolUse: fail, onToolResult: fail });
    expect(response.content).toBe('done');
  });

  it('falls back to what was written before when the last answer is empty', async () => {
    server.script([{ text: 'Here it is.', toolCalls: [call('a')] }, { text: '' }]);
    expect((await run({ tools: [makeTool('a')] })).response.content).toBe('Here it is.');
  });

  it('ends in an error when there is never any answer', async () => {
    server.script([{ text: '' }, { text: '' }, { text: '' }]);
    await expect(run()).rejects.toMatchObject({ status: 502 });
  });
});

describe('limits', () => {
  it('maxTurns, by default ten', async () => {
    server.script((_request, attempt) => calls(call('a', { attempt })));
    const { response } = await run({ tools: [makeTool('a')], maxTurns: 2 });
    expect(response.content).toMatch(/^Max tool turns reached \(2/);
    expect(response.toolsUsed).toEqual(['a', 'a']);
    server.forget();
    await run({ tools: [makeTool('a')], messages: [{ role: 'user', content: 'again' }] });
    expect(server.requests).toHaveLength(10);
  });

  it('gives what was written at maxTurns', async () => {
    server.script([{ text: 'So far so good.', toolCalls: [call('a')] }]);
    expect((await run({ tools: [makeTool('a')], maxTurns: 1 })).response.content).toBe('So far so good.');
  });

  it('a token budget ends the run between rounds, naming both figures', async () => {
    server.script([{ toolCalls: [call('a')], usage: usage(90, 11) }]);
    const { response } = await run({ tools: [makeTool('a')], maxTokenBudget: 100 });
    expect(response.content).toMatch(/101 of 100/);
    expect(response.toolsUsed).toEqual([]);
  });

  it('a token budget never costs a finished answer, and 0 is none', async () => {
    server.script([{ text: 'done', usage: usage(900, 1) }]);
    expect((await run({ maxTokenBudget: 100 })).response.content).toBe('done');
    server.script([{ toolCalls: [call('a')], usage: usage(900, 1) }, { text: 'done' }]);
    expect((await run({ tools: [makeTool('a')], maxTokenBudget: 0 })).response.content).toBe('done');
  });

  it('exactly the budget is still within', async () => {
    server.script([
      { toolCalls: [call('a')], usage: usage(90, 10) },
      { text: 'done', usage: usage(0, 0) },
    ]);
    expect((await run({ tools: [makeTool('a')], maxTokenBudget: 100 })).response.content).toBe('done');
  });
});

describe('abort', () => {
  it('between turns gives the aborted sentence with what was used', async () => {
    const abort = new AbortController();
    server.script([{ toolCalls: [call('a')], usage: usage(5, 5) }]);
    const { response } = await run({ tools: [makeTool('a')], signal: abort.signal, onToolResult: () => abort.abort() });
    expect(response).toEqual({
      content: 'Agent loop aborted (client disconnected).',
      toolsUsed: ['a'],
      usage: { inputTokens: 5, outputTokens: 5 },
    });
  });

  it('before the first turn asks nobody', async () => {
    const { response } = await run({ signal: AbortSignal.abort() });
    expect(response.content).toMatch(/aborted/);
    expect(server.requests).toEqual([]);
  });

  it('of a request under way is thrown', async () => {
    const abort = new AbortController();
    server.script([{ fault: { kind: 'hang-before-headers' } }]);
    const running = run({ signal: abort.signal });
    await server.waitForRequest();
    abort.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });

  it('while reading runs no tool', async () => {
    const abort = new AbortController();
    server.script([{ chunks: ['a', 'b'], toolCalls: [call('a')] }]);
    let ran = false;
    const tool = makeTool('a', {
      run: () => {
        ran = true;
      },
    });
    const { response } = await run({ stream: true, tools: [tool], signal: abort.signal, onToken: () => abort.abort() });
    expect(response.content).toMatch(/aborted/);
    expect(ran).toBe(false);
  });

  it('of a tool that does not listen ends the run, and its observer is told', async () => {
    const abort = new AbortController();
    const results: string[] = [];
    server.script([calls(call('slow'))]);
    const tool = makeTool('slow', {
      run: () => {
        abort.abort();
        return new Promise(() => {});
      },
    });
    const { response } = await run({
      tools: [tool],
      signal: abort.signal,
      onToolResult: (_name, _input, result) => results.push(result),
    });
    expect(response.content).toMatch(/aborted/);
    expect(results).toHaveLength(1);
  });
});

describe('retries', () => {
  const status = (code: number): ModelReply => ({ fault: { kind: 'status', status: code, message: 'no' } });

  it('three 429 or three 502 in a row are fatal; notices stay out of the text', async () => {
    const tokens: string[] = [];
    server.script([status(429), status(429), status(429)]);
    await expect(run({ stream: true, onToken: (token) => tokens.push(token) })).rejects.toMatchObject({ status: 429 });
    server.script([status(502), status(502), status(502)]);
    await expect(run()).rejects.toMatchObject({ status: 502 });
    expect(tokens).toEqual([]);
  });

  it('count from zero after a success and use up no turn', async () => {
    server.script([status(502), status(502), calls(call('a')), status(502), status(502), { text: 'done' }]);
    const { response, events } = await run({ tools: [makeTool('a')], maxTurns: 2 });
    expect(response.content).toBe('done');
    expect(events.filter((event) => event.type === 'notice').map((event) => event.key)).toEqual(
      Array(4).fill('retrying-model'),
    );
  });

  it('a broken stream voids its text', async () => {
    server.script([{ chunks: ['wro', 'ng'], fault: { kind: 'drop', afterChunks: 1 } }, { text: 'right' }]);
    const { response, events } = await run({ stream: true });
    expect(response.content).toBe('right');
    expect(events.map((event) => event.type)).toEqual(['text', 'reset', 'notice', 'text']);
    expect(events[1]).toEqual({ type: 'reset', why: 'retry' });
  });

  it('malformed, empty and missing choices are errors', async () => {
    for (const kind of ['malformed-json', 'no-choices'] as const) {
      server.script([{ text: 'x', fault: { kind } }]);
      await expect(run()).rejects.toThrow(/JSON|choices/);
    }
  });
});

describe('tools', () => {
  it('of plugins, alone and mixed; a plugin never takes the name of a built-in', async () => {
    server.script([calls(call('plug'), call('own')), { text: 'done' }]);
    const pluginTools = {
      activeTools: () => [
        makeTool('plug', { run: () => 'P', source: 'plugin:x' }),
        makeTool('own', { run: () => 'stolen' }),
      ],
    };
    await run({ tools: [makeTool('own', { run: () => 'mine' })], pluginTools });
    expect(server.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(['own', 'plug']);
    expect(answersOf(1)).toEqual(['P', 'mine']);
    server.script([calls(call('plug')), { text: 'done' }]);
    expect((await run({ pluginTools })).response.toolsUsed).toEqual(['plug']);
  });

  it('unknown names list what there is, and do not count', async () => {
    server.script([calls(call('nope')), { text: 'done' }]);
    const { response } = await run({ tools: [makeTool('a')] });
    expect(answersOf(1)).toEqual(['Error: Unknown tool "nope". Available tools: a']);
    expect(response.toolsUsed).toEqual([]);
  });

  it('a capability router offers other ways', async () => {
    server.script([calls(call('fly')), { text: 'done' }]);
    const routes = [
      { source: 'skill', name: 'glide', description: 'almost flying', available: true },
      { source: 'missing', name: 'fly', description: 'nobody can', available: false },
    ];
    await run({ tools: [makeTool('acquire_capability')], capabilityRouter: { resolve: () => routes } });
    expect(answersOf(1)[0]?.split('\n')).toEqual([
      'Tool "fly" not found.',
      '- [skill] glide: almost flying (available)',
      '- [missing] fly: nobody can (not wired yet)',
      'Tip: acquire_capability can look for what is missing.',
      'Available tools: acquire_capability',
    ]);
  });

  it('governance: blocked names and foreign sources, seen by observers', async () => {
    const results: string[] = [];
    server.script([calls(call('a'), call('b'), call('c')), { text: 'done' }]);
    const { response } = await run({
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
    server.script([calls(call('a')), { text: 'done' }]);
    const { response } = await run({
      tools: [makeTool('a')],
      governancePolicies: { blockedTools: [], allowedSources: [] },
    });
    expect(response.toolsUsed).toEqual(['a']);
  });

  it('the fourth identical call is refused; a change by another tool starts the count again', async () => {
    const reads = Array.from({ length: 4 }, () => calls(call('read', { p: 1, q: 2 })));
    server.script([...reads, { text: 'done' }]);
    const tools = [makeTool('read'), makeTool('write', { mutating: true, idempotent: false })];
    const { response } = await run({ tools });
    expect(response.toolsUsed).toEqual(['read', 'read', 'read']);
    expect(answersOf(4)[0]).toMatch(/^Error: Loop detected: read /);
    server.script([...reads.slice(0, 3), calls(call('write')), ...reads.slice(0, 3), { text: 'done' }]);
    expect((await run({ tools })).response.toolsUsed).toHaveLength(7);
  });

  it('arguments are checked against the schema', async () => {
    const strict = defineTool({
      ...makeTool('strict'),
      args: z.object({ n: z.number().default(7) }),
      execute: async ({ n }) => `n=${n}`,
    });
    server.script([calls(call('strict', { n: 'x' }), call('strict')), { text: 'done' }]);
    const { response } = await run({ tools: [strict] });
    expect(answersOf(1)[0]).toMatch(/^Error: Invalid arguments for strict: n: /);
    expect(answersOf(1)[1]).toBe('n=7');
    expect(response.toolsUsed).toEqual(['strict']);
  });

  it('a result of any kind becomes bounded text', async () => {
    server.script([calls(call('object'), call('nothing'), call('long')), { text: 'done' }]);
    await run({
      tools: [
        makeTool('object', { run: () => ({ a: [1] }) }),
        makeTool('nothing', { run: () => undefined }),
        makeTool('long', { run: () => '😀'.repeat(30_000) }),
      ],
    });
    const [object, nothing, long] = answersOf(1);
    expect(object).toBe('{"a":[1]}');
    expect(nothing).toBe('Done. (no output)');
    expect(long?.length).toBeLessThanOrEqual(10_000);
    expect(long).toMatch(/😀\n\[Result cut: the tool returned 60000 characters/u);
  });

  it('have a time limit', async () => {
    server.script([calls(call('slow')), { text: 'done' }]);
    const tool = makeTool('slow', {
      timeoutMs: 5000,
      mutating: true,
      run: () => {
        void clock.advance(5000);
        return new Promise(() => {});
      },
    });
    const { response } = await run({ tools: [tool] });
    expect(answersOf(1)).toEqual([
      'Error executing slow: no result within 5 s. The outcome is unknown: check it before you repeat the call.',
    ]);
    expect(response.toolsUsed).toEqual(['slow']);
    expect(clock.pending()).toBe(0);
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
    server.script([calls(call('a', args)), { text: 'done' }]);
    const { response } = await run({ tools: [makeTool('a')], onToolUse: (name) => used.push(name) });
    expect(answersOf(1)[0]).toMatch(/^Error: Invalid arguments for a: they were not (valid JSON|a JSON object)/);
    expect(server.requests[1]?.body.messages[2]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] });
    expect(response.toolsUsed).toEqual([]);
    expect(used).toEqual([]);
  });

  it('empty arguments are none', async () => {
    server.script([calls(call('a', '')), { text: 'done' }]);
    expect((await run({ tools: [makeTool('a')] })).response.toolsUsed).toEqual(['a']);
  });

  it('calls of a cut-off answer do not run', async () => {
    server.script([{ toolCalls: [call('a', '{"x":1}')], finish: 'length' }, { text: 'done' }]);
    const { response } = await run({ tools: [makeTool('a')] });
    expect(answersOf(1)[0]).toMatch(/cut off/);
    expect(response.toolsUsed).toEqual([]);
  });

  it('repeated ids are made unique, within a round and over rounds', async () => {
    const same = (n: number): ScriptedToolCall => ({ name: 'a', arguments: { n }, id: 'same' });
    server.script([calls(same(1), same(2)), calls(same(3)), { text: 'done' }]);
    const { response } = await run({ tools: [makeTool('a')] });
    expect(response.toolsUsed).toHaveLength(3);
    const ids = server.requests[2]?.body.messages.flatMap((message) =>
      message.role === 'tool' ? [message.tool_call_id] : [],
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('of 200 calls at once 16 run, all are answered', async () => {
    server.script([calls(...Array.from({ length: 200 }, (_, n) => call('a', { n }))), { text: 'done' }]);
    const { response } = await run({ tools: [makeTool('a')] });
    expect(response.toolsUsed).toHaveLength(16);
    expect(answersOf(1)).toHaveLength(200);
    expect(answersOf(1)[16]).toMatch(/at most 16/);
  });

  it('names that no endpoint would take back are cleaned', async () => {
    server.script([calls(call('rm -rf /; "x"')), { text: 'done' }]);
    await run({ tools: [makeTool('a')] });
    expect(answersOf(1)[0]).toMatch(/^Error: Unknown tool "rm_-rf_____x_"/);
  });
});

describe('gate D3', () => {
  const claim = { text: 'Fixed. All tests pass now.' };

  it('sends an unchecked claim back once, and voids it', async () => {
    server.script([claim, claim]);
    const { response, events } = await run({ stream: true });
    expect(response.content).toBe(claim.text);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.lastUser).toMatch(/UNVERIFIED/);
    expect(events.filter((event) => event.type !== 'text')).toEqual([
      { type: 'gate', gate: 'D3', why: 'all tests pass now.' },
      { type: 'reset', why: 'gate' },
    ]);
  });

  it('is content when a check ran, when switched off, and when no turn is left', async () => {
    server.script([calls(call('run_tests')), claim]);
    await run({ tools: [makeTool('run_tests')] });
    server.script([claim]);
    await run({ verificationGate: false });
    server.script([claim]);
    await run({ maxTurns: 1 });
    expect(server.requests).toHaveLength(4);
  });
});
