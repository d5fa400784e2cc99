import { expect, it } from 'vitest';
import type { Completion } from '../../../src/runtime/llm/completion.js';
import { parseCompletionBody } from '../../../src/runtime/llm/completionBody.js';
import { readCompletion } from '../../../src/runtime/llm/completionStream.js';
import { addSpent, NOTHING_SPENT, withSpent, withStatedCost } from '../../../src/runtime/llm/statedCost.js';

const usage = { inputTokens: 3, outputTokens: 5 };
const plain: Completion = { text: 'x', toolCalls: [], finishReason: 'stop', usage };
const headers = (cost: string) => new Headers({ 'x-litellm-response-cost': cost });

it.each([
  ['0.00012', false, 0.00012],
  ['1.2e-05', true, 0.000012],
  ['0', false, 0],
  // Sent before the model wrote anything.
  ['0', true, 0.5],
  ['0.0', true, 0.5],
  ['None', false, 0.5],
  ['', false, 0.5],
  ['-1', false, 0.5],
  ['1 USD', false, 0.5],
])('reads the header %j (stream: %s) over what the body says', (value, isStream, want) => {
  expect(withStatedCost({ ...plain, costUsd: 0.5 }, headers(value), isStream).costUsd).toBe(want);
});

it('leaves a completion alone where nothing is said', () => {
  expect(withStatedCost(plain, new Headers(), false)).toEqual(plain);
});

async function readStream(...events: unknown[]): Promise<Completion> {
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  async function* chunks() {
    yield new TextEncoder().encode(text);
  }
  const pieces = readCompletion(chunks());
  for (;;) {
    const piece = await pieces.next();
    if (piece.done) return piece.value;
  }
}

it('reads the cost out of the usage of streams and bodies', async () => {
  const choice = { delta: { content: 'x' }, finish_reason: 'stop' };
  const counted = { prompt_tokens: 3, completion_tokens: 5 };
  const stream = (cost: unknown) => readStream({ choices: [choice] }, { choices: [], usage: { ...counted, cost } });
  expect(await stream(0.002)).toEqual({ ...plain, costUsd: 0.002 });
  expect(await stream(null)).toEqual(plain);
  expect(await stream('free')).toEqual(plain);
  expect(await stream(-1)).toEqual(plain);
  const body = { choices: [{ message: { content: 'x' }, finish_reason: 'stop' }], usage: { ...counted, cost: 0.003 } };
  expect(parseCompletionBody(JSON.stringify(body))).toEqual({ ...plain, costUsd: 0.003 });
});

it('sums the tries of one completion, and does not know the sum when one of them is not known', () => {
  const priced = { usage, costUsd: 0.25 };
  const twice = addSpent(addSpent(NOTHING_SPENT, priced), priced);
  expect(twice).toEqual({ usage: { inputTokens: 6, outputTokens: 10 }, costUsd: 0.5 });
  const unknown = addSpent(addSpent(NOTHING_SPENT, { usage }), priced);
  expect(unknown).toEqual({ usage: { inputTokens: 6, outputTokens: 10 } });
  expect(withSpent({ ...plain, costUsd: 0.25 }, unknown)).toEqual({ ...plain, ...unknown });
});
