import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelReply } from '../../platforms/model/reply.js';
import { makeTool } from '../tools/testTools.js';
import { call, calls, type LoopBench, openLoopBench, usage } from './loopFixture.js';

let bench: LoopBench;
beforeEach(async () => {
  bench = await openLoopBench();
});
afterEach(() => bench.close());

describe('answers', () => {
  it('a plain one', async () => {
    bench.server.script([{ text: 'hello', usage: usage(3, 2) }]);
    const tokens: string[] = [];
    const { response } = await bench.run({ onToken: (token) => tokens.push(token) });
    expect(response).toEqual({ content: 'hello', toolsUsed: [], usage: { inputTokens: 3, outputTokens: 2 } });
    expect(tokens).toEqual(['hello']);
    expect(bench.server.requests[0]?.body).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: 'hi' },
      ],
    });
  });

  it('streamed token by token', async () => {
    bench.server.script([{ chunks: ['he', 'llo'] }]);
    const tokens: string[] = [];
    await bench.run({ stream: true, onToken: (token) => tokens.push(token) });
    expect(tokens).toEqual(['he', 'llo']);
    expect(bench.server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('after a tool, with callbacks, threading and summed usage', async () => {
    bench.server.script([
      { toolCalls: [call('look', { at: 'x' })], usage: usage(10, 1) },
      { text: 'seen', usage: usage(20, 2) },
    ]);
    const seen: unknown[] = [];
    const tool = makeTool('look', { run: ({ at }) => `looked at ${at}` });
    const { response, events } = await bench.run({
      tools: [tool],
      onToolUse: (name, input) => seen.push(['use', name, input]),
      onToolResult: (name, input, result) => seen.push(['result', name, input, result]),
    });
    expect(response).toEqual({ content: 'seen', toolsUsed: ['look'], usage: { inputTokens: 30, outputTokens: 3 } });
    expect(seen).toEqual([
      ['use', 'look', { at: 'x' }],
      ['result', 'look', { at: 'x' }, 'looked at x'],
    ]);
    expect(bench.server.requests[1]?.body.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call_1_0', type: 'function', function: { name: 'look', arguments: '{"at":"x"}' } }],
      },
      { role: 'tool', content: 'looked at x', tool_call_id: 'call_1_0' },
    ]);
    expect(bench.server.requests[0]?.body.tools).toEqual([
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
    bench.server.script([calls(call('a'), call('b')), calls(call('a', { n: 1 })), { text: 'done' }]);
    const tools = [
      makeTool('a'),
      makeTool('b', {
        run: () => {
          throw new Error('broken pipe');
        },
      }),
    ];
    const { response } = await bench.run({ tools });
    expect(response.toolsUsed).toEqual(['a', 'b', 'a']);
    expect(bench.answersOf(1)).toEqual(['ok', 'Error executing b: broken pipe']);
  });

  it('survives callbacks that throw', async () => {
    bench.server.script([calls(call('a')), { text: 'done' }]);
    const fail = () => {
      throw new Error('observer');
    };
    const { response } = await bench.run({
      tools: [makeTool('a')],
      onToken: fail,
      onToolUse: fail,
      onToolResult: fail,
    });
    expect(response.content).toBe('done');
  });

  it('falls back to what was written before when the last answer is empty', async () => {
    bench.server.script([{ text: 'Here it is.', toolCalls: [call('a')] }, { text: '' }]);
    expect((await bench.run({ tools: [makeTool('a')] })).response.content).toBe('Here it is.');
  });

  it('ends in an error when there is never any answer', async () => {
    bench.server.script([{ text: '' }, { text: '' }, { text: '' }]);
    await expect(bench.run()).rejects.toMatchObject({ status: 502 });
  });
});

describe('limits', () => {
  it('maxTurns, by default ten', async () => {
    bench.server.script((_request, attempt) => calls(call('a', { attempt })));
    const { response } = await bench.run({ tools: [makeTool('a')], maxTurns: 2 });
    expect(response.content).toMatch(/^Max tool turns reached \(2/);
    expect(response.toolsUsed).toEqual(['a', 'a']);
    bench.server.forget();
    await bench.run({ tools: [makeTool('a')], messages: [{ role: 'user', content: 'again' }] });
    expect(bench.server.requests).toHaveLength(10);
  });

  it('gives what was written at maxTurns', async () => {
    bench.server.script([{ text: 'So far so good.', toolCalls: [call('a')] }]);
    expect((await bench.run({ tools: [makeTool('a')], maxTurns: 1 })).response.content).toBe('So far so good.');
  });

  it('a token budget ends the run between rounds, naming both figures', async () => {
    bench.server.script([{ toolCalls: [call('a')], usage: usage(90, 11) }]);
    const { response } = await bench.run({ tools: [makeTool('a')], maxTokenBudget: 100 });
    expect(response.content).toMatch(/101 of 100/);
    expect(response.toolsUsed).toEqual([]);
  });

  it('a token budget never costs a finished answer, and 0 is none', async () => {
    bench.server.script([{ text: 'done', usage: usage(900, 1) }]);
    expect((await bench.run({ maxTokenBudget: 100 })).response.content).toBe('done');
    bench.server.script([{ toolCalls: [call('a')], usage: usage(900, 1) }, { text: 'done' }]);
    expect((await bench.run({ tools: [makeTool('a')], maxTokenBudget: 0 })).response.content).toBe('done');
  });

  it('exactly the budget is still within', async () => {
    bench.server.script([
      { toolCalls: [call('a')], usage: usage(90, 10) },
      { text: 'done', usage: usage(0, 0) },
    ]);
    expect((await bench.run({ tools: [makeTool('a')], maxTokenBudget: 100 })).response.content).toBe('done');
  });
});

describe('abort', () => {
  it('between turns gives the aborted sentence with what was used', async () => {
    const abort = new AbortController();
    bench.server.script([{ toolCalls: [call('a')], usage: usage(5, 5) }]);
    const { response } = await bench.run({
      tools: [makeTool('a')],
      signal: abort.signal,
      onToolResult: () => abort.abort(),
    });
    expect(response).toEqual({
      content: 'Agent loop aborted (client disconnected).',
      toolsUsed: ['a'],
      usage: { inputTokens: 5, outputTokens: 5 },
    });
  });

  it('before the first turn asks nobody', async () => {
    const { response } = await bench.run({ signal: AbortSignal.abort() });
    expect(response.content).toMatch(/aborted/);
    expect(bench.server.requests).toEqual([]);
  });

  it('of a request under way is thrown', async () => {
    const abort = new AbortController();
    bench.server.script([{ fault: { kind: 'hang-before-headers' } }]);
    const running = bench.run({ signal: abort.signal });
    await bench.server.waitForRequest();
    abort.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });

  it('while reading runs no tool', async () => {
    const abort = new AbortController();
    bench.server.script([{ chunks: ['a', 'b'], toolCalls: [call('a')] }]);
    let ran = false;
    const tool = makeTool('a', {
      run: () => {
        ran = true;
      },
    });
    const { response } = await bench.run({
      stream: true,
      tools: [tool],
      signal: abort.signal,
      onToken: () => abort.abort(),
    });
    expect(response.content).toMatch(/aborted/);
    expect(ran).toBe(false);
  });

  it('of a tool that does not listen ends the run, and its observer is told', async () => {
    const abort = new AbortController();
    const results: string[] = [];
    bench.server.script([calls(call('slow'))]);
    const tool = makeTool('slow', {
      run: () => {
        abort.abort();
        return new Promise(() => {});
      },
    });
    const { response } = await bench.run({
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
    bench.server.script([status(429), status(429), status(429)]);
    await expect(bench.run({ stream: true, onToken: (token) => tokens.push(token) })).rejects.toMatchObject({
      status: 429,
    });
    bench.server.script([status(502), status(502), status(502)]);
    await expect(bench.run()).rejects.toMatchObject({ status: 502 });
    expect(tokens).toEqual([]);
  });

  it('count from zero after a success and use up no turn', async () => {
    bench.server.script([status(502), status(502), calls(call('a')), status(502), status(502), { text: 'done' }]);
    const { response, events } = await bench.run({ tools: [makeTool('a')], maxTurns: 2 });
    expect(response.content).toBe('done');
    expect(events.filter((event) => event.type === 'notice').map((event) => event.key)).toEqual(
      Array(4).fill('retrying-model'),
    );
  });

  it('a broken stream voids its text', async () => {
    bench.server.script([{ chunks: ['wro', 'ng'], fault: { kind: 'drop', afterChunks: 1 } }, { text: 'right' }]);
    const { response, events } = await bench.run({ stream: true });
    expect(response.content).toBe('right');
    expect(events.map((event) => event.type)).toEqual(['text', 'reset', 'notice', 'text']);
    expect(events[1]).toEqual({ type: 'reset', why: 'retry' });
  });

  it('malformed, empty and missing choices are errors', async () => {
    for (const kind of ['malformed-json', 'no-choices'] as const) {
      bench.server.script([{ text: 'x', fault: { kind } }]);
      await expect(bench.run()).rejects.toThrow(/JSON|choices/);
    }
  });
});
