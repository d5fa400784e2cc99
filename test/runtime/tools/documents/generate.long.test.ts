import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentFileSchema } from '../../../../src/core/eventSchema.js';
import { crc32Of } from './crc32Of.js';
import { type DocumentStage, htmlOfDocx, openDocumentStage, sheetsOf, textOfPdf } from './documentStage.js';
import { checkXml, zipEntries } from './zipEntries.js';

let stage: DocumentStage;

beforeEach(() => {
  stage = openDocumentStage();
});

afterEach(() => stage.close());

const MARKDOWN = `# Bees & <honey>

Intro with **bold**, *italic*, ~~gone~~, \`code\` and a [link](https://example.org/?a=1&b="2").

- one
  - two
    1. deep
    2. deeper
- [x] done

3. three
4. four

> said **loudly**

| Hive | Weight |
|:-----|-------:|
| Mill \\| house | 12 kg |
| x & <y> | 3 kg |

\`\`\`js
if (a < b) {
    return "&";
}
\`\`\`

## Привет, Ωμέγα

The end.[^n]

[^n]: A note.
`;

describe('generate_docx', () => {
  it("makes Word's own headings, lists, tables and links of Markdown", async () => {
    const told = await stage.call('generate_docx', { path: 'out/bees', content: MARKDOWN });
    expect(told).toMatch(/^Created out\/bees\.docx \(\d+ bytes\)\. The user gets it with send_file\.$/);
    const html = await htmlOfDocx(stage.get('out/bees.docx'));
    expect(html).toContain('<h1>Bees &amp; &lt;honey&gt;</h1>');
    expect(html).toContain('<strong>bold</strong>, <em>italic</em>, <s>gone</s>, code');
    expect(html).toContain('<a href="https://example.org/?a=1&amp;b=&quot;2&quot;">link</a>');
    expect(html).toContain('<ul><li>one<ul><li>two<ol><li>deep</li><li>deeper</li></ol></li></ul></li></ul>');
    expect(html).toContain('<ol><li>three</li><li>four</li></ol>');
    expect(html).toContain('☑ done');
    expect(html).toMatch(/<thead><tr><th><p><strong>Hive<\/strong>.*<tbody><tr><td><p>Mill \| house<\/p>/);
    expect(html).toContain('if (a &lt; b) {<br />    return "&amp;";<br />}');
    expect(html).toContain('<h2>Привет, Ωμέγα</h2>');
    expect(html).toContain('The end.[n]');
    expect(html).toContain('[n] A note.');
  });

  it('numbers each list anew, from where it begins', async () => {
    await stage.call('generate_docx', { path: 'a.docx', content: '7. x\n8. y\n\ntext\n\n1. z\n' });
    const files = zipEntries(stage.get('a.docx'));
    expect(files.get('word/numbering.xml')).toMatch(/w:start w:val="7"/);
    expect(await htmlOfDocx(stage.get('a.docx'))).toContain(
      '<ol><li>x</li><li>y</li></ol><p>text</p><ol><li>z</li></ol>',
    );
  });
});

describe('generate_pdf', () => {
  it('shows the same text, with links and bookmarks', async () => {
    const told = await stage.call('generate_pdf', { path: 'bees.pdf', content: MARKDOWN, title: 'On bees' });
    expect(told).toMatch(/^Created bees\.pdf \(1 page, \d+ bytes\)/);
    const text = await textOfPdf(stage.get('bees.pdf'));
    for (const part of ['Bees & <honey>', '• one', '2. deeper', '☑ done', '4. four', 'Mill | house', 'return "&";']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Привет, Ωμέγα');
    expect(stage.get('bees.pdf').toString('latin1')).toContain('https://example.org/');
  });

  it('goes on over pages, and numbers them', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => `| row ${i} | ${'word '.repeat(20)} |`).join('\n');
    const told = await stage.call('generate_pdf', { path: 'long', content: `| Head | Text |\n|--|--|\n${rows}` });
    const pages = Number(/\((\d+) pages/.exec(String(told))?.[1]);
    expect(pages).toBeGreaterThan(3);
    const text = (await textOfPdf(stage.get('long.pdf'))).replace(/\s+/g, ' ');
    expect(text.match(/Head/g)?.length).toBe(pages);
    for (let i = 0; i < 120; i += 1) expect(text).toContain(`row ${i}`);
  });

  it('says which letters it cannot show instead of showing boxes, and writes nothing', async () => {
    const attempt = stage.call('generate_pdf', {
      path: 'x.pdf',
      content: 'Hello \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35',
    });
    await expect(attempt).rejects.toThrow(/cannot show these characters here: ส.*generate_docx/);
    await expect(stage.call('generate_pdf', { path: 'x.pdf', content: 'שלום' })).rejects.toThrow('generate_docx');
    expect(existsSync(join(stage.workspace, 'x.pdf'))).toBe(false);
    await stage.call('generate_docx', { path: 'x.docx', content: 'שלום 你好 สวัสดี 🎉' });
    expect(await htmlOfDocx(stage.get('x.docx'))).toContain('שלום 你好 สวัสดี 🎉');
  });

  it('leaves out pictographs that it has not, and says so', async () => {
    const told = await stage.call('generate_pdf', { path: 'x.pdf', content: 'Done 🎉 ✓ ❤️' });
    expect(told).toContain('Left out, as no font for PDFs has them: 🎉');
    expect(await textOfPdf(stage.get('x.pdf'))).toMatch(/Done\s+✓ ❤/);
  });
});

