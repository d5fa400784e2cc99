import type { Align, Block, Spans } from '../block.js';
import { type Line, layOut, widthsOf } from './lineLayout.js';
import { lineHeight, PAGE, type Page } from './page.js';

const PADDING = 4;
const SIZE = 9.5;
/** Letters of tables with many columns are smaller. */
const SMALL = { from: 7, size: 7.5 } as const;

/** Draws a table; its rows go on on the next page, below the head again. Rows that are higher than a page are parted. */
export function drawTable({ rows, align }: Extract<Block, { kind: 'table' }>, page: Page, left: number): void {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const size = columns >= SMALL.from ? SMALL.size : SIZE;
  const { fonts, measure } = page;
  const [head = [], ...body] = rows.map((row, i) =>
    Array.from({ length: columns }, (_, column) => (i === 0 ? bold(row[column] ?? []) : (row[column] ?? []))),
  );
  const widths = columnWidths([head, ...body], columns, PAGE.right - left, page, size);
  const linesOf = (row: readonly Spans[]) =>
    row.map((spans, column) => layOut(spans, { size, width: (widths[column] ?? 0) - 2 * PADDING, fonts, measure }));

  const drawHead = () => drawRow(linesOf(head), page, { left, widths, align, size, isHead: true, drawHead: null });
  drawHead();
  for (const row of body) drawRow(linesOf(row), page, { left, widths, align, size, isHead: false, drawHead });
  page.advance(8);
}

interface RowStyle {
  readonly left: number;
  readonly widths: readonly number[];
  readonly align: readonly Align[];
  readonly size: number;
  readonly isHead: boolean;
  readonly drawHead: (() => void) | null;
}

function drawRow(cells: readonly (readonly Line[])[], page: Page, style: RowStyle): void {
  const { left, widths, align, size, isHead, drawHead } = style;
  const height = lineHeight(size);
  const most = Math.max(1, ...cells.map((cell) => cell.length));
  const whole = most * height + 2 * PADDING;
  const fits = whole <= (PAGE.bottom - PAGE.top) / 2;
  if (page.need(fits ? whole : height + 2 * PADDING)) drawHead?.();
  for (let from = 0; from < most; ) {
    const room = Math.max(1, Math.floor((PAGE.bottom - page.y - 2 * PADDING) / height));
    const count = Math.min(room, most - from);
    const rowHeight = count * height + 2 * PADDING;
    let x = left;
    cells.forEach((cell, column) => {
      const width = widths[column] ?? 0;
      if (isHead) page.box(x, page.y, width, rowHeight, true);
      page.box(x, page.y, width, rowHeight, false);
      cell.slice(from, from + count).forEach((line, i) => {
        const free = width - 2 * PADDING - line.width;
        const shift = align[column] === 'right' ? free : align[column] === 'center' ? free / 2 : 0;
        page.line(line, x + PADDING + Math.max(0, shift), page.y + PADDING + i * height, size);
      });
      x += width;
    });
    page.advance(rowHeight);
    from += count;
    if (from < most && page.need(height * 2)) drawHead?.();
  }
}

/** Each column gets its longest word where there is room, and of the rest as much as its text asks for. */
function columnWidths(
  rows: readonly (readonly Spans[])[],
  columns: number,
  width: number,
  { fonts, measure }: Page,
  size: number,
): readonly number[] {
  const words = Array.from({ length: columns }, () => 2 * PADDING + size);
  const wholes = [...words];
  for (const row of rows) {
    row.forEach((spans, column) => {
      const { word, whole } = widthsOf(spans, { size, fonts, measure });
      words[column] = Math.max(words[column] ?? 0, Math.min(width / 3, word + 2 * PADDING + 0.5));
      wholes[column] = Math.max(wholes[column] ?? 0, whole + 2 * PADDING + 0.5);
    });
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  if (sum(wholes) <= width) return wholes;
  const least = sum(words);
  if (least >= width) return words.map((word) => (word * width) / least);
  const asked = wholes.map((whole, i) => Math.max(0, whole - (words[i] ?? 0)));
  const total = sum(asked);
  return words.map((word, i) => word + ((width - least) * (asked[i] ?? 0)) / total);
}

function bold(spans: Spans): Spans {
  return spans.map((span) => ({ ...span, bold: true }));
}
