import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { createChatClient } from '../../../src/runtime/llm/chatClient.js';
import type { CompletionEvent, CompletionRequest } from '../../../src/runtime/llm/completion.js';
import { ModelError } from '../../../src/runtime/llm/modelError.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import type { ModelReply, ToolCallStyle, WireStyle } from '../../platforms/model/reply.js';
import { createFakeClock, type FakeClock } from '../../setup/fakeClock.js';

let server: ModelServer;
let clock: FakeClock;
beforeEach(async () => {
  server = await startModelServer();
  clock = createFakeClock();
});
afterEach(() => server.close());

const request = (fields: Partial<CompletionRequest> = {}): CompletionRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  tools: [],
  stream: true,
  acceptEmpty: false,
  ...fields,
});

const client = (options: { timeoutMs?: number; apiKey?: string; jitter?: (ms: number) => number } = {}) =>
  createChatClient({
    baseUrl: `${server.url}/`,
    apiKey: options.apiKey ?? 'secret-key',
    fetch,
    clock,
    log: silentLog,
    timeoutMs: options.timeoutMs ?? 0,
    jitter: options.jitter ?? (() => 0),
  });

type Options = Parameters<typeof client>[0];

/** Runs one completion and lets every wait pass. */
async function run(fields: Partial<CompletionRequest> = {}, options: Options = {}) {
  const events: CompletionEvent[] = [];
  for await (const event of client(options).complete(request(fields), new AbortController().signal)) {
    events.push(event);
    if (event.type === 'retry') void clock.advance(event.waitMs);
  }
  return events;
}

