import { describe, expect, it } from 'vitest';
import { checkBlocks } from './blocks/check.js';
import { textOfMrkdwn } from './blocks/mrkdwn.js';
import { textOfBlocks } from './blocks/visibleText.js';
import { ApiError } from './errors.js';

const refusal = (blocks: unknown): { error: string; details: string } => {
  try {
    checkBlocks(blocks);
  } catch (error) {
    if (error instanceof ApiError) return { error: error.message, details: (error.extras.details ?? []).join('; ') };
    throw error;
  }
  return { error: 'accepted', details: '' };
};

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });
const markdown = (text: string) => ({ type: 'markdown', text });
const textElement = (text: string, style = {}) => ({ type: 'text', text, style });
const richSection = (...elements: unknown[]) => ({ type: 'rich_text_section', elements });
const rich = (...elements: unknown[]) => ({ type: 'rich_text', elements });
const raw = (text: string) => ({ type: 'raw_text', text });
const table = (rows: unknown[][]) => ({ type: 'table', rows });
const button = (more: object) => ({ type: 'actions', elements: [{ type: 'button', text: plain('Stop'), ...more }] });

describe('accepted', () => {
  it.each([
    ['a section of 3,000 characters', [section('a'.repeat(3000))]],
    ['a header of 150', [{ type: 'header', text: plain('h'.repeat(150)) }]],
    ['50 blocks', Array.from({ length: 50 }, () => ({ type: 'divider' }))],
    ['markdown of 12,000 characters', [markdown('a'.repeat(12_000))]],
    ['a button with a value of 2,000', [button({ value: 'v'.repeat(2000), action_id: 'stop', style: 'danger' })]],
    [
      'a context with text and picture',
      [
        {
          type: 'context',
          elements: [mrkdwn('_by_'), { type: 'image', image_url: 'https://e.com/a.png', alt_text: 'a' }],
        },
      ],
    ],
    [
      'a table of 100 rows',
      [table(Array.from({ length: 100 }, () => [raw('a'), rich(richSection(textElement('b')))]))],
    ],
    [
      'every rich text element',
      [
        rich(
          richSection(
            textElement('a', { bold: true, italic: true, strike: true, code: true }),
            { type: 'link', url: 'https://e.com', text: 'b' },
            { type: 'user', user_id: 'U1' },
            { type: 'channel', channel_id: 'C1' },
            { type: 'emoji', name: 'wave', unicode: '1f44b' },
            { type: 'broadcast', range: 'here' },
          ),
          { type: 'rich_text_list', style: 'ordered', indent: 1, offset: 2, elements: [richSection(textElement('c'))] },
          { type: 'rich_text_quote', elements: [textElement('d')] },
          { type: 'rich_text_preformatted', elements: [textElement('e')], border: 0 },
        ),
      ],
    ],
  ])('%s', (_name, blocks) => {
    expect(refusal(blocks)).toEqual({ error: 'accepted', details: '' });
  });
});

