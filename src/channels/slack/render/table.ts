import type { Table, TableRow } from 'mdast';
import { type LabelledCell, labelledRows } from '../../../reply/markdown/labelledRows.js';
import { alignTable } from '../../../reply/markdown/tableText.js';
import type { Block, Inline, TableCell } from './blocks.js';
import { join, renderInline, textElement } from './inline.js';
import { textOfInlines } from './plainOf.js';

/** Limits of a table block: rows, columns, and characters of all tables of a message (10,000, with room left). */
const MAX_ROWS = 100;
const MAX_COLUMNS = 20;
const MAX_CHARS = 9_000;

/** A header is repeated in every part of a table that goes over several messages: a longer one would fill them. */
const MAX_HEADER = 300;

/** Columns of monospaced text that a window shows without breaking lines; wider rows cost more in padding than they say. */
const MAX_WIDTH = 80;

/** How a table is shown; all parts of one look alike. */
export type TableLayout = 'block' | 'text' | 'list';

/** @param mayBeBlock whether a table block can stand here: a message takes one, and only at the top */
export function layoutOf(table: Table, mayBeBlock: boolean): TableLayout {
  const whole = table.data?.whole ?? table;
  const columns = Math.max(0, ...whole.children.map((row) => row.children.length));
  const header = whole.children[0];
  const headerSize = header === undefined ? 0 : sizeOf(header);
  if (mayBeBlock && columns > 0 && columns <= MAX_COLUMNS && headerSize <= MAX_HEADER) {
    const size = table.children.reduce((sum, row) => sum + sizeOf(row), 0);
    if (whole.children.length <= MAX_ROWS && size <= MAX_CHARS) return 'block';
  }
  return alignTable(whole).width <= MAX_WIDTH ? 'text' : 'list';
}

function sizeOf(row: TableRow): number {
  return row.children.reduce((sum, cell) => sum + textOfInlines(renderInline(cell.children)).length + 1, 0);
}

/** A table as a block of its own. */
export function tableBlock(table: Table): Block & { type: 'table' } {
  const columns = Math.max(0, ...table.children.map((row) => row.children.length));
  const rows = table.children.map((row) =>
    Array.from({ length: columns }, (_, column) => cellOf(renderInline(row.children[column]?.children ?? []))),
  );
  const settings = Array.from({ length: columns }, (_, column) => ({
    align: table.align?.[column] ?? ('left' as const),
    is_wrapped: true as const,
  }));
  return { type: 'table', rows, column_settings: settings };
}

function cellOf(content: readonly Inline[]): TableCell {
  const text = textOfInlines(content);
  if (text === '') return { type: 'raw_text', text: ' ' };
  const isPlain = content.every((element) => element.type === 'text' && element.style === undefined);
  if (isPlain) return { type: 'raw_text', text };
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: content }] };
}

/** A table as aligned text. */
export function tableText(table: Table): string {
  return alignTable(table).lines.join('\n');
}

/** A table row by row, each cell after the name of its column where the names are short. */
export function tableItems(table: Table): readonly (readonly Inline[])[] {
  const rows = labelledRows(table);
  if (rows !== null) return rows.map(labelledItem);
  const hasHeader = table.data?.header !== 'none';
  const isShown = hasHeader && table.data?.header !== 'repeated';
  return table.children.slice(hasHeader && !isShown ? 1 : 0).map((row, index) => {
    const cells = row.children.map((cell) => renderInline(cell.children, isShown && index === 0 ? { bold: true } : {}));
    return join(cells.map((cell, column) => (column === 0 ? cell : join([textElement(' · '), cell]))));
  });
}

function labelledItem(cells: readonly LabelledCell[]): readonly Inline[] {
  const lines = cells.map(({ label, content }) => {
    const name = renderInline(label, { italic: true });
    const colon = name.length === 0 ? [] : textElement(content.length === 0 ? ':' : ': ');
    return join([name, colon, renderInline(content)]);
  });
  return join(lines.map((line, index) => (index === 0 ? line : join([textElement('\n'), line]))));
}