const kinds = (events: readonly CompletionEvent[]) => events.map((event) => event.type);
const textOf = (events: readonly CompletionEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
const completionOf = (events: readonly CompletionEvent[]) => {
  const last = events.at(-1);
  if (last?.type !== 'done') throw new Error('no completion');
  return last.completion;
};
const waits = (events: readonly CompletionEvent[]) =>
  events.flatMap((event) => (event.type === 'retry' ? [event.waitMs] : []));

describe('a completion', () => {
  it('streams, and asks for no more than the contract says', async () => {
    server.script([{ chunks: ['Hel', 'lo'] }]);
    const events = await run();
    expect(textOf(events)).toBe('Hello');
    const { body, headers, path } = server.requests[0] ?? {};
    expect(path).toBe('/chat/completions');
    expect(headers?.authorization).toBe('Bearer secret-key');
    expect(body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(completionOf(events)).toMatchObject({ text: 'Hello', finishReason: 'stop', usage: { outputTokens: 2 } });
    expect(clock.pending()).toBe(0);
  });

  it('comes whole without streaming', async () => {
    server.script([{ text: 'Hello' }]);
    expect(completionOf(await run({ stream: false })).text).toBe('Hello');
    expect(server.requests[0]?.body).not.toHaveProperty('stream');
  });

  it('is without the thinking that a model writes in front of it; thinking alone is no answer', async () => {
    const text = '<think>\nThe user says hi.\n</think>\n\nHello!';
    server.script([{ text }, { text }, { text: '<think>and on and on' }, { text: 'Hello!' }]);
    for (const stream of [true, false]) {
      const events = await run({ stream });
      expect(textOf(events)).toBe('Hello!');
      expect(completionOf(events).text).toBe('Hello!');
    }
    const events = await run();
    expect(kinds(events).filter((kind) => kind !== 'text')).toEqual(['retry', 'done']);
    expect(textOf(events)).toBe('Hello!');
  });

  it('repairs half surrogate pairs in what is sent', async () => {
    await run({ messages: [{ role: 'user', content: 'a\uD83D b😀' }] });
    expect(server.requests[0]?.lastUser).toBe('a\uFFFD b😀');
    expect(server.refused()).toEqual([]);
  });

  it.each<[string, WireStyle]>([
    ['CRLF', { lineEnd: '\r\n' }],
    ['CR', { lineEnd: '\r' }],
    ['no space', { space: false }],
    ['no last blank line', { lastBlankLine: false }],
    ['no [DONE]', { done: false }],
    ['single bytes', { splitBytes: 1 }],
    ['single bytes and CRLF', { splitBytes: 1, lineEnd: '\r\n' }],
    ['comments', { comments: true }],
    ['garbage', { garbage: true }],
    ['byte order mark', { byteOrderMark: true }],
    ['usage on the last event', { usageOn: 'finish-event' }],
  ])('survives %s', async (_name, wire) => {
    server.script([{ text: 'Grüße 😀 end', wire, usage: { prompt_tokens: 3, completion_tokens: 4 } }]);
    expect(completionOf(await run())).toMatchObject({
      text: 'Grüße 😀 end',
      usage: { inputTokens: 3, outputTokens: 4 },
    });
  });

  it.each<ToolCallStyle>(['split', 'whole', 'interleaved', 'no-index', 'id-only', 'same-index'])(
    'tool calls: %s',
    async (toolCallStyle) => {
      const toolCalls = [
        { name: 'one', arguments: { a: 'x'.repeat(30) } },
        { name: 'two', arguments: { b: 2 } },
      ];
      server.script([{ toolCalls, toolCallStyle }]);
      expect(completionOf(await run()).toolCalls).toEqual([
        { id: 'call_1_0', name: 'one', arguments: `{"a":"${'x'.repeat(30)}"}` },
        { id: 'call_1_1', name: 'two', arguments: '{"b":2}' },
      ]);
    },
  );
});

describe('faults', () => {
  const half = (fault: ModelReply['fault']): ModelReply => ({ chunks: ['ha', 'lf'], ...(fault ? { fault } : {}) });

  it.each<[string, ModelReply, boolean]>([
    ['429', { fault: { kind: 'status', status: 429, retryAfter: 2 } }, false],
    ['502', { fault: { kind: 'status', status: 502 } }, false],
    ['503', { fault: { kind: 'status', status: 503, retryAfter: 2 } }, false],
    ['a connection that is dropped', { fault: { kind: 'drop-before-headers' } }, false],
    ['a reset in mid-stream', half({ kind: 'drop', afterChunks: 1 }), true],
    ['an end of the socket in mid-stream', half({ kind: 'drop', afterChunks: 1, how: 'end' }), true],
    ['a body that ends too early', half({ kind: 'close', afterChunks: 1 }), true],
    ['an error event', half({ kind: 'error-event', afterChunks: 1 }), true],
    ['an error event before any text', half({ kind: 'error-event', afterChunks: 0 }), false],
    ['a page instead of a stream', { fault: { kind: 'html' } }, false],
    ['an empty answer', { text: '' }, false],
  ])('%s: asks again, and voids what was shown', async (_name, reply, hasText) => {
    server.script([reply, { text: 'whole' }]);
    const events = await run();
    expect(kinds(events)).toEqual([
      ...(hasText ? ['text', 'void'] : []),
      'retry',
      ...kinds(events)
        .filter((kind) => kind === 'text')
        .slice(hasText ? 1 : 0),
      'done',
    ]);
    expect(waits(events)).toEqual([2000]);
    expect(completionOf(events).text).toBe('whole');
    expect(clock.pending()).toBe(0);
  });

  it('gives up at the third 429 and at the third 502', async () => {
    server.script(
      Array.from({ length: 3 }, () => ({ fault: { kind: 'status' as const, status: 429, message: 'busy' } })),
    );
    await expect(run()).rejects.toMatchObject({ code: 'model-rate-limited', status: 429 });
    server.script(Array.from({ length: 3 }, () => ({ fault: { kind: 'status' as const, status: 502 } })));
    await expect(run()).rejects.toMatchObject({ code: 'model-unavailable', status: 502 });
    expect(server.requests).toHaveLength(6);
  });

  it('gives up on an endpoint that stays away', async () => {
    await server.goDown();
    const failure = await run().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelError);
    expect(failure).toMatchObject({ code: 'model-unreachable', status: null });
  });

  it('does not ask again after a refusal, and never repeats the key', async () => {
    server.script([{ fault: { kind: 'status', status: 401, message: 'bad key secret-key' } }]);
    const failure = await run().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'model-credentials', message: expect.stringContaining('bad key ***') });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    "This model's maximum context length is 8192 tokens.",
    'prompt is too long: 210000 tokens > 200000 maximum',
  ])('says so when the prompt does not fit: %s', async (message) => {
    server.script([{ fault: { kind: 'status', status: 400, message } }]);
    await expect(run()).rejects.toMatchObject({ code: 'model-too-long', sentence: expect.stringMatching(/too long/) });
  });

  it('throws at once on a whole answer that is none', async () => {
    for (const kind of ['malformed-json', 'no-choices'] as const) {
      server.script([{ text: 'x', fault: { kind } }]);
      await expect(run({ stream: false })).rejects.toMatchObject({ code: 'model-unreadable' });
    }
  });

  it('takes an empty answer when it may', async () => {
    server.script([{ text: '' }]);
    expect(completionOf(await run({ acceptEmpty: true })).text).toBe('');
  });

  it('adds jitter to the waits', async () => {
    server.script([{ fault: { kind: 'status', status: 502 } }, { text: 'x' }]);
    expect(waits(await run({}, { jitter: (ms) => ms / 4 }))).toEqual([2500]);
  });

  it('asks again when the time limit is over, headers or not', async () => {
    for (const reply of [{ fault: { kind: 'hang-before-headers' } }, half({ kind: 'hang', afterChunks: 1 })] as const) {
      server.forget();
      server.script([reply, { text: 'whole' }]);
      const events = run({}, { timeoutMs: 1000 });
      const first = await server.waitForRequest();
      await server.waitFor(() => reply.fault?.kind !== 'hang' || first.chunksSent === 1);
      await clock.advance(1000);
      expect(completionOf(await events).text).toBe('whole');
    }
  });

  it('does not wait for an endpoint that sends nothing more after the finish reason', async () => {
    const body = 'data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n';
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(body)),
    });
    const llm = createChatClient({
      baseUrl: 'http://x',
      apiKey: '',
      fetch: async () => new Response(silent),
      clock,
      log: silentLog,
      timeoutMs: 0,
      jitter: () => 0,
    });
    const events: CompletionEvent[] = [];
    const reading = (async () => {
      for await (const event of llm.complete(request(), new AbortController().signal)) events.push(event);
    })();
    await clock.advance(2000);
    await reading;
    expect(kinds(events)).toEqual(['text', 'done']);
  });
});