describe('refused', () => {
  it.each([
    ['no list', {}, 'invalid_blocks_format', ''],
    ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' })), 'invalid_blocks', 'no more than 50'],
    ['an unknown block', [{ type: 'blink' }], 'invalid_blocks', '/blocks/0/type'],
    ['an unknown field', [{ type: 'divider', color: 'red' }], 'invalid_blocks', 'color'],
    ['a section over 3,000', [section('a'.repeat(3001))], 'invalid_blocks', 'less than 3001'],
    ['a blank section', [section(' ')], 'invalid_blocks', 'more than 0'],
    ['a section of nothing', [{ type: 'section' }], 'invalid_blocks', 'missing required field'],
    ['a header over 150', [{ type: 'header', text: plain('h'.repeat(151)) }], 'invalid_blocks', 'less than 151'],
    ['a header in mrkdwn', [{ type: 'header', text: mrkdwn('h') }], 'invalid_blocks', '/blocks/0/text/type'],
    ['a button value over 2,000', [button({ value: 'v'.repeat(2001) })], 'invalid_blocks', 'less than 2001'],
    ['a button text over 75', [button({ text: plain('t'.repeat(76)) })], 'invalid_blocks', 'less than 76'],
    [
      '26 buttons',
      [{ type: 'actions', elements: Array.from({ length: 26 }, () => button({}).elements[0]) }],
      'invalid_blocks',
      '25',
    ],
    [
      'one action id twice',
      [{ type: 'actions', elements: [1, 2].map(() => ({ ...button({}).elements[0], action_id: 'a' })) }],
      'invalid_blocks',
      'action_id',
    ],
    [
      'one block id twice',
      [
        { type: 'divider', block_id: 'a' },
        { type: 'divider', block_id: 'a' },
      ],
      'invalid_blocks',
      'block_id',
    ],
    ['markdown over 12,000', [markdown('a'.repeat(12_001))], 'invalid_blocks', 'less than 12001'],
    [
      'markdown over 12,000 in all',
      [markdown('a'.repeat(7000)), markdown('a'.repeat(7000))],
      'msg_blocks_too_long',
      '',
    ],
    ['too much in all', Array.from({ length: 5 }, () => section('a'.repeat(2900))), 'msg_blocks_too_long', ''],
    ['an empty rich text', [rich()], 'invalid_blocks', 'missing element'],
    ['an empty rich text section', [rich(richSection())], 'invalid_blocks', 'missing element'],
    ['an empty text element', [rich(richSection(textElement('')))], 'invalid_blocks', 'more than 0'],
    ['an unknown style', [rich(richSection(textElement('a', { blink: true })))], 'invalid_blocks', 'blink'],
    [
      'a list in a list',
      [
        rich({
          type: 'rich_text_list',
          style: 'bullet',
          elements: [{ type: 'rich_text_list', style: 'bullet', elements: [] }],
        }),
      ],
      'invalid_blocks',
      '/type',
    ],
    ['an empty table cell', [table([[raw('')]])], 'invalid_blocks', '/blocks/0/rows/0/0/text'],
    ['101 rows', [table(Array.from({ length: 101 }, () => [raw('a')]))], 'invalid_blocks', '100'],
    ['21 columns', [table([Array.from({ length: 21 }, () => raw('a'))])], 'invalid_blocks', '20'],
    ['two tables', [table([[raw('a')]]), table([[raw('b')]])], 'invalid_attachments', 'only_one_table_allowed'],
    ['a table over 10,000 characters', [table([[raw('a'.repeat(10_001))]])], 'invalid_blocks', 'table'],
    [
      'an input in a message',
      [{ type: 'input', label: plain('l'), element: { type: 'plain_text_input' } }],
      'invalid_blocks',
      '/blocks/0/type',
    ],
  ])('%s', (_name, blocks, error, details) => {
    const refused = refusal(blocks);
    expect(refused.error).toBe(error);
    expect(refused.details).toContain(details);
  });
});

describe('what a reader sees', () => {
  it('of rich text: items, quotes and code on lines of their own, without marks', () => {
    const blocks = checkBlocks([
      { type: 'header', text: plain('Title') },
      rich(
        richSection(textElement('one '), textElement('two', { bold: true }), { type: 'user', user_id: 'U1' }),
        { type: 'rich_text_list', style: 'bullet', elements: ['a', 'b'].map((text) => richSection(textElement(text))) },
        { type: 'rich_text_preformatted', elements: [textElement('x = 1\ny = 2')] },
        { type: 'rich_text_quote', elements: [{ type: 'link', url: 'https://e.com', text: 'label' }] },
      ),
      { type: 'divider' },
      table([
        [raw('h1'), raw('h2')],
        [rich(richSection(textElement('c1'))), raw('c2')],
      ]),
      button({}),
    ]);
    expect(textOfBlocks(blocks, (_kind, id) => `<${id}>`)).toBe(
      'Title\none two@<U1>\na\nb\nx = 1\ny = 2\nlabel\nh1\th2\nc1\tc2',
    );
  });

  it('of markdown blocks: as of the document’s tree', () => {
    const text =
      '# Title\n\nSome *big* `code` [link](https://e.com).\n\n- a\n- b\n\n| h |\n|---|\n| c |\n\n```js\nx\n```\n';
    expect(textOfBlocks(checkBlocks([markdown(text)]))).toBe('Title\nSome big code link.\na\nb\nh\nc\nx');
  });

  it.each([
    ['*bold* _it_ ~no~ `*code*`', 'bold it no *code*'],
    ['a*b*c snake_case_name 2 * 3 * 4', 'a*b*c snake_case_name 2 * 3 * 4'],
    ['&lt;b&gt; &amp;amp;', '<b> &amp;'],
    ['<https://e.com|label> <https://e.com>', 'label https://e.com'],
    ['<@U1> <#C1|general> <!here> <!subteam^S1>', '@U1 #general @here @S1'],
    ['```\nx &lt; *y*\n```', 'x < *y*'],
    ['&gt; quoted\nnot', 'quoted\nnot'],
  ])('of mrkdwn: %s', (text, seen) => {
    expect(textOfMrkdwn(text)).toBe(seen);
  });
});
