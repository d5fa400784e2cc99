/**
 * A page of the vault as it lies there: front matter, and text in which generated blocks stand between two marks. Everything
 * outside of the marks, and every field that is not `waggle-...`, is the people's.
 */

/** A line that begins or ends a block. What follows the id is a note to the reader. */
const MARK = /^[ \t]*<!-- waggle:(begin|end) ([a-z0-9-]{1,60})(?: [^\r\n]*)?-->[ \t]*\r?$/gm;
/** How each generated line ends that tells a memory: by that it is known where somebody took the marks away. */
const GENERATED_LINE = /[ \t]\^w-[a-z0-9-]+[ \t]*\r?$/;
/** First line of a field of ours. */
const OWN_FIELD = /^waggle-[a-z]+[ \t]*:/;
/** A line that goes on with the field above it. */
const FIELD_GOES_ON = /^(?:[ \t]+\S|-(?:[ \t]|$))/;
const ID_FIELD = /^waggle-id[ \t]*:[ \t]*["']?([a-z0-9-]{1,60})["']?[ \t]*$/;

/** Id of a generated line, for `GENERATED_LINE`. */
export const lineId = (ref: string) => `w-${ref}`;

type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** `text` is the whole of it, marks included. */
  | { readonly kind: 'block'; readonly id: string; readonly text: string };

export interface PageParts {
  /** Lines of the front matter without our fields. */
  readonly head: readonly string[];
  /** The page that the front matter names. */
  readonly id: string | null;
  readonly parts: readonly Part[];
  /** There is a mark without its other one. */
  readonly hasStrayMark: boolean;
}

/** What the pages are to be. */
export interface PageContents {
  /** The generated block of a page, with its marks; null: there is no such page. */
  blockOf(id: string): string | null;
  /** Our lines of its front matter. */
  headOf(id: string): readonly string[];
}

/** A block with its marks. `note` tells a reader what the marks are for. */
export function writeBlock(id: string, body: string, note: string): string {
  return `<!-- waggle:begin ${id} ${note.replace(/[<>\r\n]|--/g, ' ').trim()} -->\n${body.trim()}\n<!-- waggle:end ${id} -->`;
}

export function splitPage(text: string): PageParts {
  const { head, body } = cutHead(text.replace(/^\uFEFF/, ''));
  const { own, id } = readHead(head);
  return { head: own, id, ...splitBody(body) };
}

/** Ids of all pages of which a file holds something. */
export function idsIn({ id, parts }: PageParts): readonly string[] {
  const blocks = parts.flatMap((part) => (part.kind === 'block' ? part.id : []));
  return [...new Set(id === null ? blocks : [id, ...blocks])];
}

/** Whether a sync has anything to do with a file: a page of somebody's own is left as it is. */
export function isOurs(page: PageParts): boolean {
  return page.hasStrayMark || idsIn(page).length > 0;
}

/**
 * A file with its blocks as they are to be: each is renewed, or goes with its page; the people's text stays as it is.
 *
 * @param id the page whose place this file is; null: it only holds blocks of others, or its page is gone
 */
export function mergePage(page: PageParts, id: string | null, contents: PageContents): string {
  const done = new Set<string>();
  const live = id === null ? null : contents.blockOf(id);
  const hasOwnBlock = page.parts.some((part) => part.kind === 'block' && part.id === id);
  const isTornOpen = page.hasStrayMark || (page.id !== null && !hasOwnBlock);
  const texts: string[] = [];
  let follows = false;
  for (const part of page.parts) {
    if (part.kind === 'text') {
      const text = isTornOpen ? withoutGenerated(part.text) : part.text;
      texts.push(follows ? text.replace(/^\r?\n/, '') : text);
      follows = false;
      continue;
    }
    const block = done.has(part.id) ? null : contents.blockOf(part.id);
    done.add(part.id);
    if (block === null) follows = true;
    else texts.push(block);
  }
  let body = texts.join('');
  if (id !== null && live !== null && !done.has(id)) body = `${live}\n${body.trim() === '' ? '' : `\n${body}`}`;
  const head = [...(id !== null && live !== null ? contents.headOf(id) : []), ...page.head];
  const isGone = page.id !== null && live === null;
  if (head.every((line) => line.trim() === '')) return isGone ? body.replace(/^(?:[ \t]*\r?\n)+/, '') : body;
  return `---\n${head.join('\n')}\n---\n${body}`;
}

/** The text of a page that is new. */
export function newPage(id: string, contents: PageContents): string {
  return mergePage({ head: [], id: null, parts: [], hasStrayMark: false }, id, contents);
}

function cutHead(text: string): { readonly head: readonly string[]; readonly body: string } {
  const opening = /^---[ \t]*\r?\n/.exec(text);
  if (opening === null) return { head: [], body: text };
  const closing = /^---[ \t]*(?:\r?\n|$)/gm;
  closing.lastIndex = opening[0].length;
  const end = closing.exec(text);
  if (end === null) return { head: [], body: text };
  const lines = text.slice(opening[0].length, end.index).split(/\r?\n/);
  return { head: lines.slice(0, -1), body: text.slice(end.index + end[0].length) };
}

function readHead(lines: readonly string[]): { readonly own: readonly string[]; readonly id: string | null } {
  const own: string[] = [];
  let id: string | null = null;
  let isInOurs = false;
  for (const line of lines) {
    if (OWN_FIELD.test(line)) {
      id ??= ID_FIELD.exec(line)?.[1] ?? null;
      isInOurs = true;
    } else if (!isInOurs || !FIELD_GOES_ON.test(line)) {
      own.push(line);
      isInOurs = false;
    }
  }
  return { own, id };
}

function splitBody(body: string): { readonly parts: readonly Part[]; readonly hasStrayMark: boolean } {
  const marks = [...body.matchAll(MARK)].map((match) => ({
    kind: match[1] ?? '',
    id: match[2] ?? '',
    from: match.index,
    to: match.index + match[0].replace(/\r$/, '').length,
  }));
  const parts: Part[] = [];
  let hasStrayMark = false;
  let done = 0;
  const textUntil = (at: number) => {
    if (at > done) parts.push({ kind: 'text', text: body.slice(done, at) });
  };
  for (let i = 0; i < marks.length; i += 1) {
    const [begin, end] = [marks[i], marks[i + 1]];
    if (begin?.kind !== 'begin' || end?.kind !== 'end' || end.id !== begin.id) {
      hasStrayMark = true;
      continue;
    }
    textUntil(begin.from);
    parts.push({ kind: 'block', id: begin.id, text: body.slice(begin.from, end.to) });
    done = end.to;
    i += 1;
  }
  textUntil(body.length);
  return { parts, hasStrayMark };
}

/** A text without single marks and without lines that a sync wrote. */
function withoutGenerated(text: string): string {
  return text
    .split('\n')
    .filter((line) => !GENERATED_LINE.test(line) && line.search(MARK) === -1)
    .join('\n');
}
