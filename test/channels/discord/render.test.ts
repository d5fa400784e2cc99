import fc from 'fast-check';
import type { PhrasingContent, Root } from 'mdast';
import { describe, expect, it } from 'vitest';
import { payloadSchema } from '../../../src/channels/discord/payload.js';
import { renderDiscord } from '../../../src/channels/discord/render.js';
import { parseMarkdown } from '../../../src/reply/markdown/parse.js';
import { markdownDocument } from '../../reply/markdown/arbitrary.js';
import { expectAccepted } from './renderRules.js';

const contentOf = (markdown: string) => payloadSchema.parse(renderDiscord(parseMarkdown(markdown)).payload).content;

describe('Discord rendering', () => {
  it.each([
    ['plain words', 'plain words'],
    ['**bold** *it* ~~gone~~ `code`', '**bold** _it_ ~~gone~~ `code`'],
    ['~~gone\\~~~', '~~gone\\~\u200b~~'],
    ['`a``` `b', '`a```  `b'],
    ['# One\n## Two\n### Three\n#### Four', '# One\n## Two\n### Three\n**Four**'],
    ['# C#', '# C\\#'],
    ['- a\n  - b\n- [x] done\n- [ ] open', '- a\n  - b\n- ☑ done\n- ☐ open'],
    ['3. c\n4. d', '3. c\n4. d'],
    ['> quote\n>\n> more\n\nafter', '> quote\n> \n> more\n\nafter'],
    ['```js\nlet a;\n```', '```js\nlet a;\n```'],
    ['````\n```\nx\n```\n````', '```\n`\u200b`\u200b`\nx\n`\u200b`\u200b`\n```'],
    ['[text](https://a.example/x_y)', '[text](https://a.example/x_y)'],
    ['[t](https://a.example/x_(y))', '[t](https://a.example/x_%28y%29)'],
    ['https://a.example/x_y_z.', '<https://a.example/x_y_z>.'],
    ['[https://good.example](https://bad.example)', '<https://good.example> (<https://bad.example>)'],
    ['[x](javascript:1)', 'x (javascript:1)'],
    ['![a cat](https://a.example/c.png)', '[🖼 a cat](https://a.example/c.png)'],
    ['@everyone <@123456789012345678> :smile:', '\\@everyone \\<@123456789012345678> \\:smile:'],
    ['a_b_c 2 \\* 3 \\* 4 ||x||', 'a\\_b\\_c 2 \\* 3 \\* 4 \\|\\|x\\|\\|'],
    ['1\\. x', '1\\. x'],
    ['a $x_1$', 'a $x\\_1$'],
    ['note[^1]\n\n[^1]: the note', 'note¹\n\n¹ the note'],
    ['| a | b |\n|---|--:|\n| 1 | 22 |', '```\na │  b\n──┼───\n1 │ 22\n```'],
    ['***', '──────────'],
  ])('of %j', (markdown, content) => {
    expect(contentOf(markdown)).toBe(content);
  });

  it('of a table that is too wide is a list with the names of its columns', () => {
    const wide = '| A rather long column | Another very long column |\n|---|---|\n| one | **two** |';
    expect(contentOf(wide)).toBe('- _A rather long column_: one\n  _Another very long column_: **two**');
    const form = '| A rather long column | Another very long column |\n|---|---|\n| one | |\n| two | |';
    expect(contentOf(form)).toBe(
      '- _A rather long column_: one\n  _Another very long column_:\n- _A rather long column_: two\n  _Another very long column_:',
    );
  });

  it('begins a list on a line of its own after the sign of a footnote', () => {
    for (const source of ['[^1]: - one\n    - two', '> [^1]: - one\n>     - two', '- 1. - one']) {
      const tree = parseMarkdown(source);
      expectShown(tree);
      expect(renderDiscord(tree).plain).toContain('• one');
    }
    expect(contentOf('[^1]: - one')).toBe('¹ \u200b\n  - one');
    expect(contentOf('- - one')).toBe('- - one');
  });

  it('shows exactly the document, whatever it holds', () => {
    fc.assert(
      fc.property(markdownDocument, (markdown) => expectShown(parseMarkdown(markdown))),
      { numRuns: 40, seed: 7 },
    );
  });

  it('shows exactly the text, whatever marks of Discord it holds', () => {
    const signs = [...'*_~|`\\>#-+[]()<:@1./ \nab', '://', 'https://a.b', '@everyone', '<@1', ':a:', '```', 'é', '😀'];
    const text = fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((parts) => parts.join(''));
    const inline = text.map(
      (value): Root => ({ type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value }] }] }),
    );
    fc.assert(fc.property(inline, expectShown), { numRuns: 2000, seed: 11 });
    const marked = fc
      .tuple(text, fc.subarray(['delete', 'strong', 'emphasis'] as const))
      .map(([value, marks]) =>
        marks.reduceRight<PhrasingContent>((inner, type) => ({ type, children: [inner] }), { type: 'text', value }),
      );
    const several = fc
      .array(marked, { maxLength: 3 })
      .map((children): Root => ({ type: 'root', children: [{ type: 'paragraph', children }] }));
    fc.assert(fc.property(several, expectShown), { numRuns: 2000, seed: 12 });
  });
});

function expectShown(tree: Root): void {
  expectAccepted(renderDiscord(tree));
}
