import PDFDocument from 'pdfkit';
import type { Block, Spans } from '../block.js';
import type { Pictures, Written } from '../writeProtocol.js';
import { openFontChoice } from './fontChoice.js';
import { createPage, PAGE, type Page, SIZES } from './page.js';
import { drawTable } from './table.js';

/** One level of a list or quote, points. */
const INDENT = 18;
const PICTURE_MAX_HEIGHT = 500;

/**
 * A PDF of blocks, on A4.
 *
 * @param fonts font files for letters that the own fonts lack
 * @throws Error naming the letters that no font has
 */
export async function writePdf(
  title: string,
  blocks: readonly Block[],
  pictures: Pictures,
  fonts: readonly string[],
): Promise<Written> {
  const choice = openFontChoice(fonts);
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { Title: title, Creator: 'Waggle', Producer: 'Waggle' },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });
  const page = createPage(document, choice);
  const notes: string[] = [];
  const outline = createOutline(document);
  for (const block of blocks) {
    if (block.kind === 'heading') outline(block);
    drawBlock(block, page, pictures, notes);
  }
  choice.check();
  const pages = page.finish();
  document.end();
  await ended;
  if (choice.leftOut.size > 0) {
    notes.push(`Left out, as no font for PDFs has them: ${[...choice.leftOut].slice(0, 20).join(' ')}`);
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), extent: pages === 1 ? '1 page' : `${pages} pages`, notes };
}

/** Bookmarks of the headings. */
function createOutline(document: PDFKit.PDFDocument): (heading: Extract<Block, { kind: 'heading' }>) => void {
  const open: { level: number; item: PDFKit.PDFOutline }[] = [];
  return ({ level, spans }) => {
    const text = spans.map((span) => (span.text === '\n' ? ' ' : span.text)).join('');
    if (text.trim() === '') return;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const parent = open.at(-1)?.item ?? document.outline;
    open.push({ level, item: parent.addItem(text) });
  };
}

function drawBlock(block: Block, page: Page, pictures: Pictures, notes: string[]): void {
  const left = PAGE.left + (block.depth + block.quotes) * INDENT;
  const frame = {
    left,
    ...(block.marker === undefined ? {} : { marker: block.marker.text }),
    quotes: block.quotes,
  };
  switch (block.kind) {
    case 'heading': {
      const size = SIZES.headings[block.level - 1] ?? SIZES.text;
      page.space(size * 0.8);
      page.text(bold(block.spans), { ...frame, size, keepWith: size * 2.5, after: size * 0.4 });
      return;
    }
    case 'paragraph':
      page.text(block.spans, { ...frame, size: SIZES.text, after: block.depth > 0 ? 3 : 7 });
      return;
    case 'code':
      page.code(block.text, frame);
      return;
    case 'rule':
      page.rule(left);
      return;
    case 'table':
      drawTable(block, page, left);
      return;
    case 'image': {
      const picture = pictures.get(block.path);
      if (picture !== undefined && !('problem' in picture) && picture.type !== 'gif') {
        page.picture(picture, left, PICTURE_MAX_HEIGHT);
        return;
      }
      const why = picture !== undefined && 'problem' in picture ? picture.problem : null;
      notes.push(why ?? `The picture ${block.path} is a GIF, which a PDF cannot hold.`);
      page.text([{ text: `[${block.alt || block.path}]`, italic: true }], { ...frame, size: SIZES.text, after: 7 });
    }
  }
}

function bold(spans: Spans): Spans {
  return spans.map((span) => ({ ...span, bold: true }));
}
