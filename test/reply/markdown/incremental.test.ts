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
});
