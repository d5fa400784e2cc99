import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condenseToolResults } from '../../../src/runtime/compaction/condense.js';
import type { AgentMessage } from '../../../src/runtime/llm/agentMessage.js';

const round = (n: number, size: number): AgentMessage[] => [
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: `c${n}`, type: 'function', function: { name: 'read', arguments: '{}' } }],
  },
  { role: 'tool', content: `result ${n} ${'x'.repeat(size)}`, tool_call_id: `c${n}` },
];

describe('condenseToolResults', () => {
  const messages = Array.from({ length: 10 }, (_, n) => round(n, 2000)).flat();

  it('leaves a small conversation byte for byte', () => {
    expect(condenseToolResults(messages, 100_000)).toBe(messages);
  });

  it('shortens old results, keeps the newest six whole and every pairing', () => {
    const condensed = condenseToolResults(messages, 5000);
    const tools = condensed.filter((message) => message.role === 'tool');
    expect(tools.slice(0, 4).every((message) => (message.content?.length ?? 0) < 400)).toBe(true);
    expect(tools.slice(4)).toEqual(messages.filter((message) => message.role === 'tool').slice(4));
    expect(condensed.map((message) => message.tool_call_id)).toEqual(messages.map((message) => message.tool_call_id));
    expect(tools[0]?.content).toContain('2009 characters in all');
  });

  it('never leaves half a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 600, maxLength: 900 }), (text) => {
        const [first] = condenseToolResults([{ role: 'tool', content: text, tool_call_id: 'a' }, ...messages], 0);
        const kept = first?.content?.split('\n[condensed')[0] ?? '';
        expect(/[\uD800-\uDBFF]$/.test(kept)).toBe(false);
      }),
    );
  });
});
