import { expect, it } from 'vitest';
import { seesPictures } from '../../../src/runtime/model/visionModels.js';

it.each([
  'claude-sonnet-4-6',
  'anthropic/claude-3-haiku-20240307',
  'us.anthropic.claude-opus-4-8-v1:0',
  'gpt-4o-mini',
  'openrouter/openai/gpt-5.1',
  'gpt-4-turbo-2024-04-09',
  'o3',
  'o4-mini',
  'gemini-2.5-flash-lite',
  'gemma3:27b',
  'google/gemma-4-31b-it',
  'llama3.2-vision:11b',
  'meta-llama/llama-4-maverick',
  'qwen2.5vl:7b',
  'qwen/qwen3-vl-30b-a3b-instruct',
  'mistralai/pixtral-12b',
  'grok-2-vision-1212',
  'grok-4',
  'llava:13b',
  'glm-4.5v',
])('%s sees', (model) => expect(seesPictures(model, 'auto')).toBe(true));

it.each([
  'm',
  'test-model',
  'claude-2.1',
  'claude-instant-1',
  'gpt-3.5-turbo',
  'gpt-4',
  'gpt-4-turbo-preview',
  'gpt-4o-audio-preview',
  'gpt-oss-120b',
  'o3-mini',
  'o1-preview',
  'gemini-1.0-pro',
  'gemma3:1b',
  'llama3.2:3b',
  'llama-3.3-70b',
  'qwen3-30b-a3b',
  'deepseek-chat',
  'mistral-small-2409',
  'kimi-k2',
  'glm-4.5',
])('%s is blind, or not known', (model) => expect(seesPictures(model, 'auto')).toBe(false));

it('goes by the setting where there is one', () => {
  expect(seesPictures('m', 'on')).toBe(true);
  expect(seesPictures('gpt-4o', 'off')).toBe(false);
});
