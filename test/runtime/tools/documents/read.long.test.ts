import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DocumentStage, openDocumentStage } from './documentStage.js';
import { zipOf } from './zipOf.js';

let stage: DocumentStage;

beforeEach(() => {
  stage = openDocumentStage();
});

afterEach(() => stage.close());

const read = async (path: string, more: Record<string, unknown> = {}) =>
  String(await stage.call('read_file', { path, ...more }));

const CONTENT = '# Bees\n\nIn **bold**.\n\n- one\n  - two\n\n| Hive | kg |\n|---|---|\n| Mill | 12 |\n';

describe('read_file of a document', () => {
  it('gives Word, PDF and PowerPoint as text, whatever the file is called', async () => {
    for (const kind of ['docx', 'pdf', 'pptx']) {
      await stage.call(`generate_${kind}`, { path: 'x', content: `${CONTENT}\nNotes: speak up` });
      stage.put('received.bin', stage.get(`x.${kind}`));
      const text = await read('received.bin');
      for (const word of ['Bees', 'bold', 'one', 'two', 'Hive', 'Mill', '12', 'speak up']) expect(text).toContain(word);
    }
    stage.put('word.txt', stage.get('x.docx'));
    expect(await read('word.txt')).toContain(
      '# Bees\n\nIn **bold**.\n\n- one\n  - two\n\n|**Hive**|**kg**|\n|-|-|\n|Mill|12|',
    );
    expect(await read('x.pptx')).toContain('[slide 1]\nBees');
    expect(await read('x.pptx')).toContain('Notes: speak up');
    expect(await read('x.pdf')).toContain('[page 1]');
  });

  it('gives Excel as tables, part by part where they are long', async () => {
    const rows = [['Day', 'kg', 'a|b'], ...Array.from({ length: 2000 }, (_, i) => ['2026-12-01', i, `row ${i}`])];
    await stage.call('generate_xlsx', {
      path: 'x',
      sheets: [
        { name: 'One', rows },
        { name: 'Two', rows: [['z']] },
      ],
    });
    const first = await read('x.xlsx');
    expect(first).toMatch(
      /^\[x\.xlsx, lines 1 to \d+ of 20\d\d\. Go on with offset \d+\.\]\n## One\n\n\| Day \| kg \| a\\\|b \|/,
    );
    expect(first).toContain('| 2026-12-01 | 7 | row 7 |');
    expect(first.length).toBeLessThan(10_000);
    expect(await read('x.xlsx', { offset: 1990 })).toContain('row 1999');
    expect(await read('x.xlsx', { offset: 2000 })).toContain('## Two');
  });

  it('shows every word of a long paragraph', async () => {
    const words = Array.from({ length: 3000 }, (_, i) => `w${i}`);
    await stage.call('generate_docx', { path: 'x', content: words.join(' ') });
    let text = '';
    for (let offset = 1; ; ) {
      const part = await read('x.docx', { offset });
      text += ` ${part}`;
      const next = /Go on with offset (\d+)/.exec(part)?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    for (const word of words) expect(text).toContain(word);
  });
});

const xml = (text: string) => deflateRawSync(Buffer.from(text));
const docx = (document: string) => zipOf([{ name: 'word/document.xml', packed: xml(document) }]);

describe('a hostile or broken document is told in a clear sentence', () => {
  const bomb = deflateRawSync(Buffer.alloc(80_000_000, 0x20));
  const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`).join('')}]>`;
  const part = { name: 'word/document.xml', packed: xml('<a/>') };

  it.each([
    ['a ZIP bomb', zipOf([{ ...part }, { name: 'word/x.bin', packed: bomb, size: 80_000_000 }]), 'larger than the'],
    ['one that lies about its size', zipOf([{ name: 'word/document.xml', packed: bomb, size: 10 }]), 'larger than the'],
    [
      'many middling bombs',
      zipOf([
        part,
        ...[1, 2, 3, 4].map((i) => ({ name: `word/${i}`, packed: deflateRawSync(Buffer.alloc(60_000_000)) })),
      ]),
      'larger than the',
    ],
    [
      'too many parts',
      zipOf([part, ...Array.from({ length: 5_100 }, (_, i) => ({ name: `p${i}`, packed: xml('') }))]),
      'no text|parts',
    ],
    ['an XML bomb', docx(`${laughs}<w:document>&a8;</w:document>`), 'document type definition'],
    [
      'an external entity',
      docx('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
      'document type definition',
    ],
    ['one with a password', zipOf([{ ...part, flags: 1 }]), 'protected by a password'],
    [
      'an old or protected one',
      Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex'),
      'protected by a password, or of an Office program before 2007',
    ],
    [
      'a part that is no deflate stream',
      zipOf([{ name: 'word/document.xml', packed: Buffer.from('hello') }]),
      'broken',
    ],
    ['an unknown packing', zipOf([{ ...part, method: 99 }]), 'packed in a way'],
    ['a Word file without its text', docx('<a/>'), 'cannot be read|no text'],
    ['an empty sheet book', zipOf([{ name: 'xl/workbook.xml', packed: xml('<workbook/>') }]), 'cannot be read|no text'],
    ['a cut PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog'), 'cannot be read|no text'],
  ])('%s', async (_, content, why) => {
    stage.put('evil.docx', content);
    const told = await read('evil.docx').catch((thrown: unknown) => String(thrown));
    expect(told).toMatch(new RegExp(why));
    expect(told.length).toBeLessThan(400);
  });

  it('and one that is cut anywhere never breaks the reader', async () => {
    await stage.call('generate_xlsx', {
      path: 'x',
      sheets: [
        {
          name: 'S',
          rows: [
            ['a', 1],
            ['b', 2],
          ],
        },
      ],
    });
    const whole = stage.get('x.xlsx');
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      stage.put('cut.xlsx', whole.subarray(0, Math.floor(whole.length * share)));
      const told = await read('cut.xlsx').catch((thrown: unknown) => String(thrown));
      expect(told).toMatch(/is broken|is no text/);
    }
  });
});
