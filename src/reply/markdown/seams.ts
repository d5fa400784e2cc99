import type { Code, List, RootContent, Table } from 'mdast';
import { endOf, startOf } from './nodes.js';

/**
 * A place in a text from which the rest can be parsed alone: the beginning of a block, or of an item, a row or a line of code
 * inside one.
 */
export interface Seam {
  readonly offset: number;
  readonly kind: 'block' | 'list' | 'code' | 'table';
  /** What must stand before the rest so that it parses as in its place: an opening fence, a table's header. */
  readonly prefix: string;
  /** Number of the ordered list's item that begins here. */
  readonly number: number | null;
}

/** The beginning of a text. */
export const START: Seam = { offset: 0, kind: 'block', prefix: '', number: null };

function lineStartOf(source: string, offset: number): number {
  return offset <= 0 ? 0 : source.lastIndexOf('\n', offset - 1) + 1;
}

/** The start of the line after the one that contains `offset`; the end of the source when there is none. */
function lineAfter(source: string, offset: number): number {
  const end = source.indexOf('\n', offset);
  return end === -1 ? source.length : end + 1;
}

function isAfterBlank(source: string, lineStart: number): boolean {
  return lineStart === 0 || source.slice(lineStartOf(source, lineStart - 1), lineStart).trim() === '';
}

/** What may still become an item of the list before it. */
const LONE_MARKER = /^[ \t]*(?:\d{1,9}[.)]?|[-+*])?[ \t]*$/;

/** The latest seam of parsed blocks, never before the current one. */
export function findSeam(nodes: readonly RootContent[], source: string, current: Seam): Seam {
  const last = nodes.at(-1);
  const inside = last === undefined ? null : seamInside(last, nodes.length === 1, source, current);
  if (inside !== null && inside.offset > current.offset) return inside;
  for (let index = nodes.length - 1; index > 0; index -= 1) {
    const node = nodes[index];
    if (node === undefined) break;
    const offset = lineStartOf(source, startOf(node));
    if (offset <= current.offset) break;
    const isMarker = source.length - offset < 20 && LONE_MARKER.test(source.slice(offset));
    if (endsInIndentedCode(nodes[index - 1], source)) continue;
    if (isAfterBlank(source, offset) && !isMarker) return { offset, kind: 'block', prefix: '', number: null };
  }
  return current;
}

