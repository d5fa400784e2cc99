import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToolCallAssembler } from '../../../src/runtime/llm/toolCallAssembler.js';
import type { ToolCallFragment } from '../../../src/runtime/llm/wireSchema.js';

type Piece = { index?: number; id?: string; name?: string; args?: string };

const fragment = ({ index, id, name, args }: Piece): ToolCallFragment => ({
  index: index ?? null,
  id: id ?? null,
  function: { name: name ?? null, arguments: args ?? null },
});

function assemble(...pieces: Piece[]) {
  const assembler = createToolCallAssembler();
  for (const piece of pieces) assembler.add(fragment(piece));
  return assembler.calls().map((call) => [call.id, call.name, call.arguments]);
}

describe('tool call fragments', () => {
  it('join by index, also interleaved, and come out in the order of the indexes', () => {
    const calls = assemble(
      { index: 1, id: 'b', name: 'two', args: '{"y"' },
      { index: 0, id: 'a', name: 'one', args: '' },
      { index: 1, args: ':2}' },
      { index: 0, args: '{}' },
    );
    expect(calls).toEqual([
      ['a', 'one', '{}'],
      ['b', 'two', '{"y":2}'],
    ]);
  });

  it('join by id, or continue the last one, where there is no index', () => {
    expect(assemble({ id: 'a', name: 'x', args: '{' }, { args: '}' }, { id: 'b', name: 'y', args: '{}' })).toEqual([
      ['a', 'x', '{}'],
      ['b', 'y', '{}'],
    ]);
    expect(
      assemble({ id: 'a', name: 'x' }, { id: 'b', name: 'y' }, { id: 'a', args: '1' }, { id: 'b', args: '2' }),
    ).toEqual([
      ['a', 'x', '1'],
      ['b', 'y', '2'],
    ]);
  });

  it('keep slots without an index apart from index 0', () => {
    expect(assemble({ id: 'free', name: 'x', args: '{}' }, { index: 0, id: 'zero', name: 'y', args: '{}' })).toEqual([
      ['zero', 'y', '{}'],
      ['free', 'x', '{}'],
    ]);
  });

  it('overwrite id and name, never append; empty ones say nothing', () => {
    expect(
      assemble({ index: 0, id: 'a', name: 'ge' }, { index: 0, id: '', name: '' }, { index: 0, name: 'get' }),
    ).toEqual([['a', 'get', '']]);
  });

  it('tell whole calls apart that all claim index 0', () => {
    const calls = assemble(
      { index: 0, id: 'a', name: 'x', args: '{"p":1}' },
      { index: 0, id: 'b', name: 'y', args: '{"p"' },
      { index: 0, args: ':2}' },
    );
    expect(calls).toEqual([
      ['a', 'x', '{"p":1}'],
      ['b', 'y', '{"p":2}'],
    ]);
  });

  it('any interleaving of indexed fragments gives the same calls', () => {
    const call = fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat()), (calls, choices) => {
        const queues = calls.map((parts, index) =>
          parts.map((args, i) => ({ index, args, ...(i === 0 ? { id: `c${index}`, name: `n${index}` } : {}) })),
        );
        const assembler = createToolCallAssembler();
        while (queues.some((queue) => queue.length > 0)) {
          const open = queues.filter((queue) => queue.length > 0);
          const piece = open[choices.next().value % open.length]?.shift();
          if (piece !== undefined) assembler.add(fragment(piece));
        }
        expect(assembler.calls().map((found) => found.arguments)).toEqual(calls.map((parts) => parts.join('')));
      }),
    );
  });
});
