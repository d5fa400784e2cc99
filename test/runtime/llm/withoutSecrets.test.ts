import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { createRedactor } from '../../../src/core/secrets/redactor.js';
import { createChatClient } from '../../../src/runtime/llm/chatClient.js';
import type { CompletionEvent } from '../../../src/runtime/llm/completion.js';
import { withoutSecrets } from '../../../src/runtime/llm/withoutSecrets.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createFakeClock } from '../../setup/fakeClock.js';

const OWN = 'the-token-of-this-gateway';
const KEY = `ghp_${'aB3'.repeat(12)}`;

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

async function ask(content: string, stream: boolean) {
  const client = createChatClient({
    baseUrl: server.url,
    apiKey: 'secret-key',
    fetch,
    clock: createFakeClock(),
    log: silentLog,
    timeoutMs: 0,
    jitter: () => 0,
  });
  const llm = withoutSecrets(client, createRedactor([OWN]));
  const request = {
    model: 'm',
    messages: [{ role: 'user' as const, content, context: `<context>${OWN}</context>` }],
    tools: [],
    stream,
    acceptEmpty: false,
  };
  const events: CompletionEvent[] = [];
  for await (const event of llm.complete(request, new AbortController().signal)) events.push(event);
  const done = events.find((event) => event.type === 'done');
  return {
    shown: events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join(''),
    completion: done?.type === 'done' ? done.completion : null,
  };
}

describe('what a model is told and tells', () => {
  it('the prompt holds no secret, neither ours nor one that looks like a key', async () => {
    server.script([{ text: 'ok' }]);
    await ask(`use ${KEY} and ${OWN} please`, true);
    const asked = JSON.stringify(server.requests.at(-1)?.body);
    expect(asked).toContain('use [secret] and [secret] please');
    expect(asked).toContain('<context>[secret]</context>');
    expect(asked).not.toContain(OWN);
  });

  it.each([true, false])('the answer holds none, streamed: %s', async (stream) => {
    server.script([{ text: `It is ${KEY}, and ${OWN}.` }]);
    const { shown, completion } = await ask('tell me', stream);
    expect(completion?.text).toBe('It is [secret], and [secret].');
    if (stream) expect(shown).toBe(completion?.text);
  });

  it('arguments of tool calls hold none of ours, and stay JSON', async () => {
    server.script([{ toolCalls: [{ name: 'web_fetch', arguments: { url: `https://example.com/?q=${OWN}` } }] }]);
    const { completion } = await ask('fetch', true);
    expect(JSON.parse(completion?.toolCalls[0]?.arguments ?? '')).toEqual({ url: 'https://example.com/?q=[secret]' });
  });
});
