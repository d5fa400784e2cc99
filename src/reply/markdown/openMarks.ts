import type { PhrasingContent } from 'mdast';
import { endOf, startOf } from './nodes.js';

/** What is open at the end of a piece of inline text. */
export interface OpenMarks {
  /** Text up to here is kept when the marks are closed. */
  readonly cut: number;
  /** Markdown that closes everything that is open when put at `cut`; empty when nothing is open. */
  readonly closers: string;
  /**
   * Where the first thing begins that later text may still turn into markup; null when there is none. Marks around such a
   * thing count too: a link or code that ends outside of them undoes them.
   */
  readonly first: number | null;
}

/** Which characters of the source may still take part in markup, by what they stand in. */
const INERT = 0;
const PLAIN = 1;
const MARKED = 2;
/** In struck text: emphasis that begins here and ends outside undoes the strike, as the parser pairs emphasis first. */
const STRUCK = 3;
/** In a link or image, its address included: only what binds tighter (code, mathematics) can still undo it. */
const LINKED = 4;

interface Opener {
  readonly at: number;
  readonly length: number;
  readonly closer: string;
  /** `[` is taken back when its `]` makes no link. */
  readonly isBracket: boolean;
}

/** The characters that inline markup is made of, and those among them that count in runs. */
const MARK_SIGNS = '\\`$*_~[]<';
const RUN_SIGNS = '`$*_~';

const PENDING_TARGET = /^\([ \t]*(?:<[^<>\n]*|[^\s<>]*)(?:\s+(?:"[^"]*|'[^']*|\([^()]*)?)?$/;
const PENDING_AUTOLINK = /^<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]*)$/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * Finds the marks that are open at the end of a paragraph, heading or cell. The parser has already paired what can be
 * paired, so what it left as text and what could open something is open.
 *
 * @param children parsed inline content
 * @param source text that ends where the content ends; offsets in the result are offsets in it
 * @param base what the offsets of the nodes are ahead of those in `source`
 */
export function findOpenMarks(children: readonly PhrasingContent[], source: string, base: number): OpenMarks {
  const first = children[0];
  if (first === undefined) return { cut: source.length, closers: '', first: null };
  const from = Math.max(0, startOf(first) - base);
  const kinds = new Uint8Array(Math.max(0, source.length - from));
  for (const child of children) markKinds(child, kinds, from + base, PLAIN);
  const marks = scan(source, from, kinds);
  if (marks.first === null) return marks;
  const at = marks.first + base;
  const around = children.find((child) => startOf(child) < at && endOf(child) > at && 'children' in child);
  return around === undefined ? marks : { ...marks, first: Math.max(0, startOf(around) - base) };
}

function markKinds(node: PhrasingContent, kinds: Uint8Array, from: number, kind: number): void {
  if (node.type === 'link' || node.type === 'image') kinds.fill(LINKED, startOf(node) - from, endOf(node) - from);
  if (node.type === 'text') kinds.fill(kind, startOf(node) - from, endOf(node) - from);
  else if ('children' in node) {
    const own = node.type === 'link' ? LINKED : node.type === 'delete' ? STRUCK : MARKED;
    const inner = Math.max(kind, own);
    for (const child of node.children) markKinds(child, kinds, from, inner);
  }
}

/** Closing what stands inside finished marks would break them: it only makes the text uncertain. */
function closerFor(kind: number, closer: string): string {
  return kind === PLAIN ? closer : '';
}

