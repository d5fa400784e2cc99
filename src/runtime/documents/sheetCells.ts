import type { Cell } from './writeProtocol.js';

/** Excel's own limit. */
export const MAX_CELL_CHARS = 32_767;

/** Excel counts days from here on rightly. */
const FIRST_YEAR = 1901;
const LAST_YEAR = 9999;

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?Z?)?$/;

/** A date of a cell, as the clock on the wall shows it: spreadsheets know no time zones. */
export interface CellDate {
  readonly value: Date;
  readonly format: string;
}

/** Reads `2026-12-01` or `2026-12-01 14:30`; null for anything else, and for days that there are not. */
export function dateOf(text: string): CellDate | null {
  const found = ISO_DATE.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year < FIRST_YEAR || year > LAST_YEAR || hour > 23 || minute > 59 || second > 59) return null;
  const value = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (value.getUTCMonth() !== month - 1 || value.getUTCDate() !== day) return null;
  return { value, format: found[4] === undefined ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
}

/** Numbers as they are written without grouping; no leading zeros, which numbers of telephones and articles have. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** More digits than a spreadsheet keeps: such a number is a key. */
const MAX_DIGITS = 15;

/** The cell that a field of a CSV file stands for. */
export function typedCsvCell(field: string): Cell {
  const text = field.trim();
  if (text === '') return null;
  if (NUMBER.test(text) && text.replace(/\D/g, '').length <= MAX_DIGITS) return Number(text);
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return field;
}

/** Functions and signs by which a formula reaches out of its file or runs something. */
const REACHES_OUT =
  /\b(?:WEBSERVICE|HYPERLINK|IMAGE|RTD|CALL|REGISTER(?:\.ID)?|EXEC|DDE|FILTERXML|SQL\.REQUEST|IMPORT\w+|FORMULA|EVALUATE|INDIRECT|STOCKHISTORY|CUBE\w+|COPILOT)\s*\(|\||\[|\\|:\/\//i;
const MAX_FORMULA_CHARS = 8_192;

/** Why a formula is not taken as one; null when it is. */
export function formulaTrouble(formula: string): string | null {
  if (formula.length > MAX_FORMULA_CHARS) return `it is longer than ${MAX_FORMULA_CHARS} characters`;
  // What stands in quotes is text, but an address in there is one all the same.
  return REACHES_OUT.test(formula) ? 'it reaches out of the file' : null;
}
