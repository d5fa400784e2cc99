import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, textOfSpans } from '../../../src/runtime/documents/block.js';
import { writePdf } from '../../../src/runtime/documents/pdf/writePdf.js';
import { readBlocks } from '../../../src/runtime/documents/readBlocks.js';
import { writeDocx } from '../../../src/runtime/documents/writeDocx.js';
import { writePptx } from '../../../src/runtime/documents/writePptx.js';
import '../../setup/propertySeed.js';
import { htmlOfDocx, textOfPdf } from '../tools/documents/documentStage.js';
import { checkXml, zipEntries } from '../tools/documents/zipEntries.js';

const word = fc.oneof(
  fc.stringMatching(/^[a-zA-Z]{1,12}$/),
  fc.constantFrom(
    'Ärger',
    'Ωμέγα',
    'привет',
    '**bold**',
    '*it*',
    '~~no~~',
    '`a<b`',
    '&amp;',
    'x_y_z',
    '5 < 6 & 7',
    '"q"',
    '[l](https://e.org/?a=1&b=2)',
    '<b>',
    '\\*',
    'a'.repeat(150),
    '$1',
    '{x}',
    '<br>',
  ),
);
const line = fc.array(word, { minLength: 1, maxLength: 25 }).map((words) => words.join(' '));
const block = fc.oneof(
  line,
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom('-', '1.', '- [x]'), line), {
      minLength: 1,
      maxLength: 8,
    })
    .map((items) => items.map(([depth, sign, text]) => `${'   '.repeat(depth)}${sign} ${text}`).join('\n')),
  line.map((text) => `> ${text}\n>\n> - in it`),
  fc.array(line, { maxLength: 6 }).map((lines) => `\`\`\`\n${lines.join('\n    ')}\n\`\`\``),
  fc
    .array(fc.tuple(word, line), { minLength: 1, maxLength: 6 })
    .map(
      (rows) =>
        `| A | B |\n|--|:-:|\n${rows.map(([a, b]) => `| ${a.replaceAll('|', '')} | ${b.replaceAll('|', '')} |`).join('\n')}`,
    ),
  fc.constantFrom(
    '---',
    '![gone](no.png)',
    '![web](https://e.org/x.png)',
    '[r]: https://r.org',
    'see [r] and [^1]',
    '[^1]: note',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replace(/[^\u0020-\u024f\n]/gu, '')),
);
const document = fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));

/** What the tree says, without the signs of lists and without spaces, which lines and pages change. */
function wanted(blocks: readonly Block[]): string {
  return bare(blocks.map(textOfBlock).join(' '));
}

function textOfBlock(block: Block): string {
  if ('spans' in block) return textOfSpans(block.spans);
  if (block.kind === 'code') return block.text;
  if (block.kind === 'table') return block.rows.map((row) => row.map(textOfSpans).join(' ')).join(' ');
  return block.kind === 'image' ? `[${block.alt || block.path}]` : '';
}

const bare = (text: string) => text.replace(/[\s\u00a0\u00ad]|\p{Default_Ignorable_Code_Point}/gu, '');
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const textOfHtml = (html: string) =>
  bare(html.replace(/<[^>]*>/g, ' ').replace(/&(?:lt|gt|quot|amp);/g, (one) => ENTITIES[one] ?? one));

describe('any Markdown', () => {
  it('is the same text in Word, and well-formed there and in PowerPoint', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (markdown) => {
        const blocks = readBlocks(markdown);
        const docx = Buffer.from((await writeDocx('T', blocks, new Map())).bytes);
        const signs = /[☐☑]/g;
        expect(textOfHtml(await htmlOfDocx(docx)).replace(signs, '')).toBe(wanted(blocks).replace(signs, ''));
        const pptx = Buffer.from((await writePptx('T', blocks, new Map())).bytes);
        for (const [name, xml] of [...zipEntries(docx), ...zipEntries(pptx)]) {
          if (/\.(xml|rels)$/.test(name)) checkXml(name, xml);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is the same text in a PDF', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (markdown) => {
        const blocks = readBlocks(markdown);
        const { bytes, extent } = await writePdf('T', blocks, new Map(), []);
        const letters = (text: string) => [...text.replace(/[\d.•☐☑]/g, '')].sort().join('');
        // Numbers of pages and lists, and the head of a table on its next page, come on top.
        const text = letters(bare(await textOfPdf(Buffer.from(bytes))));
        if (extent === '1 page') expect(text).toBe(letters(wanted(blocks)));
        else for (const letter of new Set(letters(wanted(blocks)))) expect(text).toContain(letter);
      }),
      { numRuns: 60 },
    );
  });
});