describe('abort', () => {
  it('ends a wait, a connection and a stream at once', async () => {
    const replies: ModelReply[] = [
      { fault: { kind: 'status', status: 502 } },
      { fault: { kind: 'hang-before-headers' } },
      { chunks: ['a', 'b'], fault: { kind: 'hang', afterChunks: 1 } },
    ];
    for (const reply of replies) {
      server.forget();
      server.script([reply]);
      const abort = new AbortController();
      const reason = new Error('stop now');
      const running = (async () => {
        for await (const event of client().complete(request(), abort.signal)) {
          if (event.type === 'text' || event.type === 'retry') abort.abort(reason);
        }
      })();
      if (reply.fault?.kind === 'hang-before-headers') {
        await server.waitForRequest();
        abort.abort(reason);
      }
      await expect(running).rejects.toBe(reason);
      expect(clock.pending()).toBe(0);
    }
  });

  it('closes the connection when the reader leaves', async () => {
    server.script([{ chunks: ['a', 'b'], fault: { kind: 'hang', afterChunks: 1 } }]);
    for await (const event of client().complete(request(), new AbortController().signal)) {
      if (event.type === 'text') break;
    }
    await server.waitFor(() => server.requests[0]?.aborted);
    expect(clock.pending()).toBe(0);
  });
});
