import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CALLS_PER_ROUND, receiveCalls } from '../../../src/runtime/loop/receiveCalls.js';

const wire = (args: string, fields: { id?: string; name?: string } = {}) => ({
  id: 'a',
  name: 'f',
  ...fields,
  arguments: args,
});

describe('receiveCalls', () => {
  it('keeps a good call as it is', () => {
    expect(receiveCalls({ toolCalls: [wire(' {"b": 1} ')], finishReason: 'tool_calls' }, new Set())).toEqual([
      { id: 'a', name: 'f', arguments: ' {"b": 1} ' },
    ]);
  });

  it('gives ids to calls without, and new ones to repeated ones', () => {
    const toolCalls = [wire('{}', { id: '' }), wire('{}'), wire('{}'), wire('{}', { id: 'with space' })];
    const ids = receiveCalls({ toolCalls, finishReason: null }, new Set(['a'])).map((call) => call.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain('a');
  });

  it('refuses arguments that nest without end, brackets in strings not counted', () => {
    const deep = (n: number) => `{"a":${'['.repeat(n)}${']'.repeat(n)}}`;
    const refusals = [deep(90), deep(100_000), `{"a":"${'['.repeat(500)}"}`].map(
      (args) => receiveCalls({ toolCalls: [wire(args)], finishReason: 'tool_calls' }, new Set())[0]?.refusal,
    );
    expect(refusals).toEqual([undefined, expect.stringMatching(/reasonable depth/), undefined]);
  });

  it('never gives anything that cannot be sent back', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('null', '[]', '{"a":', '', '{}'),
    );
    const received = fc.record({ id: fc.oneof(fc.string(), fc.constant('same')), name: fc.string(), arguments: text });
    fc.assert(
      fc.property(
        fc.array(received, { maxLength: 30 }),
        fc.constantFrom('stop', 'length', 'tool_calls', null),
        fc.uniqueArray(fc.constantFrom('same', 'call_1', 'call_2')),
        (toolCalls, finishReason, taken) => {
          const calls = receiveCalls({ toolCalls, finishReason }, new Set(taken));
          expect(calls).toHaveLength(toolCalls.length);
          expect(new Set([...taken, ...calls.map((call) => call.id)]).size).toBe(taken.length + calls.length);
          for (const [position, call] of calls.entries()) {
            expect(call.id).toMatch(/^[\w.:-]{1,140}$/);
            expect(call.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
            const value: unknown = JSON.parse(call.arguments);
            expect(Object.prototype.toString.call(value)).toBe('[object Object]');
            if (finishReason === 'length' || position >= MAX_CALLS_PER_ROUND) expect(call.refusal).toBeTypeOf('string');
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
