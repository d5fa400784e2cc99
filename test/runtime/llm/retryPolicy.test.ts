import { describe, expect, it } from 'vitest';
import {
  handleNetworkError,
  handleNonOkResponse,
  NO_RETRIES,
  parseRetryAfter,
} from '../../../src/runtime/llm/retryPolicy.js';

const now = Date.UTC(2026, 0, 1);
const answer = (status: number, retryAfter: string | null = null) => ({ status, retryAfter, body: 'b', now });

describe('parseRetryAfter', () => {
  it.each([
    ['7', 7000],
    [' 7 ', 7000],
    ['1.9', 1000],
    ['0', 1000],
    ['-8', null],
    ['soon', null],
    ['', null],
    [null, null],
    [new Date(now + 9000).toUTCString(), 9000],
    [new Date(now - 9000).toUTCString(), 0],
  ])('%s', (value, ms) => expect(parseRetryAfter(value, now)).toBe(ms));
});

describe('handleNonOkResponse', () => {
  it('keeps the counters apart and gives up at the third', () => {
    const two = { rateLimitRetries: 2, serverErrorRetries: 2 };
    expect(handleNonOkResponse(answer(429), { ...two, rateLimitRetries: 1 })).toMatchObject({
      kind: 'retry',
      rateLimitRetries: 2,
      serverErrorRetries: 2,
    });
    expect(handleNonOkResponse(answer(429), two)).toMatchObject({ kind: 'fatal' });
    expect(handleNonOkResponse(answer(504), two)).toMatchObject({ kind: 'fatal' });
  });

  it.each([408, 409, 425, 500, 502, 503, 504, 520, 529])('%i is tried again', (status) => {
    expect(handleNonOkResponse(answer(status), NO_RETRIES)).toMatchObject({ kind: 'retry', waitMs: 2000 });
  });

  it.each([400, 401, 402, 403, 404, 410, 413, 422, 501, 505, 530])('%i is final, with status and body', (status) => {
    expect(handleNonOkResponse(answer(status), NO_RETRIES)).toEqual({
      kind: 'fatal',
      reason: `LLM error (${status}): b`,
    });
  });

  it('tries 500 once only, and caps what a 503 asks for', () => {
    expect(handleNonOkResponse(answer(500), { rateLimitRetries: 0, serverErrorRetries: 1 })).toMatchObject({
      kind: 'fatal',
    });
    expect(handleNonOkResponse(answer(503, '90'), NO_RETRIES)).toMatchObject({ waitMs: 30_000 });
    expect(handleNonOkResponse(answer(502, '9'), NO_RETRIES)).toMatchObject({ waitMs: 2000 });
  });
});

describe('handleNetworkError', () => {
  it('waits 2 s, 4 s, then gives up', () => {
    const first = handleNetworkError('x', NO_RETRIES);
    expect(first).toMatchObject({ kind: 'retry', waitMs: 2000 });
    expect(handleNetworkError('x', { rateLimitRetries: 0, serverErrorRetries: 1 })).toMatchObject({ waitMs: 4000 });
    expect(handleNetworkError('x', { rateLimitRetries: 0, serverErrorRetries: 2 })).toMatchObject({ kind: 'fatal' });
  });
});
