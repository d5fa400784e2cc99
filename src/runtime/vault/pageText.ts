/** Signs that mean something to Markdown or Obsidian (links, tags, comments, formulas, highlights, block ids) within a line. */
const SIGNS = /[\\`*_[\]<>#|~%$=^&{}]/g;
/** Signs that end or break a link. */
const LINK_SIGNS = /[\\`[\]|#^<>%]/g;
/** Control characters, and those that turn the direction of writing. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const oneLine = (text: string) => text.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();

/** A text from outside as part of a line of Markdown that shows exactly this text. It must not begin the line. */
export function lineText(text: string): string {
  return oneLine(text).replace(SIGNS, '\\$&');
}

/** A link to a page of the vault as Obsidian writes it; the words alone where the path cannot stand in one. */
export function pageLink(path: string | null, words: string, block?: string): string {
  const label = oneLine(words.replace(LINK_SIGNS, ' '));
  if (path === null || label === '' || /[[\]|#^\r\n]/.test(path)) return lineText(words);
  return `[[${path}${block === undefined ? '' : `#^${block}`}|${label}]]`;
}

/** A name that may be linked where a text says it. */
export interface Mention {
  readonly name: string;
  readonly path: string | null;
}

/**
 * A text from outside as part of a line, the first place of each name a link. Names that the text does not say word for word are
 * linked behind it.
 */
export function linkedText(text: string, mentions: readonly Mention[]): string {
  const line = oneLine(text);
  const folded = line.toLowerCase();
  // Where lower case has another length, places in one are no places in the other.
  const searchable = folded.length === line.length ? folded : line;
  const places: { readonly from: number; readonly to: number; readonly mention: Mention }[] = [];
  const unsaid: Mention[] = [];
  const longestFirst = [...mentions].sort((a, b) => b.name.length - a.name.length);
  for (const mention of longestFirst) {
    const from = placeOf(searchable, oneLine(mention.name).toLowerCase(), (at, end) =>
      places.some((place) => at < place.to && end > place.from),
    );
    if (from === null) unsaid.push(mention);
    else places.push({ from, to: from + oneLine(mention.name).length, mention });
  }
  let done = 0;
  let linked = '';
  for (const { from, to, mention } of places.sort((a, b) => a.from - b.from)) {
    linked += escaped(line.slice(done, from)) + pageLink(mention.path, line.slice(from, to));
    done = to;
  }
  linked += escaped(line.slice(done));
  if (unsaid.length === 0) return linked;
  return `${linked} (${unsaid.map(({ name, path }) => pageLink(path, name)).join(', ')})`;
}

const escaped = (text: string) => text.replace(SIGNS, '\\$&');

/** Where a name stands as a word of its own, and nothing else is linked. */
function placeOf(text: string, name: string, isTaken: (from: number, to: number) => boolean): number | null {
  if (name === '') return null;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const joins = (outer: string, inner: string) => isSpaced(outer) && isSpaced(inner);
    const before = joins(text[at - 1] ?? ' ', name[0] ?? ' ');
    const after = joins(text[end] ?? ' ', name.at(-1) ?? ' ');
    if (!before && !after && !isTaken(at, end)) return at;
  }
  return null;
}

/** A letter or digit of a script that puts spaces between words. */
function isSpaced(sign: string): boolean {
  return /[\p{L}\p{N}\p{M}]/u.test(sign) && !/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}]/u.test(sign);
}
