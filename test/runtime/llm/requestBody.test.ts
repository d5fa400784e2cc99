import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/core/secrets/redactor.js';
import { estimatePromptTokens } from '../../../src/runtime/cost/estimateTokens.js';
import type { AgentMessage } from '../../../src/runtime/llm/agentMessage.js';
import type { Llm } from '../../../src/runtime/llm/completion.js';
import { toRequestBody } from '../../../src/runtime/llm/requestBody.js';
import { withoutSecrets } from '../../../src/runtime/llm/withoutSecrets.js';
import { applyStep, startState } from '../../../src/runtime/loop/loopState.js';

const url = 'data:image/png;base64,AAAA';
const part = { type: 'image_url', image_url: { url } };
const images = [{ url, width: 750, height: 100 }];

function messagesOf(model: string, messages: readonly AgentMessage[]): unknown {
  return JSON.parse(toRequestBody({ model, messages, tools: [], stream: false, acceptEmpty: false })).messages;
}

describe('a message with a picture', () => {
  it('becomes parts, the picture first', () => {
    const message: AgentMessage = { role: 'user', content: 'what is it?', images };
    expect(
      messagesOf('gpt-5', [message, { ...message, context: '<context>' }, { role: 'user', content: 'x' }]),
    ).toEqual([
      { role: 'user', content: [part, { type: 'text', text: 'what is it?' }] },
      { role: 'user', content: [part, { type: 'text', text: 'what is it?\n\n<context>' }] },
      { role: 'user', content: 'x' },
    ]);
  });

  it('keeps the breakpoint for caches at the end of the text', () => {
    const cache_control = { type: 'ephemeral' };
    expect(messagesOf('claude-sonnet-4-6', [{ role: 'user', content: 'a', images, context: 'c' }])).toEqual([
      {
        role: 'user',
        content: [part, { type: 'text', text: 'a', cache_control }, { type: 'text', text: 'c' }],
      },
    ]);
  });

  it('keeps its picture when a secret is taken out of its text', async () => {
    const seen: AgentMessage[] = [];
    const llm: Llm = {
      complete: async function* ({ messages }) {
        seen.push(...messages);
        yield { type: 'text', delta: 'ok' };
      },
    };
    const clean = withoutSecrets(llm, createRedactor(['the-secret-of-a-test']));
    const messages: AgentMessage[] = [{ role: 'user', content: 'the-secret-of-a-test', images }];
    const request = { model: 'm', messages, tools: [], stream: false, acceptEmpty: false };
    for await (const _ of clean.complete(request, new AbortController().signal));
    expect(seen).toEqual([{ role: 'user', content: '[secret]', images }]);
  });

  it('that joined a running turn shows it, also when its step is read again', () => {
    const step = { type: 'more' as const, messages: [{ identity: 'b', content: 'this' }] };
    const { messages } = applyStep(startState([]), step, (identity) => (identity === 'b' ? images : []));
    expect(messages).toEqual([{ role: 'user', content: 'this', images }]);
  });

  it('is estimated by the size of the picture, as far as vendors read it', () => {
    const tokens = (width: number, height: number) => {
      const estimate = (message: AgentMessage) => estimatePromptTokens({ messages: [message], tools: [] });
      const text: AgentMessage = { role: 'user', content: 'a' };
      return estimate({ ...text, images: [{ url, width, height }] }) - estimate(text);
    };
    expect(tokens(750, 100)).toBe(100);
    expect(tokens(8000, 8000)).toBe(tokens(2576, 2576));
  });
});
