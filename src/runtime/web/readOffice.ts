import type { Readable } from './extractProtocol.js';
import { htmlToText } from './readHtml.js';
import { unpackOffice } from './zipFile.js';

/** Rows of a sheet, and letters of a file, that are shown. */
const MAX_ROWS = 20_000;
const MAX_CHARS = 3_000_000;

const NOTHING = { title: '', published: '', byline: '', note: '' } as const;

/** The text of a Word file as Markdown; pictures by what they are said to show. */
export async function readDocx(bytes: Uint8Array): Promise<Readable> {
  unpackOffice(Buffer.from(bytes));
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  );
  return { ...NOTHING, text: htmlToText(value) };
}

/** The sheets of an Excel file as tables: what formulas came to, not the formulas. */
export async function readXlsx(bytes: Uint8Array): Promise<Readable> {
  unpackOffice(Buffer.from(bytes));
  const { default: readXlsxFile } = await import('read-excel-file/node');
  const sheets = await readXlsxFile(Buffer.from(bytes));
  const notes: string[] = [];
  const parts: string[] = [];
  let chars = 0;
  for (const { sheet, data } of sheets) {
    const lines: string[] = [];
    for (const row of data) {
      if (lines.length >= MAX_ROWS || chars > MAX_CHARS) break;
      const line = `| ${row.map(cellText).join(' | ')} |`;
      chars += line.length;
      lines.push(line);
    }
    if (lines.length < data.length)
      notes.push(`Of the sheet "${sheet}" ${lines.length} of ${data.length} rows are shown.`);
    if (lines.length > 0) lines.splice(1, 0, `|${' --- |'.repeat(data[0]?.length ?? 1)}`);
    parts.push(`## ${sheet}\n\n${lines.length === 0 ? '(empty)' : lines.join('\n')}`);
  }
  return { ...NOTHING, text: parts.join('\n\n'), note: notes.join(' ') };
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/\.000Z$/, '');
  return String(cell)
    .replace(/\|/g, '\\|')
    .replace(/\s*\n\s*/g, '<br>');
}

/** The words of a presentation, slide by slide, with the speaker's notes. */
export function readPptx(bytes: Uint8Array): Readable {
  const files = unpackOffice(Buffer.from(bytes));
  const numbers = [...files.keys()]
    .flatMap((name) => /^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  const parts = numbers.map((number, i) => {
    const rels = files.get(`ppt/slides/_rels/slide${number}.xml.rels`) ?? '';
    const notes = /notesSlides\/(notesSlide\d+\.xml)/.exec(rels)?.[1];
    const said = notes === undefined ? '' : paragraphs(files.get(`ppt/notesSlides/${notes}`) ?? '').join('\n');
    const shown = paragraphs(files.get(`ppt/slides/slide${number}.xml`) ?? '').join('\n');
    // The notes' page has a field with the slide's number.
    const spoken = said.replace(/^\d+$/gm, '').trim();
    return `[slide ${i + 1}]\n${shown}${spoken === '' ? '' : `\nNotes: ${spoken}`}`;
  });
  return { ...NOTHING, text: parts.join('\n\n') };
}

function paragraphs(xml: string): readonly string[] {
  return xml.split('</a:p>').flatMap((paragraph) => {
    const runs = [...paragraph.matchAll(/<a:t(?:\s[^>]*)?>([^<]*)<\/a:t>|<a:br\b/g)].map(([, text]) => text ?? ' ');
    const text = runs.map(decoded).join('').trim();
    return text === '' ? [] : [text];
  });
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
