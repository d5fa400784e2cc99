import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createThoughtFilter, withoutThought } from '../../../src/runtime/llm/thoughtFilter.js';

describe('the thinking in front of an answer', () => {
  it.each([
    ['<think>\nHm, 2 and 2.\n</think>\n\nFour.', 'Four.'],
    ['  \n<THINKING>a < b</THINKING>Four.', 'Four.'],
    ['<think></think>\n<think>again</think> Four.', 'Four.'],
    ['<think>without end', ''],
    ['<think>one</think>', ''],
    ['<think>one</think> ', ''],
    ['Four. <think>is a tag</think> of some models.', 'Four. <think>is a tag</think> of some models.'],
    ['<thinker> is no tag.', '<thinker> is no tag.'],
    ['<thi', '<thi'],
    ['  indented', '  indented'],
    ['', ''],
  ])('%j is %j', (text, answer) => expect(withoutThought(text)).toBe(answer));

  it('is found however the text is cut', () => {
    const piece = fc.constantFrom(
      '<think>',
      '</think>',
      '<thinking>',
      '</thinking>',
      '<th',
      'ink>',
      '</',
      ' ',
      '\n',
      'a',
      'é',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
        (parts, sizes) => {
          const text = parts.join('');
          const filter = createThoughtFilter();
          let got = '';
          for (let at = 0; at < text.length; ) {
            const size = sizes.next().value ?? 1;
            got += filter.push(text.slice(at, at + size));
            at += size;
          }
          expect(got + filter.end()).toBe(withoutThought(text));
        },
      ),
      {
        numRuns: 1_000,
        examples: [[['<think>', '</thinking>', ' '], fc.stream([1, 1, 2, 1, 2, 2, 2, 2, 1, 4, 1].values())]],
      },
    );
  });
});
