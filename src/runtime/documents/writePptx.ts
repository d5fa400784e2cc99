import pptxgenjs from 'pptxgenjs';
import { type Block, type Spans, textOfSpans } from './block.js';
import { type Deck, readDeck, type SlidePlan } from './slidePlan.js';
import type { Pictures, Written } from './writeProtocol.js';

/** The types of the package are of its CommonJS form, whose class is `default`; what Node imports is the class itself. */
const Presentation = 'default' in pptxgenjs ? pptxgenjs.default : pptxgenjs;
type Presentation = InstanceType<typeof Presentation>;
type Slide = ReturnType<Presentation['addSlide']>;
type TextProps = pptxgenjs.default.TextProps;
type TableCell = pptxgenjs.default.TableCell;

/** 16:9, inches. */
const SLIDE = { width: 13.333, height: 7.5, left: 0.6, right: 12.73, top: 1.45, bottom: 6.95 } as const;
const WIDTH = SLIDE.right - SLIDE.left;
const FONT = 'Calibri';
const CODE_FONT = 'Consolas';
/** Points. */
const SIZES = { title: 30, section: 40, text: 18, table: 14, code: 12 } as const;
/** Height of a line of letters of one point, and how many of them stand in an inch of it, as inches and letters. */
const LINE_INCHES = 1.25 / 72;
const LETTERS_PER_INCH = 140;

/** A presentation: a slide for each heading; what does not fit goes on on further slides of the same name. */
export async function writePptx(title: string, blocks: readonly Block[], pictures: Pictures): Promise<Written> {
  const presentation = new Presentation();
  presentation.layout = 'LAYOUT_WIDE';
  presentation.title = title;
  presentation.author = 'Waggle';
  presentation.company = '';
  const notes: string[] = [];
  const deck: Deck = readDeck(blocks);
  let slides = 0;
  for (const plan of deck) slides += addSlides(presentation, plan, pictures, notes);
  if (slides === 0) {
    presentation.addSlide();
    slides = 1;
  }
  const bytes = await presentation.write({ outputType: 'uint8array', compression: true });
  if (!(bytes instanceof Uint8Array)) throw new Error('its writer gave no bytes');
  return { bytes, extent: slides === 1 ? '1 slide' : `${slides} slides`, notes };
}

function addSlides(presentation: Presentation, plan: SlidePlan, pictures: Pictures, notes: string[]): number {
  let count = 0;
  let y: number = SLIDE.top;
  let slide: Slide | null = null;

  const open = (): Slide => {
    const next = presentation.addSlide();
    count += 1;
    y = SLIDE.top;
    const name = [...runsOf(plan.title), ...(count > 1 ? [{ text: ` (${count})` }] : [])];
    if (textOfSpans(plan.title).trim() !== '') {
      const isSection = plan.body.length === 0;
      next.addText(name, {
        x: SLIDE.left,
        y: isSection ? 2.6 : 0.4,
        w: WIDTH,
        h: isSection ? 2 : 0.9,
        fontFace: FONT,
        fontSize: isSection ? SIZES.section : SIZES.title,
        bold: true,
        align: isSection ? 'center' : 'left',
        valign: 'middle',
        fit: 'shrink',
      });
    }
    return next;
  };
  /** The slide that has so much room, in inches. */
  const slideFor = (height: number): Slide => {
    if (slide === null || (y > SLIDE.top && y + height > SLIDE.bottom)) slide = open();
    return slide;
  };

  let lines: Block[] = [];
  const flushText = () => {
    const heights = lines.map((line) => heightOf(line));
    let from = 0;
    while (from < lines.length) {
      let to = from + 1;
      const target = slideFor(heights[from] ?? 0);
      let height = heights[from] ?? 0;
      while (to < lines.length && y + height + (heights[to] ?? 0) <= SLIDE.bottom) {
        height += heights[to] ?? 0;
        to += 1;
      }
      const text = lines.slice(from, to).flatMap((block, i) => paragraphOf(block, i === to - from - 1));
      const box = { x: SLIDE.left, y, w: WIDTH, h: Math.min(height + 0.1, SLIDE.bottom - y + 0.3) };
      target.addText(text, { ...box, fontFace: FONT, fontSize: SIZES.text, valign: 'top', fit: 'shrink', margin: 0 });
      y += height + 0.15;
      from = to;
    }
    lines = [];
  };

  /** The rows, with the head on each slide. */
  const drawTable = ([head = [], ...body]: readonly (readonly Spans[])[]) => {
    const columns = Math.max(1, head.length, ...body.map((row) => row.length));
    const heightAt = (i: number) => heightOfRow(body[i] ?? [], columns);
    let from = 0;
    do {
      const target = slideFor(heightOfRow(head, columns) + heightAt(from));
      let height = heightOfRow(head, columns);
      let to = from;
      while (to < body.length && (to === from || y + height + heightAt(to) <= SLIDE.bottom)) {
        height += heightAt(to);
        to += 1;
      }
      const rows = body.slice(from, to).map((row) => cellsOf(row, columns, false));
      target.addTable([cellsOf(head, columns, true), ...rows], {
        x: SLIDE.left,
        y,
        w: WIDTH,
        colW: Array.from({ length: columns }, () => WIDTH / columns),
        fontFace: FONT,
        fontSize: SIZES.table,
        border: { type: 'solid', pt: 0.75, color: 'BFBFBF' },
        autoPage: false,
      });
      y += height + 0.2;
      from = to;
    } while (from < body.length);
  };

  for (const block of plan.body) {
    if (block.kind === 'paragraph' || block.kind === 'heading') {
      lines.push(block);
      continue;
    }
    flushText();
    if (block.kind === 'code') {
      for (const part of chunks(block.text.split('\n'), 22)) {
        const height = part.length * SIZES.code * LINE_INCHES + 0.2;
        slideFor(height).addText(part.join('\n'), {
          x: SLIDE.left,
          y,
          w: WIDTH,
          h: height,
          fontFace: CODE_FONT,
          fontSize: SIZES.code,
          fill: { color: 'F2F2F2' },
          valign: 'top',
        });
        y += height + 0.15;
      }
    } else if (block.kind === 'table') {
      drawTable(block.rows);
    } else if (block.kind === 'image') {
      const picture = pictures.get(block.path);
      if (picture === undefined || 'problem' in picture) {
        notes.push(picture?.problem ?? `The picture ${block.path} is missing.`);
        continue;
      }
      // Pixels of 96 to the inch; on what is left of this slide when that is half of it, else on the next.
      const target = slideFor((SLIDE.bottom - SLIDE.top) / 2);
      const scale = Math.min(1 / 96, WIDTH / picture.width, (SLIDE.bottom - y) / picture.height);
      const size = { w: picture.width * scale, h: picture.height * scale };
      const type = picture.type === 'jpg' ? 'jpeg' : picture.type;
      target.addImage({
        data: `image/${type};base64,${Buffer.from(picture.bytes).toString('base64')}`,
        x: SLIDE.left + (WIDTH - size.w) / 2,
        y,
        ...size,
        altText: block.alt,
      });
      y += size.h + 0.15;
    }
  }
  flushText();
  slide ??= open();
  if (plan.notes !== '') slide.addNotes(plan.notes);
  return count;
}

