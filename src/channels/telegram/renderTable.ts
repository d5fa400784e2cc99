import type { Nodes, Table, TableRow } from 'mdast';
import { type LabelledCell, labelledRows } from '../../reply/markdown/labelledRows.js';
import { alignTable } from '../../reply/markdown/tableText.js';
import { renderInline } from './renderInline.js';
import { cleanText, type TextBuilder } from './renderText.js';

/** Columns of monospaced text that fit into a bubble on a phone held upright. */
const PHONE_COLUMNS = 36;
/** Writes a table: aligned and monospaced when it fits a phone and holds no links, else row by row as a list. */
export function renderTable(table: Table, out: TextBuilder): void {
  const whole = table.data?.whole ?? table;
  if (alignTable(whole).width <= PHONE_COLUMNS && !hasLink(whole)) {
    out.separate(1);
    out.marked({ type: 'pre' }, () => out.writeRaw(cleanText(alignTable(table).lines.join('\n'))));
    return;
  }
  const labelled = labelledRows(table);
  if (labelled !== null) {
    renderItems(labelled, (cells) => renderLabelled(cells, out), out);
    return;
  }
  const hasHeader = table.data?.header !== 'none';
  const header = hasHeader ? table.children[0] : undefined;
  const rows = hasHeader ? table.children.slice(1) : table.children;
  if (header !== undefined && table.data?.header !== 'repeated') {
    out.marked({ type: 'bold' }, () => renderCells(header, out));
    out.separate(1);
  }
  renderItems(rows, (row) => renderCells(row, out), out);
}

function hasLink(node: Nodes): boolean {
  return node.type === 'link' || ('children' in node && node.children.some(hasLink));
}

function renderItems<Row>(rows: readonly Row[], write: (row: Row) => void, out: TextBuilder): void {
  rows.forEach((row, index) => {
    if (index > 0) out.separate(1);
    out.write('• ');
    out.indented('  ', () => write(row));
  });
}

/** `a · b · c` */
function renderCells(row: TableRow, out: TextBuilder): void {
  row.children.forEach((cell, index) => {
    if (index > 0) out.write(' · ');
    renderInline(cell.children, out);
  });
}

/** Each cell on its line, after the name of its column. */
function renderLabelled(cells: readonly LabelledCell[], out: TextBuilder): void {
  cells.forEach(({ label, content }, index) => {
    if (index > 0) out.separate(1);
    if (label.length > 0) {
      out.marked({ type: 'italic' }, () => renderInline(label, out));
      out.write(content.length === 0 ? ':' : ': ');
    }
    renderInline(content, out);
  });
}