function scan(source: string, from: number, kinds: Uint8Array): OpenMarks {
  const openers: Opener[] = [];
  const kindAt = (at: number) => kinds[at - from] ?? INERT;
  let money: number | null = null;

  for (let at = from; at < source.length; at += 1) {
    const kind = kindAt(at);
    if (kind === INERT) continue;
    const char = source[at] ?? '';
    if (!MARK_SIGNS.includes(char)) continue;
    let length = 1;
    if (RUN_SIGNS.includes(char)) {
      while (source[at + length] === char && kindAt(at + length) === kind) length += 1;
    }
    const open = (size: number, closer: string, isBracket = false) =>
      openers.push({ at: at + length - size, length: size, closer: closerFor(kind, closer), isBracket });

    if (char === '\\') {
      const next = source[at + 1];
      if (next === '(' || next === '[') {
        openers.push({ at, length: 2, closer: closerFor(kind, next === '(' ? '\\)' : '\\]'), isBracket: false });
        break;
      }
      at += 1;
    } else if (char === '`') {
      open(length, '`'.repeat(length));
      break;
    } else if (char === '$' && length === 2) {
      open(2, '$$');
      break;
    } else if (char === '$') {
      if (/\S/.test(source[at + 1] ?? ' ') && !source.includes('\n', at)) money ??= at;
      at += length - 1;
    } else if (char === '*' || char === '_' || char === '~') {
      const isAlive = kind === PLAIN || kind === STRUCK || (kind === MARKED && char === '~');
      if (isAlive && canOpen(source, at, length, char)) open(length, char.repeat(length));
      at += length - 1;
    } else if (char === '[' && kind !== LINKED) {
      const isImage = at > from && source[at - 1] === '!';
      openers.push({
        at: isImage ? at - 1 : at,
        length: isImage ? 2 : 1,
        closer: closerFor(kind, ']()'),
        isBracket: true,
      });
    } else if (char === ']' && kind !== LINKED) {
      const bracket = openers.findLastIndex((opener) => opener.isBracket);
      if (bracket === -1) continue;
      const rest = source.slice(at + 1, at + 3000);
      if (rest === '' || PENDING_TARGET.test(rest)) {
        const first = Math.min(...openers.map((opener) => opener.at), money ?? at);
        return { ...close(source, openers.slice(0, bracket), at + 1, '()'), first };
      }
      openers.splice(bracket, 1);
    } else if (char === '<' && PENDING_AUTOLINK.test(source.slice(at, at + 2000))) {
      open(1, '>');
      break;
    }
  }
  const starts = openers.map((opener) => opener.at);
  if (money !== null) starts.push(money);
  return { ...close(source, openers, source.length, ''), first: starts.length === 0 ? null : Math.min(...starts) };
}

/** Whether a run of `*`, `_` or `~` can begin something (CommonMark: left-flanking delimiter runs). */
function canOpen(source: string, at: number, length: number, char: string): boolean {
  if (char === '~' && length !== 2) return false;
  let start = at;
  while (source[start - 1] === char) start -= 1;
  let end = at + length;
  while (source[end] === char) end += 1;
  const before = start === 0 ? ' ' : (source.slice(Math.max(0, start - 2), start).match(/.$/su)?.[0] ?? ' ');
  const after = end >= source.length ? ' ' : String.fromCodePoint(source.codePointAt(end) ?? 32);
  if (/\s/.test(after)) return false;
  const isAfterOpen = /\s/.test(before) || PUNCTUATION.test(before);
  if (PUNCTUATION.test(after) && !isAfterOpen) return false;
  if (char !== '_') return true;
  const isRightFlanking = !/\s/.test(before) && (!PUNCTUATION.test(before) || PUNCTUATION.test(after));
  return !isRightFlanking || PUNCTUATION.test(before);
}

function close(source: string, openers: Opener[], end: number, suffix: string): { cut: number; closers: string } {
  let cut = end;
  if (openers.length > 0 && suffix === '') {
    cut = source.slice(0, end).trimEnd().length;
    for (let last = openers.at(-1); last !== undefined && last.at + last.length >= cut; last = openers.at(-1)) {
      openers.pop();
      cut = source.slice(0, last.at).trimEnd().length;
    }
  }
  const closers = openers.map((opener) => opener.closer).reverse();
  return { cut, closers: suffix + closers.join('') };
}
