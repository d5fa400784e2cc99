import type { Nodes, PhrasingContent, Table, TableRow } from 'mdast';
import { type LabelledCell, labelledRows } from '../../reply/markdown/labelledRows.js';
import { alignTable } from '../../reply/markdown/tableText.js';
import { cleanText } from './renderEscape.js';
import { renderInline, writeCodeBlock } from './renderLines.js';
import type { LineWriter } from './renderWriter.js';

/** Columns of monospaced text that a phone shows without breaking lines. */
const PHONE_COLUMNS = 42;
const BULLET = { markup: '- ', plain: '• ' };

/** Writes a table: aligned and monospaced when it fits a phone and holds no links, else row by row as a list. */
export function renderTable(table: Table, out: LineWriter): void {
  const whole = table.data?.whole ?? table;
  if (alignTable(whole).width <= PHONE_COLUMNS && !hasLink(whole)) {
    writeCodeBlock(cleanText(alignTable(table).lines.join('\n')).split('\n'), '', out);
    return;
  }
  const labelled = labelledRows(table);
  if (labelled !== null) {
    for (const cells of labelled) out.item(BULLET, 2, () => renderLabelled(cells, out));
    return;
  }
  const hasHeader = table.data?.header !== 'none';
  const header = hasHeader ? table.children[0] : undefined;
  const rows = hasHeader ? table.children.slice(1) : table.children;
  if (header !== undefined && table.data?.header !== 'repeated') {
    renderInline([{ type: 'strong', children: joinCells(header) }], out);
  }
  for (const row of rows) out.item(BULLET, 2, () => renderInline(joinCells(row), out));
}

function hasLink(node: Nodes): boolean {
  return node.type === 'link' || ('children' in node && node.children.some(hasLink));
}

/** `a · b · c` */
function joinCells(row: TableRow): PhrasingContent[] {
  return row.children.flatMap((cell, index): PhrasingContent[] =>
    index === 0 ? cell.children : [{ type: 'text', value: ' · ' }, ...cell.children],
  );
}

/** Each cell on its line, after the name of its column. */
function renderLabelled(cells: readonly LabelledCell[], out: LineWriter): void {
  for (const { label, content } of cells) {
    const lead: PhrasingContent[] =
      label.length === 0
        ? []
        : [
            { type: 'emphasis', children: label },
            { type: 'text', value: content.length === 0 ? ':' : ': ' },
          ];
    renderInline([...lead, ...content], out);
  }
}
