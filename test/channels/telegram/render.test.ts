import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTelegram } from '../../../src/channels/telegram/render.js';
import type { Rendered } from '../../../src/core/ports/egress.js';
import { parseMarkdown } from '../../../src/reply/markdown/parse.js';
import { garbage, markdownDocument } from '../../reply/markdown/arbitrary.js';
import { expectAccepted, payloadSchema } from './renderRules.js';

const render = (markdown: string): Rendered => renderTelegram(parseMarkdown(markdown));
const plain = (markdown: string): string => render(markdown).plain;
const entitiesOf = ({ payload }: Rendered) => payloadSchema.parse(payload).entities;

/** Entities as `type(text)`, with their address or language. */
function marks(markdown: string): string[] {
  const rendered = render(markdown);
  return entitiesOf(rendered).map((entity) => {
    const text = rendered.plain.slice(entity.offset, entity.offset + entity.length);
    const extra = entity.type === 'text_link' ? ` ${entity.url}` : entity.type === 'pre' ? ` ${entity.language}` : '';
    return `${entity.type}(${text})${extra}`;
  });
}

describe('inline content', () => {
  it('becomes entities', () => {
    expect(plain('**b** *i* ~~s~~ `c` [l](https://e.com/x)')).toBe('b i s c l');
    expect(marks('**b** *i* ~~s~~ `c` [l](https://e.com/x)')).toEqual([
      'bold(b)',
      'italic(i)',
      'strikethrough(s)',
      'code(c)',
      'text_link(l) https://e.com/x',
    ]);
  });

  it('nests as Telegram allows: nothing in code, no code in links', () => {
    expect(marks('**a *b* `c` d**')).toEqual(['bold(a b)', 'italic(b)', 'code(c)', 'bold(d)']);
    expect(marks('[a `b`](https://e.com)')).toEqual(['text_link(a b) https://e.com/']);
    expect(marks('**a **b** c**')).toEqual(['bold(a b c)']);
  });

  it('links only to what can be opened, and shows other addresses', () => {
    expect(plain('[a](./b.md) [c](javascript:x) [d](http://localhost:1)')).toBe(
      'a (./b.md) c (javascript:x) d (http://localhost:1)',
    );
    expect(marks('[a](./b.md) [c](javascript:x) [d](http://localhost:1)')).toEqual([]);
    expect(plain('[write](mailto:me@e.com) me@e.com')).toBe('write (me@e.com) me@e.com');
    expect(marks('[a](tg://resolve?domain=x)')).toEqual(['text_link(a) tg://resolve?domain=x']);
    expect(plain(`[a](data:x,${'y'.repeat(300)})`)).toBe('a');
  });

  it('leaves bare addresses plain, for the clients to find', () => {
    const bare = 'https://e.com/a_b www.e.com <https://e.com> me@e.com';
    expect(plain(bare)).toBe('https://e.com/a_b www.e.com https://e.com me@e.com');
    expect(marks(bare)).toEqual([]);
  });

  it('shows images as links, footnotes as raised numbers, mathematics as written', () => {
    expect(plain('![A cat](https://e.com/c.png) x[^1] $a_b$\n\n[^1]: note')).toBe('🖼 A cat x¹ $a_b$\n\n¹ note');
    expect(marks('![A cat](https://e.com/c.png)')).toEqual(['text_link(🖼 A cat) https://e.com/c.png']);
    expect(plain('![](https://e.com/c.png)')).toBe('🖼 c.png');
  });

  it('takes out what the server would', () => {
    expect(plain('a\u0007b\u202ec\u200fd\u2028e')).toBe('abc\u200fd e');
    expect(plain('Sma\u030aland')).toBe('Småland');
  });
});

