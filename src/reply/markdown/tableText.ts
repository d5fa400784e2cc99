import type { AlignType, Table } from 'mdast';
import { displayWidth } from './displayWidth.js';
import { plainText } from './plainText.js';

/** A table in a monospaced font. */
export interface TableText {
  readonly lines: readonly string[];
  /** Columns of the widest line. */
  readonly width: number;
}

/** Aligns a table's cells, with a rule under the header: `Name │ Size`. Marks in cells are lost. */
export function alignTable(table: Table): TableText {
  const known = aligned.get(table);
  if (known !== undefined) return known;
  const made = align(table);
  aligned.set(table, made);
  return made;
}

const aligned = new WeakMap<Table, TableText>();

function align(table: Table): TableText {
  const rows = table.children.map((row) => row.children.map((cell) => plainText(cell.children)));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(1, ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const lines = rows.map((row) =>
    widths
      .map((width, column) => pad(row[column] ?? '', width, table.align?.[column] ?? null))
      .join(' │ ')
      .trimEnd(),
  );
  if (table.data?.header !== 'none') lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('─┼─'));
  return { lines, width: widths.reduce((sum, width) => sum + width, 3 * Math.max(0, columns - 1)) };
}

/** Fills a cell up to a width, on the side that its alignment asks for. */
export function pad(text: string, width: number, align: AlignType): string {
  const missing = Math.max(0, width - displayWidth(text));
  const before = align === 'right' ? missing : align === 'center' ? missing >> 1 : 0;
  return ' '.repeat(before) + text + ' '.repeat(missing - before);
}
