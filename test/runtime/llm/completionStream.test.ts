import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Completion } from '../../../src/runtime/llm/completion.js';
import { parseCompletionBody } from '../../../src/runtime/llm/completionBody.js';
import { MAX_ANSWER_CHARS, readCompletion } from '../../../src/runtime/llm/completionStream.js';
import { BrokenStream, ReportedError } from '../../../src/runtime/llm/modelError.js';

async function* bytesOf(text: string, size = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array> {
  const whole = new TextEncoder().encode(text);
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size);
}

async function read(source: AsyncIterable<Uint8Array>): Promise<Completion & { pieces: string[] }> {
  const pieces: string[] = [];
  const reader = readCompletion(source);
  for (;;) {
    const next = await reader.next();
    if (next.done) return { ...next.value, pieces };
    pieces.push(next.value);
  }
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (fields: object, finish: string | null = null) =>
  data({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
const DONE = 'data: [DONE]\n\n';

describe('readCompletion', () => {
  it('hands text on as it comes and returns the whole', async () => {
    const found = await read(
      bytesOf(
        `${delta({ role: 'assistant', content: '' })}${delta({ content: 'Hel' })}${delta({ content: 'lo' }, 'stop')}${DONE}`,
      ),
    );
    expect(found).toMatchObject({ text: 'Hello', pieces: ['Hel', 'lo'], finishReason: 'stop', toolCalls: [] });
  });

  it('takes usage from any chunk; the last value wins and a missing half stays', async () => {
    const text = [
      data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } }),
      delta({ content: 'x' }, 'stop'),
      data({ choices: [], usage: { completion_tokens: 9 } }),
      data({ usage: null }),
      DONE,
    ].join('');
    expect((await read(bytesOf(text))).usage).toEqual({ inputTokens: 3, outputTokens: 9 });
  });

  it('counts 0 without usage', async () => {
    expect((await read(bytesOf(delta({ content: 'x' }, 'stop')))).usage).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  it('skips what is no JSON or has odd fields', async () => {
    const odd = [
      'data: {broken\n\n',
      'data: 7\n\n',
      data({ choices: 'none' }),
      data({ choices: [{ delta: { content: 5, tool_calls: 'x' } }] }),
      data({ choices: [{ delta: { tool_calls: [null, 3] } }] }),
      delta({ content: [{ type: 'text', text: 'parts' }] }),
      delta({ reasoning_content: 'hidden' }),
      DONE,
    ].join('');
    expect(await read(bytesOf(odd))).toMatchObject({ text: 'parts', toolCalls: [] });
  });

  it('takes arguments that come as an object', async () => {
    const call = { id: 'a', function: { name: 'f', arguments: { x: 1 } } };
    expect((await read(bytesOf(delta({ tool_calls: [call] }, 'tool_calls')))).toolCalls).toEqual([
      { id: 'a', name: 'f', arguments: '{"x":1}' },
    ]);
  });

  it('needs a finish reason or [DONE]', async () => {
    await expect(read(bytesOf(delta({ content: 'half' })))).rejects.toThrow(BrokenStream);
    await expect(read(bytesOf(''))).rejects.toThrow(BrokenStream);
    expect((await read(bytesOf(`${delta({ content: 'x' })}data: [DONE]`))).text).toBe('x');
    expect((await read(bytesOf(delta({ content: 'x' }, 'stop').trimEnd()))).text).toBe('x');
  });

  it('does not mind a connection that fails after the finish reason', async () => {
    async function* failing() {
      yield* bytesOf(delta({ content: 'x' }, 'stop'));
      throw new Error('reset');
    }
    expect((await read(failing())).text).toBe('x');
    async function* early() {
      yield* bytesOf(delta({ content: 'x' }));
      throw new Error('reset');
    }
    await expect(read(early())).rejects.toThrow(BrokenStream);
  });

  it.each([
    [{ error: { message: 'slow down', code: 429 } }, 429],
    [{ error: { message: 'x', status: '503' } }, 503],
    [{ error: { message: 'x', type: 'overloaded_error' } }, 529],
    [{ error: { message: 'x', code: 'rate_limit_exceeded' } }, 429],
    [{ error: { message: 'x', type: 'invalid_request_error' } }, 400],
    [{ error: { message: 'too long', code: 'context_length_exceeded' } }, 400],
    [{ error: 'plain words' }, 502],
    [{ error: {} }, 502],
  ])('an error event is an error: %j', async (event, status) => {
    const failure = await read(bytesOf(`${delta({ content: 'x' })}${data(event)}${DONE}`)).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ReportedError);
    expect(failure).toMatchObject({ status });
  });

  it('knows the event type "error" too', async () => {
    await expect(read(bytesOf('event: error\ndata: {"message":"boom"}\n\n'))).rejects.toThrow('boom');
  });

  it('ends an endless answer as cut off', async () => {
    async function* endless() {
      for (;;) yield* bytesOf(delta({ content: 'x'.repeat(100_000) }));
    }
    const found = await read(endless());
    expect(found.finishReason).toBe('length');
    expect(found.text.length).toBeLessThan(MAX_ANSWER_CHARS + 200_000);
  });

  it('reads the same from bytes of any size', async () => {
    const content = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (parts, size) => {
          const text = `${parts.map((part) => delta({ content: part })).join('')}${delta({}, 'stop')}${DONE}`;
          const found = await read(bytesOf(text, size));
          expect(found.pieces).toEqual(parts);
          expect(found.text).toBe(parts.join(''));
        },
      ),
    );
  });

  it('never fails in another way, whatever the bytes are', async () => {
    const line = fc.oneof(
      fc.string().map((text) => `data: ${text}`),
      fc.json().map((text) => `data: ${text}`),
      fc.json().map((text) => `data: {"choices":[{"delta":{"content":"a","tool_calls":[${text}]}}]}`),
      fc.json().map((text) => `data: {"choices":[${text}],"usage":${text}}`),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.integer({ min: 1, max: 30 }), async (lines, size) => {
        const outcome = await read(bytesOf(`${lines.join('\n\n')}\n\n${DONE}`, size)).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ReportedError);
        else expect(outcome).toMatchObject({ text: expect.any(String) });
      }),
      { numRuns: 300 },
    );
  });
});

describe('parseCompletionBody', () => {
  it('reads text, calls, finish reason and usage', () => {
    const body = JSON.stringify({
      choices: [
        {
          message: { content: null, tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    });
    expect(parseCompletionBody(body)).toEqual({
      text: '',
      toolCalls: [{ id: 'a', name: 'f', arguments: '{}' }],
      finishReason: 'tool_calls',
      usage: { inputTokens: 1, outputTokens: 2 },
    });
  });

  it.each(['{"choices":[]}', '{"id":1}', 'null', '<html>'])(
    'throws and quotes a body without an answer: %s',
    (body) => {
      expect(() => parseCompletionBody(body)).toThrow(body);
      expect(() => parseCompletionBody(`${body}${' '.repeat(300)}tail`)).not.toThrow(/tail/);
    },
  );

  it('throws the error that the body reports', () => {
    expect(() => parseCompletionBody('{"error":{"message":"nope"}}')).toThrow('nope');
  });
});
