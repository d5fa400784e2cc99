import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const functionSchema = z.custom<(text: string, isGrowing?: boolean) => unknown>((value) => typeof value === 'function');

/** The page's own modules, as the browser gets them. */
async function load(name: 'parseBlocks' | 'parseInline'): Promise<(text: string, isGrowing?: boolean) => Node[]> {
  const file = name === 'parseBlocks' ? 'blocks.js' : 'inline.js';
  const module: unknown = await import(new URL(`../../../src/channels/http/page/${file}`, import.meta.url).href);
  const parse = functionSchema.parse(z.record(z.string(), z.unknown()).parse(module)[name]);
  return (text, isGrowing) => nodesSchema.parse(parse(text, isGrowing));
}

interface Node {
  readonly type: string;
  readonly text?: string | undefined;
  readonly href?: string | undefined;
  readonly source?: string | undefined;
  readonly children?: readonly Node[] | undefined;
}
const nodesSchema: z.ZodType<Node[]> = z.lazy(() =>
  z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      href: z.string().optional(),
      source: z.string().optional(),
      children: nodesSchema.optional(),
    }),
  ),
);

const parseBlocks = await load('parseBlocks');
const parseInline = await load('parseInline');

/** Text that is made of Markdown's marks, so that it nests and breaks off in every way. */
const markdown = fc
  .array(
    fc.constantFrom(
      ...[
        '*',
        '**',
        '_',
        '__',
        '~~',
        '`',
        '```',
        '[',
        ']',
        '(',
        ')',
        '![',
        '<',
        '>',
        '|',
        '-',
        '1.',
        '#',
        '\\',
        '\n',
        '\n\n',
        ' ',
        '  \n',
        '    ',
      ],
      ...[
        'a',
        'ä',
        '😀',
        'word',
        'http://x.y',
        'https://a.b/c_(d)',
        'javascript:x',
        'data:x',
        '| - | - |',
        '- [x] ',
        '\u0000',
        '\ud800',
      ],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

function* everyNode(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    yield* everyNode(node.children ?? []);
  }
}

describe("the page's Markdown", () => {
  it('is read without an error, whatever it is, and links only to web and mail addresses', () => {
    fc.assert(
      fc.property(fc.oneof(markdown, fc.string({ unit: 'binary' })), fc.boolean(), (text, isGrowing) => {
        parseBlocks(text);
        for (const node of everyNode(parseInline(text, isGrowing))) {
          if (node.href !== undefined) expect(node.href).toMatch(/^(?:https?:\/\/|mailto:)\S+$/i);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('loses no letter of the text', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 8 });
    const marks = fc.constantFrom('*', '**', '_', '~~', '`', '\\', '[', '(', '<', '!', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(marks, words, marks), { maxLength: 6 }), fc.boolean(), (parts, isGrowing) => {
        const text = parts.map(([before, inside, after]) => before + inside.join(' ') + after).join(' ');
        const shown = [...everyNode(parseInline(text, isGrowing))].map((node) => node.text ?? '').join('');
        expect(shown.replace(/[^a-z]/g, '')).toBe(text.replace(/[^a-z]/g, ''));
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps the blocks of a growing text but the last ones, so that little is drawn anew', () => {
    const text =
      '# One\n\nTwo *three*.\n\n- four\n- five\n\n> six\n\n```\nseven\n\neight\n```\n\n| a | b |\n| - | - |\n| c | d |\n\nend';
    let before: string[] = [];
    for (let length = 1; length <= text.length; length += 1) {
      const now = parseBlocks(text.slice(0, length)).map(({ source }) => source ?? '');
      const kept = Math.max(0, before.length - 1);
      expect(now.slice(0, kept)).toEqual(before.slice(0, kept));
      before = now;
    }
    expect(parseBlocks(text).map(({ type }) => type)).toEqual([
      'heading',
      'paragraph',
      'list',
      'quote',
      'code',
      'table',
      'paragraph',
    ]);
  });

  it.each([
    '*',
    '**',
    '_a',
    '`',
    '``` ',
    '[',
    '![',
    '[](['.repeat(20),
    '[a](',
    '[]()',
    '<',
    '<http://',
    'http://',
    '> ',
    '- ',
    '  - ',
    '1. ',
    '|',
    '| - ',
    '#',
    '\\',
    '~~',
    '**a ',
    '`a``b',
    '*a **b _c ',
    '((((',
    '\n',
    'a  \n',
    '- a\n',
    '| a\n| -\n',
  ])('reads %j a thousand times over in no time', (piece) => {
    const text = piece.repeat(Math.ceil(20_000 / piece.length));
    const started = performance.now();
    parseBlocks(text);
    parseInline(text, true);
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
