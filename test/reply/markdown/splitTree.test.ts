import fc from 'fast-check';
import type { Nodes, Root } from 'mdast';
import { describe, expect, it } from 'vitest';
import { normalizeSource, parseMarkdown } from '../../../src/reply/markdown/parse.js';
import { isTextNode, sourceOffsets, stringOf } from '../../../src/reply/markdown/sourceMap.js';
import { splitTree } from '../../../src/reply/markdown/splitTree.js';
import { visibleText } from '../../../src/reply/markdown/visibleText.js';
import { garbage, markdownDocument } from './arbitrary.js';

const split = (source: string, at: string | number) => {
  const text = normalizeSource(source);
  return splitTree(parseMarkdown(text), typeof at === 'number' ? at : text.indexOf(at), text);
};

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

function firstOf<T extends Nodes['type']>(tree: Root, type: T): Extract<Nodes, { type: T }> {
  const open: Nodes[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === type) return node as Extract<Nodes, { type: T }>;
    if ('children' in node) open.push(...[...node.children].reverse());
  }
  throw new Error(`no ${type}`);
}

describe('splitTree', () => {
  it('closes marks and opens them again', () => {
    const { left, right } = split('a **b *c d* e** f', 'd*');
    expect(visibleText(left)).toBe('a b c');
    expect(visibleText(right)).toBe('d e f');
    expect(firstOf(right, 'strong').children.map((node) => node.type)).toEqual(['emphasis', 'text']);
  });

  it('divides links and headings', () => {
    const { left, right } = split('## see [one two](https://e.com)', 'two');
    expect(firstOf(left, 'link').url).toBe('https://e.com');
    expect(firstOf(right, 'link').url).toBe('https://e.com');
    expect(firstOf(right, 'heading').depth).toBe(2);
  });

  it('keeps the language of code, also of code in a list in a quote', () => {
    const source = '> - x\n>   ```ts\n>   a();\n>     b();\n>   c();\n>   ```';
    const { left, right } = split(source, '  b()');
    expect(firstOf(left, 'code')).toMatchObject({ lang: 'ts', value: 'a();' });
    expect(firstOf(right, 'code')).toMatchObject({ lang: 'ts', value: '  b();\nc();', data: { continued: true } });
    expect(firstOf(right, 'listItem').data?.continued).toBe(true);
    expect(right.children[0]?.type).toBe('blockquote');
  });

  it('goes on counting, and keeps check boxes', () => {
    const { left, right } = split('3. one\n4. two\n   more\n5. [x] three', 'more');
    expect(firstOf(left, 'list').start).toBe(3);
    const rest = firstOf(right, 'list');
    expect(rest.start).toBe(4);
    expect(rest.children.map((item) => [item.data?.continued ?? false, item.checked ?? null])).toEqual([
      [true, null],
      [false, true],
    ]);
    expect(firstOf(split('3. one\n4. two', '4.').right, 'list').start).toBe(4);
  });

  it('repeats the header of a table, but not as new text', () => {
    const source = '| h | i |\n|--:|---|\n| a b | c |\n| d | e |';
    const { left, right } = split(source, '| d');
    expect(firstOf(left, 'table').children).toHaveLength(2);
    expect(firstOf(right, 'table')).toMatchObject({ align: ['right', null], data: { header: 'repeated' } });
    expect(firstOf(right, 'table').children).toHaveLength(2);
    expect(visibleText(right)).toBe('d e');
    const inCell = split(source, 'b |');
    expect(visibleText(inCell.left)).toBe('h i a');
    expect(visibleText(inCell.right)).toBe('b c d e');
    const inHeader = split('| h j | i |\n|---|---|\n| a | c |', 'j');
    expect(visibleText(inHeader.left)).toBe('h');
    expect(firstOf(inHeader.right, 'table').data?.header).toBe('none');
    expect(visibleText(inHeader.right)).toBe('j i a c');
  });

  it('finds its way through escapes, entities, prefixes and stripped spaces', () => {
    const source = '> \\*a\\* &amp; b &copy;&#x41;  \n>   next `` c ` d `` x\\\n> y \\(m\\_\n> n\\) z';
    const text = normalizeSource(source);
    const tree = parseMarkdown(text);
    const open: Nodes[] = [tree];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if ('children' in node) open.push(...node.children);
      if (!isTextNode(node)) continue;
      const map = sourceOffsets(node, text);
      const value = stringOf(node);
      [...value].forEach((char, index) => {
        if (/[a-z]/i.test(char) && char !== 'A') expect(text[map[index] ?? -1], `${char} of ${value}`).toBe(char);
      });
    }
    expect(visibleText(split(source, '&#x41;').right)).toMatch(/^A next/);
    expect(visibleText(split(source, 'd ``').right)).toMatch(/^d x y/);
    expect(visibleText(split(source, 'n\\)').right)).toBe('n\\) z');
  });

  it('loses and doubles nothing, at any offset of any text', () => {
    const anywhere = fc.oneof({ weight: 2, arbitrary: markdownDocument }, { weight: 1, arbitrary: garbage });
    fc.assert(
      fc.property(anywhere, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6 }), (raw, places) => {
        const text = normalizeSource(raw);
        const tree = parseMarkdown(text);
        const before = JSON.stringify(tree);
        const whole = withoutSpace(visibleText(tree));
        for (const place of places) {
          const { left, right } = splitTree(tree, Math.round(place * text.length), text);
          expect(withoutSpace(visibleText(left) + visibleText(right))).toBe(whole);
        }
        expect(JSON.stringify(tree)).toBe(before);
      }),
      { numRuns: 100 },
    );
  });

  it('divides halves again', () => {
    fc.assert(
      fc.property(markdownDocument, (raw) => {
        const text = normalizeSource(raw);
        const size = Math.max(10, Math.ceil(text.length / 7));
        const pieces: string[] = [];
        let rest = parseMarkdown(text);
        for (let at = size; at < text.length; at += size) {
          const { left, right } = splitTree(rest, at, text);
          pieces.push(visibleText(left));
          rest = right;
        }
        pieces.push(visibleText(rest));
        expect(withoutSpace(pieces.join(''))).toBe(withoutSpace(visibleText(parseMarkdown(text))));
      }),
      { numRuns: 100 },
    );
  });
});
