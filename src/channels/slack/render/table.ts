import type { Table } from 'mdast';
import { alignTable } from '../../../reply/markdown/tableText.js';
import type { Block, TableCell } from './blocks.js';
import { renderInline } from './inline.js';
import { textOfInlines } from './plainOf.js';

/** Limits of a table block: rows, columns, and characters of all tables of a message (10,000, with room left). */
const MAX_ROWS = 100;
const MAX_COLUMNS = 20;
const MAX_CHARS = 9_000;

/** A table as a block of its own; null when it is beyond what such a block takes. */
export function tableBlock(table: Table): (Block & { type: 'table' }) | null {
  const columns = Math.max(0, ...table.children.map((row) => row.children.length));
  if (columns === 0 || columns > MAX_COLUMNS || table.children.length > MAX_ROWS) return null;
  let chars = 0;
  const rows = table.children.map((row) =>
    Array.from({ length: columns }, (_, column): TableCell => {
      const content = renderInline(row.children[column]?.children ?? []);
      const text = textOfInlines(content);
      chars += text.length + 1;
      if (text === '') return { type: 'raw_text', text: ' ' };
      const isPlain = content.every((element) => element.type === 'text' && element.style === undefined);
      if (isPlain) return { type: 'raw_text', text };
      return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: content }] };
    }),
  );
  if (chars > MAX_CHARS) return null;
  const settings = Array.from({ length: columns }, (_, column) => ({
    align: table.align?.[column] ?? ('left' as const),
    is_wrapped: true as const,
  }));
  return { type: 'table', rows, column_settings: settings };
}

/** A table as aligned text. */
export function tableText(table: Table): string {
  return alignTable(table).lines.join('\n');
}
