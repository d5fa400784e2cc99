import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatGateway, startChatGateway } from './chatGateway.js';
import { postChat } from './sseClient.js';

let gateway: ChatGateway;
beforeAll(async () => {
  gateway = await startChatGateway({ script: ({ answer }) => answer('never') });
});
afterAll(() => gateway.close());

describe('the body of POST /api/chat', () => {
  it.each([
    [{}, 'message'],
    [{ message: '' }, 'message: must not be empty'],
    [{ message: '  \n ' }, 'message: must not be empty'],
    [{ message: 7 }, 'message: must be a string'],
    [{ message: 'x'.repeat(50_001) }, 'at most 50000 characters'],
    [{ message: 'hi', conversation: '' }, 'conversation: '],
    [{ message: 'hi', conversation: 'a\nb' }, 'control characters'],
    [{ message: 'hi', conversation: 'x'.repeat(129) }, 'at most 128'],
    [
      { message: 'hi', text: 'a', more: 1 },
      'unknown field text, more; known are message, conversation, persona, sender',
    ],
    [['hi'], 'JSON object like {"message": "hi"}'],
    ['hi', 'JSON object like'],
    [null, 'JSON object like'],
  ])('refuses %j and says why', async (body, part) => {
    const { url, accepted } = gateway;
    const response = await postChat(url, body);
    expect(response.status).toBe(400);
    const answer: unknown = await response.json();
    expect(answer).toMatchObject({ error: { code: 'bad-request' } });
    expect(JSON.stringify(answer)).toContain(JSON.stringify(part).slice(1, -1));
    expect(accepted).toEqual([]);
  });

  it.each(['with space', 'ü', 'x'.repeat(256)])('refuses the Idempotency-Key %s', async (key) => {
    const response = await postChat(gateway.url, { message: 'hi' }, { 'Idempotency-Key': key });
    expect(response.status).toBe(400);
    expect(gateway.accepted).toEqual([]);
  });
});