/** Height of a row, inches. */
function heightOfRow(row: readonly Spans[], columns: number): number {
  const letters = (WIDTH / columns) * (LETTERS_PER_INCH / SIZES.table);
  const lines = Math.max(1, ...row.map((cell) => Math.ceil(textOfSpans(cell).length / letters)));
  return lines * SIZES.table * LINE_INCHES + 0.15;
}

function cellsOf(row: readonly Spans[], columns: number, isHead: boolean): TableCell[] {
  return Array.from({ length: columns }, (_, i) => ({
    text: runsOf(row[i] ?? []),
    options: isHead ? { bold: true, fill: { color: 'E7E6E6' } } : {},
  }));
}

/** Height of a paragraph, inches. */
function heightOf(block: Block): number {
  const spans = 'spans' in block ? block.spans : [];
  const letters = (WIDTH - block.depth * 0.4) * (LETTERS_PER_INCH / SIZES.text);
  const lines = textOfSpans(spans)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
  return lines * SIZES.text * LINE_INCHES + 0.08;
}

function paragraphOf(block: Block, isLast: boolean): TextProps[] {
  const { marker, depth, quotes } = block;
  const runs = 'spans' in block ? runsOf(block.spans) : [];
  const isBox = marker !== undefined && marker.number === null && marker.text !== '•';
  const bullet =
    marker === undefined || isBox
      ? {}
      : marker.number === null
        ? { bullet: true }
        : { bullet: { type: 'number', numberStartAt: marker.number } as const };
  const common = {
    ...bullet,
    ...(depth > 0 ? { indentLevel: Math.min(8, depth - 1) } : {}),
    ...(quotes > 0 ? { italic: true } : {}),
    ...(block.kind === 'heading' ? { bold: true } : {}),
    paraSpaceAfter: 5,
  };
  const whole: TextProps[] = [...(isBox ? [{ text: `${marker.text} ` }] : []), ...runs];
  if (whole.length === 0) whole.push({ text: '' });
  return whole.map(({ text, options }, i) => ({
    ...(text === undefined ? {} : { text }),
    options: { ...common, ...options, ...(i === whole.length - 1 && !isLast ? { breakLine: true } : {}) },
  }));
}

function runsOf(spans: Spans): TextProps[] {
  return spans.map(({ text, bold, italic, strike, code, link }) => ({
    text: text === '\n' ? ' ' : text,
    options: {
      ...(bold === true ? { bold } : {}),
      ...(italic === true ? { italic } : {}),
      ...(strike === true ? { strike: 'sngStrike' as const } : {}),
      ...(code === true ? { fontFace: CODE_FONT } : {}),
      ...(link === undefined ? {} : { hyperlink: { url: link } }),
    },
  }));
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
