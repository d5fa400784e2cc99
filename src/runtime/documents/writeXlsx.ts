import type { CellObject, Row } from 'write-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { cleanForXml } from './cleanForXml.js';
import { readCsv } from './readCsv.js';
import { dateOf, formulaTrouble, MAX_CELL_CHARS, typedCsvCell } from './sheetCells.js';
import { uniqueSheetNames } from './sheetNames.js';
import type { Cell, Sheet, WriteJob, Written } from './writeProtocol.js';

/** Of one file: what a spreadsheet program still opens gladly, and what fits into a thread. */
const MAX_CELLS = 500_000;
const MAX_ROWS = 200_000;
const MAX_COLUMNS = 1_000;

/** Column widths in characters. */
const WIDTH = { least: 8, most: 60, rowsLookedAt: 500 } as const;

/** An Excel file of sheets, the first row of each as its head. */
export async function writeXlsx(job: Extract<WriteJob, { kind: 'xlsx' }>): Promise<Written> {
  const notes: string[] = [];
  const { csv } = job;
  const fromCsv: Sheet[] =
    csv === undefined ? [] : [{ name: 'Sheet1', rows: readCsv(csv, typedCsvCell), widths: [], formulas: false }];
  const sheets = [...fromCsv, ...job.sheets];
  checkSize(sheets);
  const names = uniqueSheetNames(sheets.map(({ name }) => name));
  const written = sheets.map((sheet, i) => {
    const name = names[i] ?? '';
    const data: Row[] = sheet.rows.map((row, y) =>
      row.map((cell, x) => toCell(cell, { sheet, name, isHead: y === 0 && sheet.rows.length > 1, x, y, notes })),
    );
    return {
      sheet: name,
      data: data.length === 0 ? [[null]] : data,
      columns: widthsOf(sheet).map((width) => ({ width })),
      ...(sheet.rows.length > 1 ? { stickyRowsCount: 1 } : {}),
    };
  });
  const buffer = await writeXlsxFile(written, { fontFamily: 'Calibri', fontSize: 11 }).toBuffer();
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0);
  const extent = `${sheets.length === 1 ? '1 sheet' : `${sheets.length} sheets`}, ${rows === 1 ? '1 row' : `${rows} rows`}`;
  return { bytes: new Uint8Array(buffer), extent, notes };
}

function checkSize(sheets: readonly Sheet[]): void {
  let cells = 0;
  for (const { name, rows } of sheets) {
    if (rows.length > MAX_ROWS) throw new Error(`the sheet "${name}" has more than ${MAX_ROWS} rows`);
    for (const row of rows) {
      if (row.length > MAX_COLUMNS) throw new Error(`the sheet "${name}" has more than ${MAX_COLUMNS} columns`);
      cells += row.length;
    }
  }
  if (cells > MAX_CELLS) throw new Error(`the file would have more than ${MAX_CELLS} cells`);
}

interface Where {
  readonly sheet: Sheet;
  readonly name: string;
  readonly isHead: boolean;
  readonly x: number;
  readonly y: number;
  readonly notes: string[];
}

function toCell(cell: Cell, where: Where): CellObject | null {
  const { sheet, name, isHead, x, y, notes } = where;
  const head = isHead ? ({ fontWeight: 'bold', backgroundColor: '#E7E6E6' } as const) : {};
  if (cell === null || cell === '') return isHead ? { ...head } : null;
  if (typeof cell === 'boolean') return { value: cell, type: Boolean, ...head };
  if (typeof cell === 'number') return { value: cell, type: Number, ...head };
  const text = cleanForXml(cell);
  const place = () => `${columnName(x)}${y + 1} of "${name}"`;
  if (text.length > MAX_CELL_CHARS) {
    throw new Error(`the cell ${place()} has ${text.length} characters; a cell can hold ${MAX_CELL_CHARS}`);
  }
  if (sheet.formulas && text.startsWith('=') && text.length > 1) {
    const trouble = formulaTrouble(text);
    if (trouble === null) return { value: text.slice(1), type: 'Formula', ...head };
    if (notes.length < 5) notes.push(`The formula in ${place()} is kept as text: ${trouble}.`);
  }
  const date = dateOf(text);
  if (date !== null) return { value: date.value, type: Date, format: date.format, ...head };
  return { value: text, type: String, ...(text.includes('\n') ? { wrap: true } : {}), ...head };
}

function widthsOf({ rows, widths }: Sheet): number[] {
  const found: number[] = [];
  for (const row of rows.slice(0, WIDTH.rowsLookedAt)) {
    row.forEach((cell, column) => {
      const longest = Math.max(
        ...String(cell ?? '')
          .split('\n')
          .map((line) => line.length),
      );
      found[column] = Math.max(found[column] ?? WIDTH.least, Math.min(WIDTH.most, longest + 2));
    });
  }
  return Array.from({ length: Math.max(found.length, widths.length) }, (_, i) => widths[i] ?? found[i] ?? WIDTH.least);
}

/** 0 is `A`, 26 `AA`. */
function columnName(index: number): string {
  const before = Math.floor(index / 26);
  return `${before === 0 ? '' : columnName(before - 1)}${String.fromCharCode(65 + (index % 26))}`;
}
