import type { Spans } from '../block.js';
import type { Picture } from '../writeProtocol.js';
import type { Face, FontChoice } from './fontChoice.js';
import { type Line, layOut, type Measure } from './lineLayout.js';

/** A4 with its text area, in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 62, right: 533.28, top: 60, bottom: 775 } as const;

/** Of letters, in points. */
export const SIZES = { text: 10.5, code: 9, headings: [20, 16, 13.5, 12, 11, 10.5], footer: 8.5 } as const;

/** Height of a line, and where its letters stand, by the size of the letters. */
const LINE_HEIGHT = 1.4;
const BASELINE = 1.05;

const COLOURS = { text: '#1a1a1a', link: '#0b57d0', grey: '#6b6b6b', pale: '#f3f3f3', edge: '#c8c8c8' } as const;

interface Frame {
  readonly left: number;
  /** Sign before the first line. */
  readonly marker?: string;
  readonly quotes: number;
}

/** Where text goes next, from page to page. Lengths are points. */
export interface Page {
  readonly fonts: FontChoice;
  readonly measure: Measure;
  readonly y: number;
  /** Begins a new page unless there is so much room. True: it did. */
  need(height: number): boolean;
  /** Goes down, but not at the top of a page. */
  space(height: number): void;
  advance(height: number): void;
  text(spans: Spans, options: Frame & { size: number; after: number; keepWith?: number }): void;
  code(text: string, frame: Frame): void;
  rule(left: number): void;
  picture(picture: Picture, left: number, maxHeight: number): void;
  /** Draws a line of text with its left upper corner there. */
  line(line: Line, x: number, y: number, size: number): void;
  box(x: number, y: number, width: number, height: number, fill: boolean): void;
  /** Numbers the pages where there are several; how many there are. */
  finish(): number;
}

export const lineHeight = (size: number): number => size * LINE_HEIGHT;

export function createPage(document: PDFKit.PDFDocument, fonts: FontChoice): Page {
  const registered = new Set<string>();
  let pages = 1;
  let y: number = PAGE.top;

  const use = ({ id, bytes, facts }: Face, size: number) => {
    if (!registered.has(id)) {
      const isCollection = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'ttcf';
      document.registerFont(id, Buffer.from(bytes), isCollection ? facts.name : undefined);
      registered.add(id);
    }
    document.font(id, size);
  };
  const measure: Measure = (text, face, size) => {
    use(face, size);
    return document.widthOfString(text);
  };
  const need = (height: number): boolean => {
    if (y + height <= PAGE.bottom || y === PAGE.top) return false;
    document.addPage();
    pages += 1;
    y = PAGE.top;
    return true;
  };
  const line = (one: Line, x: number, top: number, size: number) => {
    let at = x;
    for (const run of one.runs) {
      if (run.code === true) box(at, top, run.width, lineHeight(size) * 0.95, true);
      use(run.face, size);
      document.fillColor(run.link === undefined ? COLOURS.text : COLOURS.link);
      document.text(run.text, at, top + size * BASELINE, {
        lineBreak: false,
        baseline: 'alphabetic',
        strike: run.strike === true,
      });
      if (run.link !== undefined) document.link(at, top, run.width, lineHeight(size), run.link);
      at += run.width;
    }
  };
  const box = (x: number, top: number, width: number, height: number, fill: boolean) => {
    document.rect(x, top, width, height);
    if (fill) document.fill(COLOURS.pale);
    else document.lineWidth(0.5).stroke(COLOURS.edge);
  };
  const bars = ({ left, quotes }: Frame, height: number) => {
    for (let i = 0; i < quotes; i += 1) document.rect(left - 12 - i * 18, y, 2, height).fill(COLOURS.edge);
  };

  return {
    fonts,
    measure,
    get y() {
      return y;
    },
    need,
    space: (height) => {
      if (y > PAGE.top) y += height;
    },
    advance: (height) => {
      y += height;
    },
    line,
    box,
    text: (spans, options) => {
      const { left, marker, size, after, keepWith = 0 } = options;
      const height = lineHeight(size);
      const lines = layOut(spans, { size, width: PAGE.right - left, fonts, measure });
      lines.forEach((one, i) => {
        need(height + (i === 0 ? keepWith : 0));
        bars(options, height);
        if (i === 0 && marker !== undefined) {
          const [sign] = layOut([{ text: marker }], { size, width: 100, fonts, measure });
          if (sign !== undefined) line(sign, left - sign.width - 5, y, size);
        }
        line(one, left, y, size);
        y += height;
      });
      y += after;
    },
    code: (text, frame) => {
      const size = SIZES.code;
      const height = lineHeight(size);
      const { left } = frame;
      const width = PAGE.right - left;
      for (const source of text.replace(/\t/g, '    ').split('\n')) {
        // Indentation is part of code: spaces that begin a line are kept as no-break ones, which stay.
        const [, indent = '', rest = ''] = /^( *)(.*)$/s.exec(source) ?? [];
        const indentWidth = indent === '' ? 0 : Math.min(width / 2, indent.length * size * 0.602);
        const spans = rest === '' ? [] : [{ text: rest, code: true as const }];
        for (const one of layOut(spans, { size, width: width - 12 - indentWidth, fonts, measure })) {
          need(height);
          bars(frame, height);
          box(left, y, width, height, true);
          line(one, left + 6 + indentWidth, y, size);
          y += height;
        }
      }
      y += 8;
    },
    rule: (left) => {
      need(16);
      document.rect(left, y + 6, PAGE.right - left, 0.8).fill(COLOURS.edge);
      y += 16;
    },
    picture: ({ bytes, width, height }, left, maxHeight) => {
      // Pixels of 96 to the inch.
      const scale = Math.min(0.75, (PAGE.right - left) / width, maxHeight / height);
      need(height * scale);
      document.image(Buffer.from(bytes), left, y, { width: width * scale, height: height * scale });
      y += height * scale + 8;
    },
    finish: () => {
      for (let i = 0; pages > 1 && i < pages; i += 1) {
        document.switchToPage(i);
        const [number] = layOut([{ text: String(i + 1) }], { size: SIZES.footer, width: 100, fonts, measure });
        if (number !== undefined) line(number, (PAGE.width - number.width) / 2, PAGE.bottom + 22, SIZES.footer);
      }
      return pages;
    },
  };
}
