import Papa from 'papaparse';
import { decodeText } from '../web/decodeText.js';

/** The rows of a CSV file in whatever encoding and with whatever delimiter it has. */
export function readCsv<Cell>(bytes: Uint8Array, toCell: (field: string) => Cell): Cell[][] {
  const text = decodeText(bytes, { isHtml: false });
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', delimitersToGuess: [',', ';', '\t', '|'] });
  return data.map((row) => row.map(toCell));
}
