import { expect, it } from 'vitest';
import { z } from 'zod';
import { createOfferChoices } from '../../../src/runtime/tools/offerChoices.js';
import { choicesOf } from '../../../src/runtime/tools/offeredChoices.js';
import { readOnlyTools } from '../../../src/runtime/tools/readOnlyTools.js';
import { resultText } from '../../../src/runtime/tools/resultText.js';
import type { ToolDefinition } from '../../../src/runtime/tools/toolDefinition.js';
import { makeTool } from './testTools.js';

const context = { signal: new AbortController().signal, scope: null, agents: null };

it('a turn that only reads has no tool that changes something, and half of one that does both', async () => {
  const both: ToolDefinition = {
    ...makeTool('both', { mutating: true }),
    args: z.object({ write: z.boolean() }),
    flagsFor: ({ write }) => (write === true ? {} : { mutating: false }),
    execute: async () => 'done',
  };
  const tools = [makeTool('read'), makeTool('write', { mutating: true }), both];
  const left = readOnlyTools(tools);
  expect(left.map(({ name }) => name)).toEqual(['read', 'both']);
  expect(await left[1]?.execute({ write: false }, context)).toBe('done');
  await expect(left[1]?.execute({ write: true }, context)).rejects.toThrow('this turn only reads');
  expect(readOnlyTools(tools)[1]).toBe(left[1]);
});

it('offered answers become buttons that type them, of which the newest stay', async () => {
  const tool = createOfferChoices();
  const offer = async (options: string[]) => {
    const result = resultText(await tool.execute(tool.args.parse({ options }), context));
    return { type: 'toolEnd', call: 'c', name: 'offer_choices', result, failed: false, counted: true } as const;
  };
  const towns = await offer(['Berlin', 'Paris', 'Berlin']);
  expect(choicesOf([towns])).toEqual([
    { label: 'Berlin', command: '/answer Berlin' },
    { label: 'Paris', command: '/answer Paris' },
  ]);
  const long = await offer(['天'.repeat(40), 'é'.repeat(40)]);
  for (const { command } of choicesOf([long])) expect(Buffer.byteLength(command)).toBeLessThanOrEqual(60);
  expect(choicesOf([towns, towns])).toHaveLength(2);
  expect(choicesOf([{ ...towns, name: 'web_fetch' }])).toEqual([]);
  expect(choicesOf([{ ...towns, failed: true }])).toEqual([]);
  expect(choicesOf([{ ...towns, result: '{"choices":[{"label":"x","command":"rm -rf"}],"note":""}' }])).toEqual([]);
  expect(() => tool.args.parse({ options: ['one'] })).toThrow();
});