describe('blocks', () => {
  it('tells headings apart', () => {
    expect(marks('# A\n\n## B\n\n### C\n\n#### D')).toEqual([
      'bold(A)',
      'underline(A)',
      'bold(B)',
      'bold(C)',
      'italic(C)',
      'italic(D)',
      'underline(D)',
    ]);
    expect(plain('# A\ntext\n## B\ntext')).toBe('A\ntext\n\nB\ntext');
  });

  it('indents nested lists, counts, and ticks boxes', () => {
    expect(plain('- a\n  - b\n    1. c\n    2. d\n\n       e\n- [x] f\n- [ ] g')).toBe(
      '• a\n  ◦ b\n    1. c\n    2. d\n\n       e\n☑ f\n☐ g',
    );
  });

  it('quotes, and folds long quotes', () => {
    expect(marks('> a **b**\n> > c')).toEqual(['blockquote(a b\n\nc)', 'bold(b)']);
    const long = Array.from({ length: 12 }, (_, line) => `> line ${line}`).join('\n');
    expect(marks(long)[0]).toMatch(/^expandable_blockquote/);
  });

  it('keeps code as it is, with its language', () => {
    expect(marks('x\n\n```c++\n  a **b**\n\n\tc\n```')).toEqual(['pre(  a **b**\n\n    c) c++']);
    expect(plain('```\n  a\nb\n```')).toBe('  a\nb');
    expect(marks('```not a language, this\nx\n```')).toEqual(['pre(x) not']);
    expect(marks('```$(rm)\nx\n```')).toEqual(['pre(x) undefined']);
    expect(render('```\n\n```').units).toBe(0);
  });

  it('aligns small tables', () => {
    expect(plain('| Name | n |\n|---|--:|\n| 你好 | 1 |\n| e\u0301👍🏽 | 22 |')).toBe(
      ['Name │  n', '─────┼───', '你好 │  1', 'e\u0301👍🏽  │ 22'].join('\n'),
    );
  });

  it('writes tables row by row that are too wide for a phone, or hold links', () => {
    const wide = '| Name | Meaning of it |\n|---|---|\n| x | something that does not fit at all |\n| y | **z** |';
    expect(plain(wide)).toBe(
      '• Name: x\n  Meaning of it: something that does not fit at all\n• Name: y\n  Meaning of it: z',
    );
    const form = '| Name of the person | Signature of the person |\n|---|---|\n| x | |\n| y | |';
    expect(plain(form)).toBe(
      '• Name of the person: x\n  Signature of the person:\n• Name of the person: y\n  Signature of the person:',
    );
    expect(marks('| a |\n|---|\n| [b](https://e.com) |')).toContain('text_link(b) https://e.com/');
    const longHeader = `| ${'long header '.repeat(4)} | b |\n|---|---|\n| 1 | 2 |`;
    expect(plain(longHeader)).toMatch(/^long header .* · b\n• 1 · 2$/);
  });
});

describe('what the server does to a message', () => {
  it('is done already: trimmed, measured after it', () => {
    const rendered = render('&#32;&#32; **a** &nbsp;');
    expect(rendered.plain).toBe('a');
    expect(rendered.units).toBe(1);
    expect(marks('&#32;&#32; **a** &nbsp;')).toEqual(['bold(a)']);
    expect(render('👍').units).toBe(2);
  });

  it('is nothing where nothing is visible', () => {
    for (const empty of ['', '&nbsp;', '&#8203;', '&#x2800;', '# ', '[a]: https://e.com', '> ', '\u200e']) {
      expect(render(empty)).toEqual({ units: 0, parts: 0, payload: { text: '', entities: [] }, plain: '' });
    }
  });

  it('leaves at most 100 entities, and counts them all', () => {
    const rendered = render('**a** b '.repeat(130));
    expect(rendered.parts).toBe(130);
    expect(entitiesOf(rendered)).toHaveLength(100);
  });

  it('has no entity for what is trimmed away at the end', () => {
    for (const nothing of ['> &nbsp;', '> &#32;\n>\n> &nbsp;', '**&nbsp;**']) {
      const rendered = render(`- ---[a]:\n\n${nothing}`);
      expectAccepted(rendered, 4096);
      expect(entitiesOf(rendered)).toEqual([]);
    }
  });

  it('changes nothing, whatever the Markdown', () => {
    fc.assert(
      fc.property(fc.oneof(markdownDocument, garbage), (markdown) => {
        expectAccepted(render(markdown), Number.MAX_SAFE_INTEGER);
      }),
      { numRuns: 100 },
    );
  });
});
