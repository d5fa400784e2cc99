import type { Table } from 'mdast';
import { displayWidth, wrapText } from '../../reply/markdown/displayWidth.js';
import { plainText } from '../../reply/markdown/plainText.js';
import { pad } from '../../reply/markdown/tableText.js';
import { paint, safeText } from './renderStyle.js';

const MIN_COLUMN = 4;

/** A table with box lines, its columns narrowed and its cells wrapped until it fits; as a list when even that is too wide. */
export function tableLines(table: Table, width: number, colour: boolean): string[] {
  const rows = table.children.map((row) => row.children.map((cell) => safeText(plainText(cell.children))));
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const hasHeader = table.data?.header !== 'none';
  const room = width - 3 * columns - 1;
  if (room < columns * MIN_COLUMN) return listLines(rows, hasHeader, width, colour);
  const natural = Array.from({ length: columns }, (_, column) =>
    Math.max(1, ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const widths = narrow(natural, room);
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((size) => '─'.repeat(size + 2)).join(middle) + right;
  const lines = [rule('┌', '┬', '┐')];
  rows.forEach((row, index) => {
    const cells = widths.map((size, column) => wrapText(row[column] ?? '', size));
    const height = Math.max(...cells.map((cell) => cell.length));
    for (let line = 0; line < height; line += 1) {
      const texts = widths.map((size, column) => {
        const text = pad(cells[column]?.[line] ?? '', size, table.align?.[column] ?? null);
        return paint(text, hasHeader && index === 0 ? ['bold'] : [], colour);
      });
      lines.push(`│ ${texts.join(' │ ')} │`);
    }
    if (hasHeader && index === 0 && rows.length > 1) lines.push(rule('├', '┼', '┤'));
  });
  return [...lines, rule('└', '┴', '┘')];
}

/** Takes columns from the widest until all fit. */
function narrow(natural: readonly number[], room: number): number[] {
  let limit = Math.max(...natural);
  const total = (most: number) => natural.reduce((sum, size) => sum + Math.min(size, most), 0);
  while (limit > MIN_COLUMN && total(limit) > room) limit -= 1;
  return natural.map((size) => Math.min(size, limit));
}

function listLines(rows: readonly string[][], hasHeader: boolean, width: number, colour: boolean): string[] {
  const [first = [], ...others] = rows;
  const header = hasHeader ? first : [];
  const body = hasHeader ? others : rows;
  if (body.length === 0) return wrapText(header.join(' · '), width).map((line) => paint(line, ['bold'], colour));
  return body.flatMap((row) =>
    row.flatMap((cell, column) => {
      const label = header[column] ?? '';
      const text = label === '' ? cell : `${label}: ${cell}`;
      return wrapText(text, width - 2).map((line, index) => (column === 0 && index === 0 ? '• ' : '  ') + line);
    }),
  );
}