/** After indented code the parser takes a list that does not begin with 1 for a paragraph; alone it would be a list. */
function endsInIndentedCode(node: RootContent | undefined, source: string): boolean {
  if (node === undefined) return false;
  if ('children' in node) return endsInIndentedCode(node.children.at(-1), source);
  return node.type === 'code' && !/[`~]/.test(source[startOf(node)] ?? '');
}

function seamInside(node: RootContent, isOnly: boolean, source: string, current: Seam): Seam | null {
  if (node.type === 'list') return listSeam(node, source);
  if (node.type === 'code') return codeSeam(node, isOnly, source, current);
  if (node.type === 'table') return tableSeam(node, source, current);
  return null;
}

function listSeam(node: List, source: string): Seam | null {
  for (let index = node.children.length - 1; index > 0; index -= 1) {
    const item = node.children[index];
    if (item === undefined) break;
    const offset = lineStartOf(source, startOf(item));
    if (!isAfterBlank(source, offset) && source.indexOf('\n', offset) === -1) continue;
    const number = typeof node.start === 'number' ? node.start + index : null;
    return { offset, kind: 'list', prefix: '', number };
  }
  return null;
}

function codeSeam(node: Code, isOnly: boolean, source: string, current: Seam): Seam | null {
  let prefix: string | null = null;
  if (!node.data?.continued) {
    const open = lineStartOf(source, startOf(node));
    prefix = /[`~]/.test(source[startOf(node)] ?? '') ? source.slice(open, lineAfter(source, startOf(node))) : null;
  } else if (current.kind === 'code') prefix = current.prefix;
  else if (isOnly) {
    const line = source.slice(current.offset, lineAfter(source, current.offset));
    prefix = /^ {0,3}(?:```|~~~)/.test(line) ? line : null;
  }
  if (prefix === null || !prefix.endsWith('\n') || !node.value.includes('\n')) return null;
  const offset = lineStartOf(source, Math.min(source.length, endOf(node)));
  return offset > startOf(node) + prefix.length ? { offset, kind: 'code', prefix, number: null } : null;
}

function tableSeam(node: Table, source: string, current: Seam): Seam | null {
  const header = node.children[0];
  if (header === undefined || node.data?.header === 'none') return null;
  let prefix = current.prefix;
  if (current.kind !== 'table') {
    const open = lineStartOf(source, startOf(header));
    prefix = source.slice(open, lineAfter(source, lineAfter(source, open)));
  }
  if (!prefix.endsWith('\n')) return null;
  for (let index = node.children.length - 1; index > 1; index -= 1) {
    const row = node.children[index];
    if (row === undefined) break;
    const offset = lineStartOf(source, startOf(row));
    if (source.indexOf('\n', offset) !== -1) return { offset, kind: 'table', prefix, number: null };
  }
  return null;
}

/** Makes the first of the blocks parsed at a seam what it is in its place. */
export function adapt(nodes: readonly RootContent[], seam: Seam): RootContent[] {
  const [first, ...rest] = nodes;
  if (first === undefined || seam.kind === 'block') return [...nodes];
  if (first.type === 'list' && seam.kind === 'list') {
    if (first.ordered && seam.number !== null) first.start = seam.number;
  } else if (first.type === 'code' && seam.kind === 'code' && startOf(first) < seam.offset) {
    first.data = { ...first.data, continued: true };
    if (first.position?.start.offset !== undefined) first.position.start.offset = seam.offset;
  } else if (first.type === 'table' && seam.kind === 'table' && startOf(first) < seam.offset) {
    first.data = { ...first.data, header: 'repeated' };
    if (first.position?.start.offset !== undefined) first.position.start.offset = seam.offset;
  }
  return [first, ...rest];
}

/** Puts together the blocks before a seam and those parsed at it. */
export function joinAt(
  seam: Seam,
  before: readonly RootContent[],
  after: readonly RootContent[],
  source: string,
): RootContent[] {
  const [first, ...rest] = after;
  const last = before.at(-1);
  if (first === undefined || seam.kind === 'block') return [...before, ...after];
  if (first.type === 'code' && seam.kind === 'code') {
    const isBlankLine = lineAfter(source, seam.offset) < source.length + Number(source.endsWith('\n'));
    const hasLine = first.value !== '' || (isBlankLine && !isClosingFence(source, seam));
    if (last?.type !== 'code') return hasLine ? [...before, ...after] : [...before, ...rest];
    const value = hasLine ? `${last.value}\n${first.value}` : last.value;
    return [...before.slice(0, -1), { ...last, value, position: upTo(last, first) }, ...rest];
  }
  if (first.type === 'table' && seam.kind === 'table') {
    if (last?.type !== 'table') return first.children.length > 1 ? [...before, ...after] : [...before, ...rest];
    const children = [...last.children, ...first.children.slice(1)];
    return [...before.slice(0, -1), { ...last, children, position: upTo(last, first) }, ...rest];
  }
  if (first.type === 'list' && seam.kind === 'list' && last?.type === 'list' && last.ordered === first.ordered) {
    const isApart = isAfterBlank(source, seam.offset);
    const joined: List = {
      ...last,
      children: [...last.children, ...first.children],
      spread: Boolean(last.spread) || Boolean(first.spread) || isApart,
      position: upTo(last, first),
    };
    return [...before.slice(0, -1), joined, ...rest];
  }
  return [...before, ...after];
}

function upTo(last: RootContent, first: RootContent): RootContent['position'] {
  const end = first.position?.end;
  if (last.position === undefined || end === undefined || endOf(first) < endOf(last)) return last.position;
  return { start: last.position.start, end };
}

/** Whether the line at a code seam is the closing fence. */
function isClosingFence(source: string, seam: Seam): boolean {
  const fence = /`{3,}|~{3,}/.exec(seam.prefix)?.[0] ?? '';
  const line = source.slice(seam.offset, lineAfter(source, seam.offset)).trim();
  return line.length >= fence.length && line === (fence[0] ?? '').repeat(line.length);
}

/** The blocks, and the parts of blocks, that stand before a seam. */
export function keepBefore(nodes: readonly RootContent[], seam: Seam, source: string): RootContent[] {
  return nodes.flatMap((node): RootContent[] => {
    if (startOf(node) >= seam.offset) return [];
    if (node.type === 'list' && seam.kind === 'list') {
      const children = node.children.filter((item) => startOf(item) < seam.offset);
      return [{ ...node, children }];
    }
    if (node.type === 'table' && seam.kind === 'table') {
      const children = node.children.filter((row) => startOf(row) < seam.offset);
      return [{ ...node, children }];
    }
    if (node.type === 'code' && seam.kind === 'code') return [{ ...node, value: codeBefore(node, seam, source) }];
    return [node];
  });
}

/** The lines of code whose source lines stand before a seam. */
function codeBefore(node: Code, seam: Seam, source: string): string {
  let at = lineStartOf(source, startOf(node));
  if (!node.data?.continued) at = lineAfter(source, at);
  let end = -1;
  while (at < seam.offset) {
    at = lineAfter(source, at);
    const next = node.value.indexOf('\n', end + 1);
    if (next === -1) return node.value;
    end = next;
  }
  return node.value.slice(0, Math.max(0, end));
}

/**
 * The latest known seam at or before an offset, for parsing anew from there. `current` is the seam of the part that is parsed
 * at each update, `base` the one that was valid so far.
 */
export function seamBefore(
  nodes: readonly RootContent[],
  offset: number,
  source: string,
  current: Seam,
  base: Seam,
): Seam {
  if (offset >= current.offset) return current;
  const node = nodes.find((candidate) => endOf(candidate) > offset);
  if (node === undefined) return current;
  if (node.type === 'list') {
    const index = node.children.findIndex((item) => endOf(item) > offset);
    const item = node.children[index];
    const at = item === undefined ? 0 : lineStartOf(source, startOf(item));
    const number = typeof node.start === 'number' ? node.start + index : null;
    if (index > 0 && at > base.offset) return { offset: at, kind: 'list', prefix: '', number };
  }
  const isLast = node === nodes.at(-1);
  if (isLast && (current.kind === 'code' || current.kind === 'table') && node.type === current.kind) {
    const at = lineStartOf(source, offset);
    const first = node.type === 'table' ? (node.children[1] ?? node) : node;
    if (at > startOf(first)) return { offset: at, kind: current.kind, prefix: current.prefix, number: null };
  }
  const at = lineStartOf(source, startOf(node));
  return at > base.offset ? { offset: at, kind: 'block', prefix: '', number: null } : base;
}

/**
 * A seam inside the paragraph that is parsed at each update, at an offset before which nothing is open: between two words,
 * in no mark, where no other block could begin. Null where there is none.
 */
export function seamInParagraph(
  nodes: readonly RootContent[],
  offset: number,
  source: string,
  current: Seam,
): Seam | null {
  const node = nodes.find((candidate) => endOf(candidate) > offset);
  if (node?.type !== 'paragraph' || startOf(node) >= offset || startOf(node) < current.offset) return null;
  const child = node.children.find((candidate) => endOf(candidate) > offset);
  const isInText = child?.type === 'text' && startOf(child) < offset;
  if (!isInText || !/^\s\p{L}/u.test(source.slice(offset - 1, offset + 2))) return null;
  return { offset, kind: 'block', prefix: '', number: null };
}
