import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTelegram } from '../../../src/channels/telegram/render.js';
import { closeOpen } from '../../../src/reply/markdown/closeOpen.js';
import { startOf } from '../../../src/reply/markdown/nodes.js';
import { normalizeSource, parseMarkdown } from '../../../src/reply/markdown/parse.js';
import { visibleText } from '../../../src/reply/markdown/visibleText.js';
import { garbage, markdownDocument, streamSteps } from './arbitrary.js';

const shown = (source: string): string => visibleText(closeOpen(source).tree);
const types = (source: string): string => JSON.stringify(closeOpen(source).tree);

describe('closeOpen', () => {
  it.each([
    ['a **bo', 'a bo', 'strong'],
    ['a **bo*', 'a bo', 'strong'],
    ['a **bo**', 'a bo', 'strong'],
    ['x _it', 'x it', 'emphasis'],
    ['`co', 'co', 'inlineCode'],
    ['``co`', 'co', 'inlineCode'],
    ['~~st', 'st', 'delete'],
    ['**bold `co', 'bold co', 'inlineCode'],
    ['**a [b *c', 'a b c', 'emphasis'],
    ['***ab', 'ab', 'strong'],
    ['[te', 'te', 'link'],
    ['[text](htt', 'text', 'link'],
    ['[text](http://e.com "ti', 'text', 'link'],
    ['**[b](u', 'b', 'strong'],
    ['![al](x', 'al', 'image'],
    ['<http://exa', 'http://exa', 'link'],
    ['$$x', '$$x$$', 'inlineMath'],
    ['```js\nlet x', 'let x', 'code'],
    ['- item\n  ```py\n  x = 1', 'item x = 1', 'code'],
    ['> **q', 'q', 'strong'],
    ['| a | b |\n|--|--|\n| **x', 'a b x', 'strong'],
  ])('shows %j as if it were closed', (source, text, type) => {
    expect(shown(source)).toBe(text);
    expect(types(source)).toContain(`"type":"${type}"`);
  });

  it.each(['*', '**', '_', '`', '```', '```js', '#', '# ', '##', '-', '- ', '- [', '- [ ]', '> ', '1', '1.', '|', '['])(
    'holds back %j alone',
    (source) => {
      expect(shown(source)).toBe('');
      expect(shown(`text\n${source}`)).toBe('text');
      expect(shown(`text\n\n${source}`)).toBe('text');
    },
  );

  it.each([
    ['AT&', 'AT'],
    ['a &am', 'a'],
    ['a\\', 'a'],
    ['text\n--', 'text'],
    ['text\n===', 'text'],
    ['see [^1', 'see'],
    ['x\n\n[a]: htt', 'x'],
    ['```js\nlet x\n``', 'let x'],
    ['👩\u200d', '👩'],
  ])('holds back the end of %j', (source, text) => {
    expect(shown(source)).toBe(text);
  });

  it.each(['5 * 3', 'snake_ca', '~5 min and', 'costs $5 and', 'hello!', 'a < b', 'f(x)'])(
    'leaves %j as it is',
    (text) => {
      expect(shown(text)).toBe(text);
    },
  );

  it('never shows the pipes of a table', () => {
    const table = 'Sizes:\n\n| name | size |\n|:-----|-----:|\n| a `x` | **1** |\n| b | 2 |\n\ndone';
    for (let end = 0; end <= table.length; end += 1) expect(shown(table.slice(0, end))).not.toMatch(/[|:-]{2}|\|/);
    const bare = 'name | size\n--- | ---\na | 1\n';
    for (let end = 0; end <= bare.length; end += 1) expect(shown(bare.slice(0, end))).not.toContain('|');
  });

  it('never takes back a table that it has shown', () => {
    const table = '| a | b |\n|---|---|\n| c | d |\n| e | f |\n';
    let rows = 0;
    for (let end = 22; end <= table.length; end += 1) {
      const found = types(table.slice(0, end)).split('"tableRow"').length - 1;
      expect(found).toBeGreaterThanOrEqual(rows);
      rows = found;
    }
    expect(rows).toBe(3);
  });

  it('never throws, and changes nothing before the last block', () => {
    fc.assert(
      fc.property(
        fc.oneof(markdownDocument, garbage).chain((text) => streamSteps(text)),
        (steps) => {
          for (const step of steps) {
            const text = normalizeSource(step);
            const { tree, shown: end, certain } = closeOpen(text);
            expect(certain).toBeLessThanOrEqual(end);
            expect(end).toBeLessThanOrEqual(text.length);
            const last = tree.children.at(-1);
            if (last === undefined) continue;
            const before = parseMarkdown(text).children.filter((node) => startOf(node) < startOf(last));
            const closedBefore = tree.children.slice(0, -1);
            if (!/\]:/.test(text)) {
              expect(visibleText({ type: 'root', children: closedBefore })).toBe(
                visibleText({ type: 'root', children: before }),
              );
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('shows no marks while a formatted sentence is typed', () => {
    const text = 'Use **bold _and italic_ text**, ~~old~~ `code *x*` and [links](https://e.com/a_b) now.';
    for (let end = 0; end <= text.length; end += 1) {
      const plain = renderTelegram(closeOpen(text.slice(0, end)).tree).plain;
      expect(plain.replace('code *x*', '').replace(/code \*x?/, '')).not.toMatch(/[*_~`[\]]/);
    }
  });

  it('takes time in proportion to the text, also for one endless word', () => {
    const timeOf = (text: string) => {
      const start = performance.now();
      closeOpen(text);
      return performance.now() - start;
    };
    for (const piece of ['x', 'é', '<', '$a', 'x*'])
      expect(timeOf(`${piece.repeat(40_000 / piece.length)} y*`)).toBeLessThan(4000);
  });
});
