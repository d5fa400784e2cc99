/** What a font file says of itself. */
export interface FontFacts {
  /** PostScript name, by which a font is taken out of a collection. */
  readonly name: string;
  /** Whether it has a glyph for the character. */
  has(codePoint: number): boolean;
}

/** Runs of characters that a font has, ordered: first and last. */
type Ranges = readonly (readonly [first: number, last: number])[];

/** Reads the character map and name of a TrueType or OpenType font, or of the first one of a collection (OpenType 1.9). */
export function readFontFacts(bytes: Uint8Array): FontFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = tagAt(view, 0) === 'ttcf' ? view.getUint32(12) : 0;
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(start + 4); i += 1) {
    const at = start + 12 + i * 16;
    tables.set(tagAt(view, at), view.getUint32(at + 8));
  }
  const cmap = tables.get('cmap');
  const ranges = cmap === undefined ? [] : readCharacterMap(view, cmap);
  const name = tables.get('name');
  return { name: name === undefined ? '' : postScriptName(view, name), has: (codePoint) => isIn(ranges, codePoint) };
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}

/** The best Unicode table: format 12 has all characters, format 4 those of the basic plane. */
function readCharacterMap(view: DataView, cmap: number): Ranges {
  let small: Ranges = [];
  for (let i = 0; i < view.getUint16(cmap + 2); i += 1) {
    const record = cmap + 4 + i * 8;
    const platform = view.getUint16(record);
    if (platform !== 0 && platform !== 3) continue;
    const table = cmap + view.getUint32(record + 4);
    const format = view.getUint16(table);
    if (format === 12) return readGroups(view, table);
    if (format === 4) small = readSegments(view, table);
  }
  return small;
}

function readGroups(view: DataView, table: number): Ranges {
  return Array.from({ length: view.getUint32(table + 12) }, (_, i) => {
    const at = table + 16 + i * 12;
    return [view.getUint32(at), view.getUint32(at + 4)] as const;
  });
}

function readSegments(view: DataView, table: number): Ranges {
  const twice = view.getUint16(table + 6);
  const ranges: (readonly [number, number])[] = [];
  for (let i = 0; i < twice; i += 2) {
    const last = view.getUint16(table + 14 + i);
    const first = view.getUint16(table + 16 + twice + i);
    const delta = view.getUint16(table + 16 + twice * 2 + i);
    const offsetAt = table + 16 + twice * 3 + i;
    const offset = view.getUint16(offsetAt);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const raw = offset === 0 ? code : view.getUint16(offsetAt + offset + (code - first) * 2);
      const glyph = offset !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph === 0) continue;
      const before = ranges.at(-1);
      if (before !== undefined && before[1] === code - 1) ranges[ranges.length - 1] = [before[0], code];
      else ranges.push([code, code]);
    }
  }
  return ranges;
}

function isIn(ranges: Ranges, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, 0];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}

const POSTSCRIPT_NAME = 6;
const WINDOWS = 3;

function postScriptName(view: DataView, table: number): string {
  const strings = table + view.getUint16(table + 4);
  for (let i = 0; i < view.getUint16(table + 2); i += 1) {
    const at = table + 6 + i * 12;
    if (view.getUint16(at) !== WINDOWS || view.getUint16(at + 6) !== POSTSCRIPT_NAME) continue;
    const from = strings + view.getUint16(at + 10);
    const units = view.getUint16(at + 8) / 2;
    return String.fromCharCode(...Array.from({ length: units }, (_, unit) => view.getUint16(from + unit * 2)));
  }
  return '';
}
