import type { PhrasingContent, Table } from 'mdast';
import { plainText } from './plainText.js';

/** A header cell that is longer is no name to put before every cell. Characters. */
const MAX_LABEL = 30;

/** One cell of a row, with the name of its column; one of both may be empty. */
export interface LabelledCell {
  readonly label: PhrasingContent[];
  readonly content: PhrasingContent[];
}

/**
 * The rows of a table that is shown as a list. Cells that hold nothing are left out, but of a column in which no row holds
 * anything the name is there. Null where the header's cells cannot be names, and where there are no rows.
 */
export function labelledRows(table: Table): readonly (readonly LabelledCell[])[] | null {
  const [header, ...rows] = table.children;
  if (table.data?.header === 'none' || header === undefined || rows.length === 0) return null;
  if (header.children.some((cell) => plainText(cell.children).length > MAX_LABEL)) return null;
  const labels = header.children.map((cell) => cell.children);
  // A header that is repeated was named above.
  const isBare = labels.map(
    (label, column) =>
      label.length > 0 &&
      table.data?.header !== 'repeated' &&
      rows.every((row) => (row.children[column]?.children ?? []).length === 0),
  );
  const columns = Math.max(labels.length, ...rows.map((row) => row.children.length));
  return rows.map(({ children: cells }) =>
    Array.from({ length: columns }, (_, column) => ({
      label: labels[column] ?? [],
      content: cells[column]?.children ?? [],
      isBare: isBare[column] === true,
    })).flatMap(({ label, content, isBare }) => (content.length > 0 || isBare ? [{ label, content }] : [])),
  );
}
