import { createParser } from 'eventsource-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFakeClock } from '../../setup/fakeClock.js';
import { createGate } from '../gate.js';
import { type ModelServer, startModelServer } from './modelServer.js';
import type { ModelReply, ToolCallStyle, WireStyle } from './reply.js';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const user = (text: string) => [{ role: 'user', content: text }];

function post(body: Record<string, unknown>, init: { signal?: AbortSignal; path?: string; key?: string } = {}) {
  return fetch(`${server.url}${init.path ?? '/chat/completions'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(init.key ? { authorization: `Bearer ${init.key}` } : {}) },
    body: JSON.stringify({ model: 'm', ...body }),
    ...(init.signal ? { signal: init.signal } : {}),
  });
}

const stream = (text = 'hi', init: { signal?: AbortSignal } = {}) => post({ messages: user(text), stream: true }, init);

const event = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: z.looseObject({
          content: z.string().optional(),
          reasoning_content: z.string().optional(),
          tool_calls: z
            .array(
              z.looseObject({
                index: z.number().optional(),
                id: z.string().optional(),
                function: z.looseObject({ name: z.string().optional(), arguments: z.string() }),
              }),
            )
            .optional(),
        }),
        finish_reason: z.string().nullable(),
      }),
    )
    .optional(),
  usage: z
    .looseObject({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() })
    .optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});
type Event = z.infer<typeof event>;

/** All data of a stream by a conforming parser; what is no JSON is kept as text. */
function parse(body: string): { events: Event[]; rest: string[] } {
  const events: Event[] = [];
  const rest: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      try {
        events.push(event.parse(JSON.parse(data)));
      } catch {
        rest.push(data);
      }
    },
  });
  parser.feed(body);
  return { events, rest };
}

const textOf = (events: Event[]) => events.map((entry) => entry.choices?.[0]?.delta.content ?? '').join('');
const finishOf = (events: Event[]) => events.map((entry) => entry.choices?.[0]?.finish_reason).find((reason) => reason);

async function streamed(reply: ModelReply) {
  server.script([reply]);
  const body = await (await stream()).text();
  return { body, ...parse(body) };
}

describe('a healthy endpoint', () => {
  it('echoes by default, under both paths, and records what it saw', async () => {
    const { events, rest } = parse(await (await stream('<context>time</context>\nhello')).text());
    expect(textOf(events)).toBe('Echo: hello');
    expect(finishOf(events)).toBe('stop');
    expect(rest).toEqual(['[DONE]']);
    const plain = await post({ messages: user('you') }, { path: '/v1/chat/completions' });
    expect(await plain.json()).toMatchObject({
      choices: [{ message: { content: 'Echo: you' }, finish_reason: 'stop' }],
    });
    expect(server.requests.map((request) => [request.n, request.lastUser, request.status])).toEqual([
      [1, 'hello', 200],
      [2, 'you', 200],
    ]);
    expect(server.refused()).toEqual([]);
  });

  it('splits text by code points and exact chunks as given', async () => {
    const byCount = await streamed({ text: 'a😀bc', chunkChars: 2 });
    const pieces = (events: Event[]) => events.flatMap((entry) => entry.choices?.[0]?.delta.content || []);
    expect(pieces(byCount.events)).toEqual(['a😀', 'bc']);
    expect(pieces((await streamed({ chunks: ['x', 'yz'] })).events)).toEqual(['x', 'yz']);
  });

  it('sends reasoning, usage when asked, and the cost header', async () => {
    server.script(() => ({ reasoning: 'hmm', text: 'ok', costUsd: 0.25, headers: { 'x-extra': '1' } }));
    const without = await stream();
    expect(without.headers.get('x-litellm-response-cost')).toBe('0.25');
    expect(without.headers.get('x-extra')).toBe('1');
    const first = parse(await without.text());
    expect(first.events.map((entry) => entry.choices?.[0]?.delta.reasoning_content ?? '').join('')).toBe('hmm');
    expect(first.events.every((entry) => entry.usage === undefined)).toBe(true);
    const asked = await post({ messages: user('hi'), stream: true, stream_options: { include_usage: true } });
    const last = parse(await asked.text()).events.at(-1);
    expect(last).toMatchObject({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } });
    const onFinish = await streamed({
      text: 'ok',
      usage: { prompt_tokens: 3, completion_tokens: 4 },
      wire: { usageOn: 'finish-event' },
    });
    expect(onFinish.events.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }], usage: { total_tokens: 7 } });
  });

  it('lists its models and asks for the key when one is set', async () => {
    expect(await (await fetch(`${server.url}/v1/models`)).json()).toMatchObject({ data: [{ id: 'test-model' }] });
    const locked = await startModelServer({ apiKey: 'k' });
    try {
      expect((await fetch(`${locked.url}/models`)).status).toBe(401);
      expect((await fetch(`${locked.url}/models`, { headers: { authorization: 'Bearer k' } })).status).toBe(200);
    } finally {
      await locked.close();
    }
  });

  it('lets concurrent chats have their own script', async () => {
    server.script((request, attempt) => ({ text: `${request.lastUser}/${attempt}` }));
    const texts = await Promise.all(
      ['a', 'b', 'a'].map(async (name) => textOf(parse(await (await stream(name)).text()).events)),
    );
    expect(texts.toSorted()).toEqual(['a/0', 'a/1', 'b/0']);
  });
});

describe('tool calls', () => {
  const toolCalls = [
    { name: 'get_time', arguments: { zone: 'Europe/Berlin' } },
    { name: 'save', arguments: '{broken', id: 'mine' },
  ];
  const fragments = (events: Event[]) => events.flatMap((entry) => entry.choices?.[0]?.delta.tool_calls ?? []);

  it.each<ToolCallStyle>(['split', 'interleaved', 'whole'])('fragments told apart by index: %s', async (style) => {
    const { events } = await streamed({ text: 'Let me look.', toolCalls, toolCallStyle: style });
    const joined = ['', ''];
    for (const fragment of fragments(events)) joined[fragment.index ?? -1] += fragment.function.arguments;
    expect(joined).toEqual(['{"zone":"Europe/Berlin"}', '{broken']);
    expect(finishOf(events)).toBe('tool_calls');
    expect(fragments(events).flatMap((fragment) => fragment.id ?? [])).toEqual(['call_1_0', 'mine']);
  });

  it('fragments of the less tidy endpoints', async () => {
    const noIndex = fragments((await streamed({ toolCalls, toolCallStyle: 'no-index' })).events);
    expect(noIndex.every((fragment) => fragment.index === undefined)).toBe(true);
    expect(noIndex.filter((fragment) => fragment.id !== undefined)).toHaveLength(2);
    const idOnly = fragments((await streamed({ toolCalls, toolCallStyle: 'id-only' })).events);
    expect(idOnly.every((fragment) => fragment.id !== undefined && fragment.index === undefined)).toBe(true);
    const same = fragments((await streamed({ toolCalls, toolCallStyle: 'same-index' })).events);
    expect(same.map((fragment) => [fragment.index, fragment.id])).toEqual([
      [0, 'call_3_0'],
      [0, 'mine'],
    ]);
  });

  it('come whole without streaming', async () => {
    server.script([{ toolCalls }]);
    expect(await (await post({ messages: user('x') })).json()).toMatchObject({
      choices: [{ message: { content: null, tool_calls: [{ function: { name: 'get_time' } }, { id: 'mine' }] } }],
    });
  });
});

describe('the wire', () => {
  const text = 'Grüße 😀 end';
  it.each<[string, WireStyle]>([
    ['CRLF', { lineEnd: '\r\n' }],
    ['CR', { lineEnd: '\r' }],
    ['no space', { space: false }],
    ['single bytes', { splitBytes: 1 }],
    ['single bytes and CRLF', { splitBytes: 1, lineEnd: '\r\n' }],
    ['comments', { comments: true }],
    ['garbage', { garbage: true }],
    ['byte order mark', { byteOrderMark: true }],
  ])('%s: a conforming parser reads the same', async (_name, wire) => {
    const { events } = await streamed({ text, wire });
    expect(textOf(events)).toBe(text);
    expect(finishOf(events)).toBe('stop');
  });

  it('splits multi-byte characters over writes', async () => {
    server.script([{ text: '😀', wire: { splitBytes: 1 } }]);
    const response = await stream();
    const sizes: number[] = [];
    for await (const part of response.body ?? []) sizes.push(part.length);
    expect(sizes.length).toBeGreaterThan(50);
  });

  it('leaves out the last blank line, [DONE] and the finish reason when told to', async () => {
    const open = await streamed({ text, wire: { lastBlankLine: false } });
    expect(open.body.endsWith('data: [DONE]')).toBe(true);
    const undone = await streamed({ text, wire: { done: false }, finish: null });
    expect(undone.rest).toEqual([]);
    expect(finishOf(undone.events)).toBeUndefined();
    expect(textOf(undone.events)).toBe(text);
  });
});

describe('time', () => {
  it('holds a reply until the test lets it go, and pauses within it', async () => {
    const held = createGate();
    const middle = createGate();
    server.script([{ chunks: ['a', 'b', 'c'], hold: held.opened, pauses: [{ afterChunks: 2, until: middle.opened }] }]);
    const answer = stream();
    const request = await server.waitForRequest();
    expect(request.chunksSent).toBe(0);
    held.open();
    const reader = (await answer).body?.getReader();
    await server.waitFor(() => request.chunksSent === 2);
    const first = await reader?.read();
    expect(textOf(parse(Buffer.from(first?.value ?? []).toString()).events)).toBe('ab');
    expect(server.openRequests()).toBe(1);
    middle.open();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toContain('"c"');
    await server.waitFor(() => request.endedAt !== undefined);
    expect(request.aborted).toBe(false);
  });

  it('delays by the injected clock', async () => {
    await server.close();
    const clock = createFakeClock();
    server = await startModelServer({ clock });
    server.script([{ chunks: ['a', 'b'], firstDelayMs: 1000, delayMs: 500 }]);
    const answer = stream().then((response) => response.text());
    const request = await server.waitForRequest();
    await server.waitFor(() => clock.pending() === 1);
    await clock.advance(999);
    expect(request.chunksSent).toBe(0);
    await clock.advance(1);
    expect(request.chunksSent).toBe(1);
    await clock.advance(500);
    expect(textOf(parse(await answer).events)).toBe('ab');
  });
});

describe('faults', () => {
  it('answers with a status, a message and Retry-After', async () => {
    server.script([
      { fault: { kind: 'status', status: 429, retryAfter: 7, message: 'slow down' } },
      { fault: { kind: 'status', status: 502, body: '<html>' } },
    ]);
    const limited = await stream();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await limited.json()).toMatchObject({ error: { message: 'slow down' } });
    const bad = await stream();
    expect([bad.status, await bad.text()]).toEqual([502, '<html>']);
    expect((await stream()).status).toBe(400);
  });

  it('drops the connection before the headers or within the body', async () => {
    server.script([
      { fault: { kind: 'drop-before-headers' } },
      { text: 'abcdef', chunkChars: 1, fault: { kind: 'drop', afterChunks: 3 } },
      { text: 'abcdef', chunkChars: 1, fault: { kind: 'drop', afterChunks: 3, how: 'end' } },
    ]);
    await expect(stream()).rejects.toThrow('fetch failed');
    for (let round = 0; round < 2; round += 1) {
      const response = await stream();
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    }
    expect(server.requests.map((request) => request.chunksSent)).toEqual([0, 3, 3]);
    await server.waitFor(() => server.openRequests() === 0);
    expect(server.requests.some((request) => request.aborted)).toBe(false);
  });

  it('ends too early without an error of the connection', async () => {
    const { events, rest } = await streamed({ text: 'abc', chunkChars: 1, fault: { kind: 'close', afterChunks: 2 } });
    expect(textOf(events)).toBe('ab');
    expect(finishOf(events)).toBeUndefined();
    expect(rest).toEqual([]);
  });

  it('can fail after all text but before the finish reason', async () => {
    const { events } = await streamed({ text: 'abc', chunkChars: 1, fault: { kind: 'close', afterChunks: 3 } });
    expect(textOf(events)).toBe('abc');
    expect(finishOf(events)).toBeUndefined();
  });

  it('sends an error event in the middle', async () => {
    const { events } = await streamed({
      text: 'abc',
      chunkChars: 1,
      fault: { kind: 'error-event', afterChunks: 1, message: 'overloaded', code: 529 },
    });
    expect(textOf(events)).toBe('a');
    expect(events.at(-1)?.error).toMatchObject({ message: 'overloaded', code: 529 });
  });

  it.each([{ kind: 'hang', afterChunks: 1 } as const, { kind: 'hang-before-headers' } as const])(
    'is silent until the client gives up: $kind',
    async (fault) => {
      server.script([{ text: 'abc', chunkChars: 1, fault }]);
      const stop = new AbortController();
      const answer = stream('hi', { signal: stop.signal }).then((response) => response.text());
      const outcome = answer.catch((error: unknown) => error);
      const request = await server.waitForRequest((entry) => fault.kind !== 'hang' || entry.chunksSent === 1);
      stop.abort();
      expect(await outcome).toMatchObject({ name: 'AbortError' });
      await server.waitFor(() => request.endedAt !== undefined);
      expect(request.aborted).toBe(true);
    },
  );

  it('gives broken answers, streaming or not', async () => {
    const kinds = ['malformed-json', 'no-choices', 'html'] as const;
    server.script([...kinds, ...kinds].map((kind) => ({ text: 'hello', fault: { kind } })));
    const bodies: string[] = [];
    for (const _ of kinds) bodies.push(await (await post({ messages: user('x') })).text());
    expect(() => JSON.parse(bodies[0] ?? '')).toThrow();
    expect(JSON.parse(bodies[1] ?? '')).not.toHaveProperty('choices');
    expect(bodies[2]).toContain('<html>');
    const broken = parse(await (await stream()).text());
    expect(broken.rest).toHaveLength(2);
    const bare = parse(await (await stream()).text());
    expect(bare.events.filter((entry) => entry.choices === undefined)).toHaveLength(1);
    expect((await stream()).headers.get('content-type')).toBe('text/html');
  });

  it('goes down and comes up on the same port', async () => {
    await server.goDown();
    await expect(stream()).rejects.toThrow('fetch failed');
    await server.comeUp();
    expect((await stream()).status).toBe(200);
  });
});

describe('what a real endpoint would call wrong', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
  it.each<[string, Record<string, unknown>, string]>([
    ['no messages', { messages: [] }, 'messages'],
    ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }, 'role'],
    ['a call without an answer', { messages: [{ role: 'assistant', tool_calls: [call] }] }, 'must be followed by'],
    [
      'an answer without a call',
      { messages: [{ role: 'tool', tool_call_id: 'c9', content: 'x' }] },
      'must be a response',
    ],
    ['an assistant without content', { messages: [{ role: 'assistant', content: null }] }, 'got null'],
    ['an empty tool list', { messages: user('x'), tools: [] }, 'tools'],
    ['a bad tool name', { messages: user('x'), tools: [{ type: 'function', function: { name: 'a b' } }] }, 'name'],
    ['half a surrogate pair', { messages: user('x \ud83d y') }, 'surrogate'],
  ])('%s', async (_name, body, complaint) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(server.refused()).toHaveLength(1);
    expect(server.refused()[0]?.message).toContain(complaint);
    expect(server.requests).toHaveLength(0);
  });

  it('takes whole pairs, escaped text that looks like half a pair, and proper tool rounds', async () => {
    const messages = [
      ...user('😀 \\ud83d'),
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ];
    expect((await post({ messages })).status).toBe(200);
    expect(server.requests[0]?.toolResults.get('c1')).toBe('done');
  });
});

it('a wait that is not met says what was waited for', async () => {
  await expect(server.waitFor(() => false, { timeoutMs: 20, what: 'the moon' })).rejects.toThrow('the moon');
});
