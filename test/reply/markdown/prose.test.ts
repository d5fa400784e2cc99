import fc from 'fast-check';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { parseProse } from '../../../src/reply/markdown/prose.js';

/** Type, text and offsets: what the rest of the code looks at. */
function outline(node: Nodes): unknown {
  const range = [node.position?.start.offset, node.position?.end.offset];
  if ('children' in node) return [node.type, range, node.children.map(outline)];
  return [node.type, range, 'value' in node ? node.value : null];
}

function parseFully(source: string): Root {
  return fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

const piece = fc.constantFrom(
  ...[
    'a',
    'Tide',
    'noon',
    'www',
    'http',
    'é',
    '世界',
    '😀',
    '\u00a0',
    '\u2028',
    '“',
    '”',
    '—',
    '0',
    '12',
    ' ',
    '  ',
    '\n',
    '\n\n',
  ],
  ...[
    '.',
    ',',
    ':',
    ';',
    '!',
    '?',
    '(',
    ')',
    '/',
    '//',
    '%',
    '-',
    '--',
    "'",
    '"',
    '1.',
    '- ',
    '. ',
    '\n-',
    '\n:-',
    '\n--',
  ],
  ...['*', '_', '`', '[', ']', '<', '>', '#', '|', '~', '$', '=', '+', '@', '&', '\\', '\t', '\r'],
);
/** Mostly prose, so that the quick way is taken often. */
const source = fc
  .array(
    fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom('tide', ' ', '. ', 'é', '\n', ', ', '2') },
      { weight: 6, arbitrary: piece },
    ),
    {
      maxLength: 30,
    },
  )
  .map((pieces) => pieces.join(''));

describe('prose without markup', () => {
  it('is parsed to the same tree as by the parser', () => {
    let taken = 0;
    fc.assert(
      fc.property(source, (text) => {
        const quick = parseProse(text);
        if (quick === null) return;
        taken += 1;
        expect(outline(quick)).toEqual(outline(parseFully(text)));
      }),
      { numRuns: 3000 },
    );
    expect(taken).toBeGreaterThan(500);
  });

  it.each([
    ['one paragraph', 'The tide (at noon) turns: 12% more, said "Ada"!'],
    ['several lines and paragraphs', 'First line\nsecond line\n\nThe next one\n\n\nand the last '],
    ['other scripts', 'Die Flut kommt um zwölf — 満潮は正午です。'],
    ['nothing', ''],
  ])('takes %s', (_, text) => {
    const quick = parseProse(text);
    expect(quick).not.toBeNull();
    if (quick !== null) expect(outline(quick)).toEqual(outline(parseFully(text)));
  });

  it.each([
    '*a*',
    '`a`',
    '- a',
    '1. a',
    '> a',
    '# a',
    'a  \nb',
    ' a',
    'a\n===',
    'www.example.org',
    'see http://a.b',
    'a@b.org',
    '$x$',
    '\\(x\\)',
    'a<br>b',
    'a | b',
    '&amp;',
  ])('leaves %j to the parser', (text) => expect(parseProse(text)).toBeNull());
});
