import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { createIncrementalParser } from '../../../src/reply/markdown/incremental.js';
import { normalizeSource, parseMarkdown } from '../../../src/reply/markdown/parse.js';
import { block, garbage, markdownDocument, streamSteps } from './arbitrary.js';

/** A tree without what may differ: looseness, lines, columns, and white space at the end of containers. */
function shape(node: Nodes): unknown {
  const { position, children, spread: _, ...rest } = node as Nodes & { children?: Nodes[]; spread?: boolean };
  return {
    ...rest,
    from: position?.start.offset,
    ...(/^list|quote|footnoteDef/.test(node.type) ? {} : { to: position?.end.offset }),
    ...(children === undefined ? {} : { children: children.map(shape) }),
  };
}

function expectSame(text: string, steps: readonly string[]): void {
  const parser = createIncrementalParser();
  for (const step of steps) parser.update(normalizeSource(step), false);
  const grown = parser.update(normalizeSource(text), true);
  expect(grown.nodes.map(shape)).toEqual(parseMarkdown(text).children.map(shape));
}

describe('the incremental parser', () => {
  it('gives the tree of the whole text, however the text arrived', () => {
    fc.assert(
      fc.property(
        markdownDocument.chain((text) => fc.tuple(fc.constant(text), streamSteps(text))),
        ([text, steps]) => expectSame(text, steps),
      ),
      { numRuns: 40 },
    );
  });

  it('gives it for garbage too', () => {
    fc.assert(
      fc.property(
        garbage.chain((text) => fc.tuple(fc.constant(text), streamSteps(text))),
        ([text, steps]) => expectSame(text, steps),
      ),
      { numRuns: 40 },
    );
  });

  it('gives it character by character', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
        const text = blocks.join('\n').slice(0, 400);
        expectSame(
          text,
          Array.from(text, (_, index) => text.slice(0, index)),
        );
      }),
      { numRuns: 5 },
    );
  });

  it('gives it for a list after indented code, which the parser takes for a paragraph', () => {
    for (const text of ['a\n\n    code\n\n8) b\n\nc\n\nd', '- a\n\n      code\n\n8) b\n\nc\n\nd']) {
      expectSame(
        text,
        Array.from(text, (_, index) => text.slice(0, index)),
      );
    }
  });

  it('gives it for code, tables and lists at every length, also when each prefix is taken for complete', () => {
    const lines = (choices: readonly string[]) => fc.array(fc.constantFrom(...choices), { maxLength: 8 });
    const code = fc
      .tuple(
        fc.constantFrom('', '   '),
        lines(['', 'a', '  b', '     c', '~~~', '``', '   ', '\t', 'é **x**']),
        fc.constantFrom('```', '~~~~'),
        fc.constantFrom('', '\n', '\ntext\n\n- a\n- b'),
      )
      .map(([pad, own, fence, rest]) => [`${fence}js`, ...own, fence].map((line) => pad + line).join('\n') + rest);
    const table = fc
      .tuple(lines(['| a | b |', 'a|b', '|x', '| **y** | `z` |', 'plain']), fc.constantFrom('', '\n\ntext', '\n# h'))
      .map(([rows, rest]) => ['| h | i |', '|---|:-:|', ...rows].join('\n') + rest);
    const list = lines(['- a', '- b\n\n  c', '  - n', '1. x', '2. y', '* z', '- [x] t', '', 'text', '-']).map((all) =>
      all.join('\n'),
    );
    fc.assert(
      fc.property(fc.oneof(code, table, list), fc.boolean(), fc.integer({ min: 1, max: 4 }), (text, isFinal, step) => {
        const parser = createIncrementalParser();
        for (let end = 0; end < text.length; end += step) parser.update(text.slice(0, end), isFinal);
        expect(parser.update(text, true).nodes.map(shape)).toEqual(parseMarkdown(text).children.map(shape));
      }),
      { numRuns: 200 },
    );
  });
});
