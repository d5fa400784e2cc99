import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { endOf, startOf } from '../../../src/reply/markdown/nodes.js';
import { normalizeSource, parseMarkdown } from '../../../src/reply/markdown/parse.js';
import { visibleText } from '../../../src/reply/markdown/visibleText.js';
import { garbage, markdownDocument } from './arbitrary.js';

function all(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(all) : [])];
}

function find<T extends Nodes['type']>(source: string, type: T): Extract<Nodes, { type: T }> | undefined {
  return all(parseMarkdown(source)).find((node): node is Extract<Nodes, { type: T }> => node.type === type);
}

const types = (source: string): string[] => all(parseMarkdown(source)).map((node) => node.type);

describe('parseMarkdown', () => {
  it('knows GFM', () => {
    expect(find('| a |\n|:-:|\n| b |', 'table')?.align).toEqual(['center']);
    expect(find('- [x] done', 'listItem')?.checked).toBe(true);
    expect(types('~~gone~~')).toContain('delete');
    expect(find('see www.example.org', 'link')?.url).toBe('http://www.example.org');
    expect(types('a[^n]\n\n[^n]: note')).toEqual(expect.arrayContaining(['footnoteReference', 'footnoteDefinition']));
  });

  it('takes HTML as text, a line break excepted', () => {
    expect(visibleText(parseMarkdown('a <b>x</b>\n\n<div>\n*y*\n</div>'))).toBe('a <b>x</b> <div> y </div>');
    expect(types('a<br>b<BR />c').filter((type) => type === 'break')).toHaveLength(2);
  });

  it('keeps mathematics as it is written', () => {
    for (const math of ['$a_1*b*c_2$', '$$\nx_1 * y_1 * z\n\\\\ \\{\n$$', '\\(a\\_b*c*\\)', '\\[\n\\frac{a}{b}\n\\]']) {
      expect(find(`so ${math} it is`, 'inlineMath')?.value, math).toBe(math);
    }
    expect(find('$$\nE = mc^2\n$$', 'inlineMath')?.value).toBe('$$\nE = mc^2\n$$');
    expect(find('> \\[\n> a\n> \\]', 'inlineMath')?.value).toBe('\\[\na\n\\]');
    for (const money of ['$5 and $6', 'US$5, A$6', 'costs $5', '\\$a$', '$ a $', '$5 to $x']) {
      expect(types(money), money).not.toContain('inlineMath');
    }
  });

  it('leaves single tildes alone, and numbers footnotes without their note', () => {
    expect(types('~5 to ~10~')).not.toContain('delete');
    expect(find('a[^1]', 'footnoteReference')?.label).toBe('1');
    expect(types('a[^x]')).not.toContain('footnoteReference');
  });

  it('resolves references', () => {
    expect(find('[a][b]\n\n[b]: https://e.com', 'link')?.url).toBe('https://e.com');
    expect(find('![a]\n\n[a]: https://e.com/i.png', 'image')).toMatchObject({ url: 'https://e.com/i.png', alt: 'a' });
    expect(types('[a]\n\n[a]: x')).not.toContain('linkReference');
  });

  it('makes any string safe without moving an offset', () => {
    expect(normalizeSource('a\0b\ud83dc\udc4d\ufeffd👍')).toBe('a\ufffdb\ufffdc\ufffd\u2060d👍');
    fc.assert(
      fc.property(garbage, (text) => {
        const normalized = normalizeSource(text);
        expect(normalized.length).toBe(text.length);
        expect(normalizeSource(normalized)).toBe(normalized);
      }),
    );
  });

  it('gives every node the offsets of its source, parents around their children', () => {
    fc.assert(
      fc.property(fc.oneof(markdownDocument, garbage), (text) => {
        for (const node of all(parseMarkdown(text))) {
          expect(startOf(node)).toBeLessThanOrEqual(endOf(node));
          expect(endOf(node)).toBeLessThanOrEqual(text.length);
          if (!('children' in node) || node.type === 'root') continue;
          for (const child of node.children) {
            expect(startOf(child)).toBeGreaterThanOrEqual(startOf(node));
            expect(endOf(child)).toBeLessThanOrEqual(endOf(node));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('shifts offsets for a piece of a longer text, and sees what stands before it', () => {
    const tree = parseMarkdown('b [x]', { prefix: '[x]: /y\n\n', base: 100 });
    expect(all(tree).find((node) => node.type === 'link')).toMatchObject({
      url: '/y',
      position: { start: { offset: 102 }, end: { offset: 105 } },
    });
  });
});

describe('hostile input', () => {
  const repeat = (piece: string, length = 20_000) => piece.repeat(Math.ceil(length / piece.length));
  const hostile: Record<string, string> = {
    'opening brackets': repeat('['),
    'closing brackets': repeat(']'),
    'nested brackets': repeat('[', 50_000) + repeat(']', 50_000),
    'nested quotes': repeat('>', 100_000),
    'nested lists': repeat('- '),
    'nested numbers': repeat('1. '),
    'marks around a letter': `${repeat('*')}a${repeat('*')}`,
    'open emphasis': repeat('*a '),
    'mixed emphasis': repeat('*a _b '),
    'links in links': repeat('[a]('),
    images: repeat('!['),
    backticks: Array.from({ length: 200 }, (_, size) => `${'`'.repeat(size)}a`).join(''),
    tags: repeat('<a'),
    'mail addresses': repeat('a@a.'),
    entities: repeat('&amp'),
    'wide table': `${repeat('|a')}|\n${repeat('|-')}|`,
    'deep indentation': Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
    dollars: repeat('$a'),
    'spaced dollars': repeat(' $a'),
    'display dollars': repeat('$$$a'),
    'math openers': repeat('\\(a'),
    footnotes: repeat('[^1]'),
  };

  // About 20,000 characters each: the slowest (a table of 10,000 columns) takes some 0.2 s on a quiet machine.
  it.each(Object.keys(hostile))('ends soon, text complete: %s', (name) => {
    const text = hostile[name] ?? '';
    const start = performance.now();
    const tree = parseMarkdown(text);
    expect(performance.now() - start).toBeLessThan(4000);
    const letters = (value: string) => value.replace(/[^a]/g, '').length;
    const isWhole = !/tags|entities|dollars|links|wide|math/.test(name);
    if (isWhole) expect(letters(visibleText(tree))).toBe(letters(text));
  });

  it('never throws, whatever the string', () => {
    fc.assert(
      fc.property(garbage, (text) => {
        expect(parseMarkdown(text).type).toBe('root');
      }),
      { numRuns: 500 },
    );
  });
});
