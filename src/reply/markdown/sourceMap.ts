import type { Code, Image, InlineCode, Text } from 'mdast';
import { endOf, type InlineMath, startOf } from './nodes.js';
import { parseMarkdown } from './parse.js';

/** A node with a visible string of its own, which can be divided inside. */
export type TextNode = Text | InlineCode | InlineMath | Code | Image;

/** Whether a node has a visible string of its own. */
export function isTextNode(node: { readonly type: string }): node is TextNode {
  return (
    node.type === 'text' ||
    node.type === 'inlineCode' ||
    node.type === 'inlineMath' ||
    node.type === 'code' ||
    node.type === 'image'
  );
}

/** The visible string of a text node. */
export function stringOf(node: TextNode): string {
  return node.type === 'image' ? (node.alt ?? '') : node.value;
}

/**
 * For each UTF-16 unit of a text node's string the source offset it comes from, through escapes, entities, quote prefixes,
 * indentation and stripped spaces. Never decreasing. Several units of one entity share its offset.
 */
export function sourceOffsets(node: TextNode, source: string): Uint32Array {
  const known = maps.get(node);
  if (known !== undefined) return known;
  const map = mapText(node, source);
  maps.set(node, map);
  return map;
}

const maps = new WeakMap<TextNode, Uint32Array>();

function mapText(node: TextNode, source: string): Uint32Array {
  const start = startOf(node);
  if (node.type === 'code') return alignLines(node, source);
  if (node.type === 'text') return align(node.value, source, start, endOf(node), true);
  if (node.type === 'inlineMath') return align(node.value, source, start, endOf(node), false);
  if (node.type === 'image') {
    return align(node.alt ?? '', source, node.data?.continued ? start : start + 2, endOf(node), true);
  }
  return align(node.value, source, contentStart(node, source), endOf(node), false);
}

/** Where the content of a code span begins: after its backticks, and after the space that CommonMark takes off. */
function contentStart(node: InlineCode, source: string): number {
  let start = startOf(node);
  if (node.data?.continued) return start;
  while (source[start] === '`') start += 1;
  let end = endOf(node);
  while (end > start && source[end - 1] === '`') end -= 1;
  const isStripped =
    /[ \r\n]/.test(source[start] ?? '') && /[ \r\n]/.test(source[end - 1] ?? '') && /[^ \r\n]/.test(node.value);
  return isStripped ? start + (source.startsWith('\r\n', start) ? 2 : 1) : start;
}

const ENTITY = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const PREFIX = /[ \t>]*/y;

const decoded = new Map<string, string>();

function decodeEntity(entity: string): string {
  const known = decoded.get(entity);
  if (known !== undefined) return known;
  const block = parseMarkdown(entity).children[0];
  const text = block?.type === 'paragraph' ? block.children[0] : undefined;
  const value = text?.type === 'text' ? text.value : entity;
  if (decoded.size < 5000) decoded.set(entity, value);
  return value;
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

function eolLength(text: string, at: number): number {
  if (text.startsWith('\r\n', at)) return 2;
  return text[at] === '\n' || text[at] === '\r' ? 1 : 0;
}

function align(value: string, source: string, start: number, end: number, hasEscapes: boolean): Uint32Array {
  const map = new Uint32Array(value.length);
  let at = start;
  let index = 0;
  while (index < value.length) {
    if (at >= end) {
      map.fill(end, index);
      break;
    }
    map[index] = at;
    const wanted = value[index];
    const found = source[at];
    if (found === '\\' && source[at + 1] === wanted && wanted !== undefined && PUNCTUATION.test(wanted)) {
      if (hasEscapes || wanted === '|') {
        index += 1;
        at += 2;
        continue;
      }
    }
    if (found === '&' && hasEscapes) {
      const length = lengthOf(ENTITY, source, at);
      const entity = source.slice(at, at + length);
      const text = length === 0 ? '' : decodeEntity(entity);
      if (text !== entity && text !== '' && value.startsWith(text, index)) {
        map.fill(at, index, index + text.length);
        index += text.length;
        at += length;
        continue;
      }
    }
    const taken = eolLength(value, index) || (hasEscapes ? 0 : Number(wanted === ' '));
    const trailing = taken > 0 && eolLength(source, at) === 0 && hasEscapes ? lengthOf(/[ \t]*/y, source, at) : 0;
    const eol = taken > 0 ? eolLength(source, at + trailing) : 0;
    if (eol > 0) {
      map.fill(at, index, index + taken);
      index += taken;
      at += trailing + eol;
      at += Math.max(0, lengthOf(PREFIX, source, at) - lengthOf(PREFIX, value, index));
      continue;
    }
    if (wanted === found || wanted === '\ufffd') {
      index += 1;
      at += 1;
      continue;
    }
    const next = wanted === undefined ? -1 : source.slice(at, Math.min(end, at + 1000)).indexOf(wanted);
    if (next > 0) at += next;
    else index += 1;
  }
  return map;
}

/** A line of code is the end of its source line: what stands before it are quote marks and indentation. */
function alignLines(node: Code, source: string): Uint32Array {
  const map = new Uint32Array(node.value.length);
  const end = endOf(node);
  let lineStart = startOf(node);
  const isFenced = !node.data?.continued && /[`~]/.test(source[lineStart] ?? '');
  if (isFenced) lineStart = Math.min(end, nextLine(source, lineStart).start);
  let index = 0;
  for (;;) {
    const own = nextLine(node.value, index);
    const raw = nextLine(source, lineStart);
    const rawEnd = Math.min(raw.end, end);
    const length = own.end - index;
    for (let at = 0; at < length; at += 1) map[index + at] = Math.max(lineStart, rawEnd - (length - at));
    map.fill(rawEnd, own.end, own.start);
    if (own.start === own.end) return map;
    index = own.start;
    lineStart = Math.min(end, raw.start);
  }
}

/** End of the line that begins at `at` (before its line break) and the start of the next one (equal when there is none). */
function nextLine(text: string, at: number): { end: number; start: number } {
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { end, start: end + eolLength(text, end) };
}
