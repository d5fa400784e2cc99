import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderSlack } from '../../../../src/channels/slack/render/render.js';
import { parseMarkdown } from '../../../../src/reply/markdown/parse.js';
import { garbage, markdownDocument } from '../../../reply/markdown/arbitrary.js';
import { expectAccepted, expectChunksAccepted } from './renderRules.js';

const render = (markdown: string) => renderSlack(parseMarkdown(markdown));
const blocksOf = (markdown: string) => render(markdown).payload;

describe('renderSlack', () => {
  it('marks, links, code and breaks', () => {
    expect(
      blocksOf('Some **bold _both_**, ~~gone~~, `x < y`\n[site **here**](https://a.example/?q=1&r) www.b.example'),
    ).toEqual({
      text: 'Some bold both, gone, x &lt; y\nsite here www.b.example',
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'Some ' },
                { type: 'text', text: 'bold ', style: { bold: true } },
                { type: 'text', text: 'both', style: { bold: true, italic: true } },
                { type: 'text', text: ', ' },
                { type: 'text', text: 'gone', style: { strike: true } },
                { type: 'text', text: ', ' },
                { type: 'text', text: 'x < y', style: { code: true } },
                { type: 'text', text: '\n' },
                { type: 'link', url: 'https://a.example/?q=1&r', text: 'site ' },
                { type: 'link', url: 'https://a.example/?q=1&r', text: 'here', style: { bold: true } },
                { type: 'text', text: ' ' },
                { type: 'link', url: 'http://www.b.example/', text: 'www.b.example' },
              ],
            },
          ],
        },
      ],
    });
  });

  it('lists: numbers go on after what stands between, tasks have boxes, quotes their bar', () => {
    const { blocks } = JSON.parse(
      JSON.stringify(
        blocksOf('3. a\n   - deep\n\n   ```js\n   x\n   ```\n4. b\n\n> - [x] done\n> - [ ] open\n>\n> said'),
      ),
    );
    expect(blocks).toEqual([
      {
        type: 'rich_text',
        elements: [
          list('ordered', 0, ['a'], { offset: 2 }),
          list('bullet', 1, ['deep']),
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'x' }] },
          list('ordered', 0, ['b'], { offset: 3 }),
          list('bullet', 0, ['☑ done', '☐ open'], { border: 1 }),
          { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said' }] },
        ],
      },
    ]);
  });

  it('headings, rules, one table block, and a second table as aligned text', () => {
    const table = '| Name | Size |\n|:-|-:|\n| **a** | 1 |\n| | 22 |';
    const { blocks } = JSON.parse(
      JSON.stringify(blocksOf(`# Title\n\n### Small\n\nText\n\n---\n\n${table}\n\n${table}`)),
    );
    expect(blocks).toMatchObject([
      { type: 'header', text: { type: 'plain_text', text: 'Title' } },
      {
        type: 'rich_text',
        elements: [{ elements: [{ text: 'Small', style: { bold: true } }, { text: '\nText' }] }],
      },
      { type: 'divider' },
      {
        type: 'table',
        rows: [
          [
            { type: 'raw_text', text: 'Name' },
            { type: 'raw_text', text: 'Size' },
          ],
          [{ type: 'rich_text' }, { type: 'raw_text', text: '1' }],
          [
            { type: 'raw_text', text: ' ' },
            { type: 'raw_text', text: '22' },
          ],
        ],
        column_settings: [{ align: 'left' }, { align: 'right' }],
      },
      { type: 'rich_text', elements: [{ type: 'rich_text_preformatted' }] },
    ]);
  });

  it('a table that is too wide for either is a list, so that its parts stay smaller than it', () => {
    const wide = `| Name | Story |\n|-|-|\n| a | ${'word '.repeat(900)}|\n| b | short |`;
    const narrow = '| A | B |\n|-|-|\n| 1 | 2 |';
    const { blocks } = JSON.parse(JSON.stringify(blocksOf(`${narrow}\n\n${wide}`)));
    expect(blocks).toMatchObject([
      { type: 'table' },
      {
        elements: [
          {
            type: 'rich_text_list',
            elements: [{ elements: [{ text: 'Name', style: { italic: true } }, {}, {}, {}] }, {}],
          },
        ],
      },
    ]);
    expectChunksAccepted(`${narrow}\n\n${wide}`);
    expectChunksAccepted(`${narrow}\n\n| ${'head '.repeat(1000)} | x |\n|-|-|\n| a | b |\n| c | d |`);
  });

  it('images are links, footnotes stand last, mathematics as it was written', () => {
    const { plain } = render('![A cat](https://a.example/cat.png) $x_1$[^n]\n\n[^n]: Note\n\nEnd');
    expect(plain).toBe('🖼 A cat $x_1$[n]\n\nEnd\n\n[n] Note');
    expect(render('[dead](javascript:alert)').plain).toBe('dead (javascript:alert)');
  });

  it('nothing to see is nothing to send', () => {
    for (const empty of ['', '   ', '<!-- -->'.slice(0, 0), '[x]: https://a.example', '\u200b']) {
      expect(render(empty).units, JSON.stringify(empty)).toBe(0);
    }
  });

  it('any document is taken by the strict server, chunk by chunk and word by word', () => {
    fc.assert(
      fc.property(markdownDocument, (source) => expectChunksAccepted(source)),
      { numRuns: 20, seed: 20261201, endOnFailure: true },
    );
  });

  it('and any garbage', () => {
    fc.assert(
      fc.property(garbage, (source) => {
        const tree = parseMarkdown(source.slice(0, 3000));
        expectAccepted(renderSlack(tree), tree);
      }),
      { numRuns: 80, seed: 20261201 },
    );
  });
});

function list(style: string, indent: number, items: readonly string[], more: object = {}) {
  const elements = items.map((text) => ({ type: 'rich_text_section', elements: [{ type: 'text', text }] }));
  return { type: 'rich_text_list', style, elements, indent, ...more };
}
