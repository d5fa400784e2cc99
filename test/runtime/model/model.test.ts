import { describe, expect, it } from 'vitest';
import { chooseModel } from '../../../src/runtime/model/chooseModel.js';
import { isClaude, normalizeModelName } from '../../../src/runtime/model/modelName.js';
import { familyOfModel, tierForModel } from '../../../src/runtime/model/modelTier.js';
import { routeMessage } from '../../../src/runtime/model/routeMessage.js';
import { makeMessage } from '../turnFixture.js';

describe('a model id', () => {
  it.each([
    ['openrouter/qwen/qwen3-30b', 'qwen3-30b'],
    ['llama3.2:3b', 'llama-3.2-3b'],
    ['Ollama/Gemma2:9B', 'gemma-2-9b'],
    ['bedrock/us.anthropic.claude-opus-4-8-v1:0', 'claude-opus-4-8-v1-0'],
    [' gpt-5 ', 'gpt-5'],
    ['', ''],
  ])('%j is %j', (id, name) => expect(normalizeModelName(id)).toBe(name));

  it('is known as a Claude whoever serves it', () => {
    expect(['claude-sonnet-4-6', 'anthropic/claude-opus-4-8', 'vertex_ai/claude-haiku-3-5'].every(isClaude)).toBe(true);
    expect(['gpt-5', 'claudette', 'some/claude'].some(isClaude)).toBe(false);
  });
});

describe('a tier', () => {
  it.each([
    ['anthropic/claude-opus-4-8', 'frontier'],
    ['CLAUDE-OPUS-4-6', 'frontier'],
    ['claude-haiku-3-5', 'mid'],
    ['gemma-4-9b-it', 'small'],
    ['gemma2:9b', 'small'],
    ['qwen3.5-4b', 'small'],
    ['qwen3:8b', 'small'],
    ['Qwen/Qwen3-8B', 'small'],
    ['meta-llama/Llama-3.3-70B-Instruct', 'small'],
    ['llama4:scout', 'small'],
    ['gpt-5.1', 'frontier'],
    ['gpt-5-mini', 'mid'],
    ['gpt-5-nano', 'small'],
    ['gpt-4o', 'mid'],
    ['o3', 'frontier'],
    ['o4-mini', 'mid'],
    ['gemini-2.5-pro', 'frontier'],
    ['gemini-2.5-flash', 'mid'],
    ['phi4:14b', 'small'],
    ['mistral-7b-instruct', 'small'],
    ['mistral-large-latest', 'mid'],
    ['deepseek/deepseek-chat', 'mid'],
  ])('of %s is %s', (model, tier) => expect(tierForModel(model)).toBe(tier));
});

describe('a family', () => {
  it.each([
    ['claude-sonnet-4-6', 'claude'],
    ['google/gemma-3-27b', 'gemma'],
    ['qwq:32b', 'qwen-reasoning'],
    ['qwen3.6-35b-a3b', 'qwen-reasoning'],
    ['qwen3-30b-thinking', 'qwen-reasoning'],
    ['qwen2.5-7b-instruct', 'qwen-instruction'],
    ['llama3.2:3b', 'llama'],
    ['llama-2-7b', 'other'],
    ['gpt-5', 'other'],
  ])('of %s is %s', (model, family) => expect(familyOfModel(model)).toBe(family));
});

describe('a message', () => {
  it.each([
    'hi there',
    'What is the capital of Peru?',
    'thanks, that helps',
    'Can you test me on Spanish verbs?',
    'remind me to call mum tomorrow',
    'I plan on going to the gym',
    'Ich plane eine Reise',
    'how are you building up your day?',
    'we had a review of the film',
  ])('%j is simple', (text) => expect(routeMessage(text)).toBe('budget'));

  it.each([
    'see https://example.test',
    'look at www.example.test',
    'a\nb\nc\nd',
    'please refactor this module',
    'Debug my login page',
    'Build me a website for a bakery',
    'Can you review my contract?',
    'Test the new login page',
    'what does `npm ci` do?',
    'open src/main.ts',
    'x'.repeat(501),
    'word '.repeat(81),
    'Please write a short report on bees',
    'Analysiere die Zahlen vom Mai',
    'const a = 1;',
  ])('%j is not', (text) => expect(routeMessage(text)).toBe('primary'));
});

describe('the choice of a model', () => {
  const choose = (text: string, fields: Partial<Parameters<typeof chooseModel>[0]> = {}) =>
    chooseModel({
      model: 'big',
      budgetModel: 'small',
      messages: [makeMessage(text)],
      text,
      hasHistory: false,
      ...fields,
    });

  it('takes the budget model for what is simple, where there is one', () => {
    expect(choose('hi')).toBe('small');
    expect(choose('hi', { budgetModel: null })).toBe('big');
    expect(choose('deploy it')).toBe('big');
  });

  it('does not hand work over in its middle, nor files', () => {
    expect(choose('yes', { hasHistory: true })).toBe('big');
    expect(choose('ok, do it!', { hasHistory: true })).toBe('big');
    expect(choose('thanks!', { hasHistory: true })).toBe('small');
    const file = { type: 'file', ref: 'r', mime: 'text/csv', bytes: 5 } as const;
    expect(choose('look', { messages: [makeMessage('', { parts: [file] })] })).toBe('big');
  });
});