describe('generate_pptx', () => {
  it('makes a slide of each heading, with bullets, tables and notes, in XML that is well-formed', async () => {
    const content = `# Start\n\n## One\n\n- a & b\n  - c\n\n| H | I |\n|--|--|\n| 1 | <2> |\n\nNotes: say "hi"\n\nand smile\n\n## Two\n\n${'- a rather long bullet point that fills some room on its slide\n'.repeat(40)}`;
    const told = await stage.call('generate_pptx', { path: 's', content, title: 'T & "U"' });
    const count = Number(/\((\d+) slides/.exec(String(told))?.[1]);
    const files = zipEntries(stage.get('s.pptx'));
    for (const [name, xml] of files) if (/\.(xml|rels)$/.test(name)) checkXml(name, xml);
    const slides = [...files.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect(slides).toHaveLength(count);
    expect(count).toBeGreaterThan(4);
    expect(files.get('ppt/slides/slide2.xml')).toContain('<a:t>a &amp; b</a:t>');
    expect(files.get('ppt/slides/slide2.xml')).toContain('<a:t>&lt;2&gt;</a:t>');
    expect(files.get('ppt/slides/slide2.xml')).not.toContain('smile');
    expect(files.get('ppt/notesSlides/notesSlide2.xml')).toMatch(/say (?:"|&quot;)hi(?:"|&quot;)\s+and smile/);
    expect(files.get('ppt/slides/slide4.xml')).toContain('(2)');
  });
});

describe('generate_xlsx', () => {
  it('keeps types, and text as text whatever it begins with', async () => {
    const rows = [
      ['Name', 'Kilos', 'Day', 'Ok'],
      ['=HYPERLINK("http://evil")', 12.5, '2026-12-01', true],
      ['+49 30', -3, '2026-02-30', false],
      ['@sum', null, '2026-12-01 14:30', null],
    ];
    const told = await stage.call('generate_xlsx', { path: 'h', sheets: [{ name: 'Q1/Q2: [x]', rows, widths: [40] }] });
    expect(told).toMatch(/^Created h\.xlsx \(1 sheet, 4 rows, \d+ bytes\)/);
    const [sheet] = await sheetsOf(stage.get('h.xlsx'));
    expect(sheet?.sheet).toBe('Q1 Q2   x');
    expect(sheet?.data).toEqual([
      ['Name', 'Kilos', 'Day', 'Ok'],
      ['=HYPERLINK("http://evil")', 12.5, new Date('2026-12-01'), true],
      ['+49 30', -3, '2026-02-30', false],
      ['@sum', null, new Date('2026-12-01T14:30:00Z'), null],
    ]);
    expect(zipEntries(stage.get('h.xlsx')).get('xl/worksheets/sheet1.xml')).not.toContain('<f>');
  });

  it('writes formulas only where they are asked for, and none that reach out', async () => {
    const rows = [['a'], [1], ['=SUM(A2:A2)'], ['=WEBSERVICE("http://x")'], ["=cmd|' /C calc'!A0"], ['=[b.xlsx]S!A1']];
    const told = await stage.call('generate_xlsx', { path: 'f', sheets: [{ name: 'S', rows, formulas: true }] });
    const xml = zipEntries(stage.get('f.xlsx')).get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml.match(/<f>[^<]*<\/f>/g)).toEqual(['<f>SUM(A2:A2)</f>']);
    expect(told).toContain('The formula in A4 of "S" is kept as text: it reaches out of the file.');
  });

  it('reads a CSV file in its own encoding and with its own delimiter', async () => {
    stage.put('in.csv', Buffer.from('Stra\xdfe;kg;plz\r\nM\xfchlweg;12;01067\r\n"a;b";-5;=1+1\r\n', 'latin1'));
    await stage.call('generate_xlsx', { path: 'c', from: 'in.csv' });
    expect((await sheetsOf(stage.get('c.xlsx')))[0]?.data).toEqual([
      ['Straße', 'kg', 'plz'],
      ['Mühlweg', 12, '01067'],
      ['a;b', -5, '=1+1'],
    ]);
  });
});

describe('all of them', () => {
  it('stand as they are declared: they change files, at low risk, without a network', () => {
    expect(
      stage.tools.map(({ name, mutating, risk, offlineCapable }) => [name, mutating, risk, offlineCapable]),
    ).toEqual(['docx', 'pdf', 'pptx', 'xlsx'].map((kind) => [`generate_${kind}`, true, 'low', true]));
  });

  it('give the same bytes for the same order at the same time of the clock', async () => {
    // Within a thread time stands still; between the two calls it is the call's own.
    await stage.call('generate_xlsx', { path: 'a', sheets: [{ name: 'S', rows: [['x']] }] });
    const first = zipEntries(stage.get('a.xlsx'));
    await stage.call('generate_xlsx', { path: 'a', sheets: [{ name: 'S', rows: [['x']] }] });
    expect(zipEntries(stage.get('a.xlsx')).get('xl/worksheets/sheet1.xml')).toBe(first.get('xl/worksheets/sheet1.xml'));
  });

  it('go to the chat with `send`', async () => {
    const result = await stage.call('generate_docx', { path: 'r/report.docx', content: 'Hi', send: true });
    const sent = sentFileSchema.parse(result);
    expect(sent.name).toBe('report.docx');
    expect(sent.mime).toContain('wordprocessingml');
    expect(stage.get(sent.path)).toEqual(stage.get('r/report.docx'));
    expect(result).toMatchObject({
      note: expect.stringMatching(/^Created r\/report\.docx .* sent below your answer\.$/),
    });
  });

  it.each([
    ['../x.docx', 'only files in the workspace'],
    ['/etc/x.docx', 'only files in the workspace'],
    ['a\\b.docx', 'with "/"'],
    ['outbox/x.docx', 'cannot be changed'],
    ['link/x.docx', 'links cannot be used'],
    ['file.docx', 'is a link'],
    ['x.pdf', 'ending of another kind'],
  ])('refuse the path %s', async (path, why) => {
    const outside = mkdtempSync(join(tmpdir(), 'waggle-outside-'));
    symlinkSync(outside, join(stage.workspace, 'link'));
    symlinkSync(join(outside, 'f'), join(stage.workspace, 'file.docx'));
    try {
      await expect(stage.call('generate_docx', { path, content: 'x' })).rejects.toThrow(why);
      expect(readdirSync(outside)).toEqual([]);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('say what is missing', async () => {
    await expect(stage.call('generate_docx', { path: 'a' })).rejects.toThrow('give content');
    await expect(stage.call('generate_pdf', { path: 'a', content: ' \n' })).rejects.toThrow('would be empty');
    await expect(stage.call('generate_xlsx', { path: 'a' })).rejects.toThrow('give sheets');
    await expect(stage.call('generate_docx', { path: 'a', from: 'none.md' })).rejects.toThrow('no file "none.md"');
    stage.put('x.bin', Buffer.from([0, 1, 2, 0xff]));
    await expect(stage.call('generate_docx', { path: 'a', from: 'x.bin' })).rejects.toThrow('is no text');
  });

  it('show pictures of the workspace, and say which they cannot', async () => {
    stage.put('p/red dot.png', png(20, 10));
    stage.put('fake.png', 'no picture');
    mkdirSync(join(stage.workspace, 'folder.png'));
    symlinkSync('/etc/passwd', join(stage.workspace, 'passwd.png'));
    const content =
      '![dot](p/red%20dot.png)\n\n![f](fake.png) ![g](folder.png) ![h](passwd.png) ![i](../../x.png) ![web](https://x.org/a.png)';
    for (const kind of ['docx', 'pdf', 'pptx']) {
      const told = String(await stage.call(`generate_${kind}`, { path: 'pic', content }));
      expect(told).toContain('The picture fake.png is left out: it is no PNG, JPEG or GIF file.');
      expect(told).toContain('The picture folder.png is left out');
      expect(told).toContain('links cannot be used');
      expect(told).toContain('The picture ../../x.png is left out: only files in the workspace');
      expect(told).not.toContain('red');
    }
    const names = [...zipEntries(stage.get('pic.docx')).keys()];
    expect(names.filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
    expect(await htmlOfDocx(stage.get('pic.docx'))).toContain('<img alt="dot" src="data:image/png');
    expect(stage.get('pic.pdf').toString('latin1')).toContain('/Subtype /Image');
    expect([...zipEntries(stage.get('pic.pptx')).keys()].some((name) => /ppt\/media\/.*\.png/.test(name))).toBe(true);
  });

  it('end with a sentence where a text is made to take for ever, and block nobody meanwhile', async () => {
    stage.put('deep.md', `${'>'.repeat(20_000)} x`);
    stage.put('marks.md', `${'*a '.repeat(100_000)}`);
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 20);
    const stop = new AbortController();
    try {
      await expect(stage.call('generate_docx', { path: 'a', from: 'deep.md' })).rejects.toThrow('could not be written');
      const endless = stage.call('generate_pdf', { path: 'a', from: 'marks.md' }, stop.signal).catch((e: unknown) => e);
      const before = ticks;
      await new Promise<void>((resolve) => {
        const look = setInterval(() => {
          if (ticks < before + 20) return;
          clearInterval(look);
          resolve();
        }, 20);
      });
      stop.abort(new Error('stopped'));
      expect(String(await endless)).toMatch(/stopped|Created/);
    } finally {
      clearInterval(ticking);
    }
  });
});

/** A red picture. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(8 + body.length);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32Of(body), 4 + body.length);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array.from({ length: width }, () => [255, 0, 0]).flat())]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
