import type { List, Parents, Root, RootContent, Table, TableRow } from 'mdast';
import { endOf, startOf } from './nodes.js';
import { isTextNode, sourceOffsets, stringOf, type TextNode } from './sourceMap.js';

/** The two halves of something that was divided; null where nothing is left of it. */
export interface Halves<T> {
  readonly left: T | null;
  readonly right: T | null;
}

/**
 * Divides a tree at a source offset: everything visible that comes from before it goes left, the rest right, nothing is lost or
 * doubled. Both trees are whole: marks and quotes close and open again, code keeps its language, lists their numbers,
 * items their check box; the continued half of an item, note, code or image says so in `data`; a table repeats its
 * header row (marked as repeated). White space at the cut is dropped. The given tree is not changed.
 *
 * @param source the text that the tree's positions belong to
 */
export function splitTree(tree: Root, offset: number, source: string): { left: Root; right: Root } {
  const left: RootContent[] = [];
  const right: RootContent[] = [];
  for (const child of tree.children) {
    const halves = splitNode(child, offset, source);
    if (halves.left !== null) left.push(halves.left);
    if (halves.right !== null) right.push(halves.right);
  }
  return { left: { type: 'root', children: left }, right: { type: 'root', children: right } };
}

/** Divides one node; see `splitTree`. */
export function splitNode(node: RootContent, offset: number, source: string): Halves<RootContent> {
  if (endOf(node) <= offset) return { left: node, right: null };
  if (startOf(node) >= offset) return { left: null, right: node };
  if (isTextNode(node)) return splitText(node, offset, source);
  if (node.type === 'list') return splitList(node, offset, source);
  if (node.type === 'table') return splitTable(node, offset, source);
  if ('children' in node) return splitParent(node, offset, source);
  return { left: node, right: null };
}

function positionFrom(node: RootContent, start: number, end: number): NonNullable<RootContent['position']> {
  const line = node.position?.start.line ?? 1;
  const column = node.position?.start.column ?? 1;
  return { start: { line, column, offset: start }, end: { line, column, offset: end } };
}

/** First index whose source offset is not before `offset`. */
function indexAt(map: Uint32Array, offset: number): number {
  let low = 0;
  let high = map.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((map[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function splitText<T extends TextNode>(node: T, offset: number, source: string): Halves<T> {
  const value = stringOf(node);
  const map = sourceOffsets(node, source);
  let leftEnd = indexAt(map, offset);
  let rightStart = leftEnd;
  if (node.type === 'code') {
    if (/[\r\n]/.test(value[rightStart] ?? '')) rightStart += value.startsWith('\r\n', rightStart) ? 2 : 1;
    else if (value[leftEnd - 1] === '\n') leftEnd -= value[leftEnd - 2] === '\r' ? 2 : 1;
  }
  const make = (from: number, to: number, isContinued: boolean): T | null => {
    const text = value.slice(from, to);
    if (from >= to || (!/\S/.test(text) && node.type !== 'code')) return null;
    const start = isContinued ? Math.max(offset, map[from] ?? offset) : startOf(node);
    const half: T = { ...node, position: positionFrom(node, start, isContinued ? endOf(node) : offset) };
    if (half.type === 'image') half.alt = text;
    else half.value = text;
    if (isContinued && half.type !== 'text' && half.type !== 'inlineMath') {
      half.data = { ...half.data, continued: true };
    }
    return half;
  };
  return { left: make(0, leftEnd, false), right: make(rightStart, value.length, true) };
}

/** Copies a parent with other children; null without any. */
function withChildren<T extends Exclude<Parents, Root>>(
  node: T,
  children: readonly RootContent[],
  start: number,
  end: number,
): T | null {
  if (children.length === 0) return null;
  return { ...node, children: [...children], position: positionFrom(node, start, end) };
}

function splitChildren(
  node: Exclude<Parents, Root>,
  offset: number,
  source: string,
): { left: RootContent[]; right: RootContent[] } {
  const left: RootContent[] = [];
  const right: RootContent[] = [];
  for (const child of node.children) {
    const halves = splitNode(child, offset, source);
    if (halves.left !== null) left.push(halves.left);
    if (halves.right !== null) right.push(halves.right);
  }
  while (left.at(-1)?.type === 'break') left.pop();
  while (right[0]?.type === 'break') right.shift();
  return { left, right };
}

function splitParent<T extends Exclude<Parents, Root>>(node: T, offset: number, source: string): Halves<T> {
  const children = splitChildren(node, offset, source);
  const left = withChildren(node, children.left, startOf(node), offset);
  const right = withChildren(node, children.right, offset, endOf(node));
  if (left !== null && right !== null && (right.type === 'listItem' || right.type === 'footnoteDefinition')) {
    right.data = { ...right.data, continued: true };
  }
  return { left, right };
}

function splitList(node: List, offset: number, source: string): Halves<List> {
  const { left, right } = splitChildren(node, offset, source);
  const rest = withChildren(node, right, offset, endOf(node));
  if (rest !== null && typeof node.start === 'number') {
    rest.start = node.start + node.children.length - right.length;
  }
  return { left: withChildren(node, left, startOf(node), offset), right: rest };
}

function splitTable(node: Table, offset: number, source: string): Halves<Table> {
  const halves = divideTable(node, offset, source);
  const whole = node.data?.whole ?? node;
  const markPart = (part: Table | null): Table | null =>
    part === null || part === node ? part : { ...part, data: { ...part.data, whole } };
  return { left: markPart(halves.left), right: markPart(halves.right) };
}

function divideTable(node: Table, offset: number, source: string): Halves<Table> {
  const [header, ...rows] = node.children;
  if (header === undefined || endOf(header) > offset) return splitHeader(node, offset, source);
  const left: TableRow[] = [header];
  const right: TableRow[] = [];
  for (const row of rows) {
    const halves = splitRow(row, offset, source);
    if (halves.left !== null) left.push(halves.left);
    if (halves.right !== null) right.push(halves.right);
  }
  if (right.length === 0) return { left: node, right: null };
  const isShown = node.data?.header === 'repeated' && left.length === 1;
  const before = isShown ? null : withChildren(node, left, startOf(node), offset);
  const isRepeatable = node.data?.header !== 'none';
  const after = withChildren(node, isRepeatable ? [header, ...right] : right, offset, endOf(node));
  if (after !== null) after.data = { ...after.data, header: isRepeatable ? 'repeated' : 'none' };
  return { left: before, right: after };
}

/** A cut inside the header row: its rest is an ordinary row of a table without header. */
function splitHeader(node: Table, offset: number, source: string): Halves<Table> {
  if (node.data?.header === 'repeated') return { left: null, right: node };
  const [header, ...rows] = node.children;
  if (header === undefined) return { left: node, right: null };
  const halves = splitRow(header, offset, source);
  if (halves.left === null) return { left: null, right: node };
  const rest = halves.right === null ? rows : [halves.right, ...rows];
  const right = withChildren(node, rest, offset, endOf(node));
  if (right !== null) right.data = { ...right.data, header: 'none' };
  return { left: withChildren(node, [halves.left], startOf(node), offset), right };
}

/** Divides a row inside a cell; in the right half the cells before it are empty, so that columns stay columns. */
function splitRow(row: TableRow, offset: number, source: string): Halves<TableRow> {
  if (endOf(row) <= offset) return { left: row, right: null };
  if (startOf(row) >= offset) return { left: null, right: row };
  const left: RootContent[] = [];
  const right: RootContent[] = [];
  let hasLeft = false;
  let hasRight = false;
  for (const cell of row.children) {
    const halves = splitParent(cell, offset, source);
    const isBefore = endOf(cell) <= offset;
    const isAfter = startOf(cell) >= offset;
    const before = isAfter ? null : isBefore ? cell : halves.left;
    const after = isBefore ? null : isAfter ? cell : halves.right;
    left.push(before ?? { ...cell, children: [] });
    right.push(after ?? { ...cell, children: [] });
    hasLeft ||= before !== null && before.children.length > 0;
    hasRight ||= after !== null && after.children.length > 0;
  }
  if (!hasRight) return { left: row, right: null };
  if (!hasLeft) return { left: null, right: row };
  return {
    left: withChildren(row, left, startOf(row), offset),
    right: withChildren(row, right, offset, endOf(row)),
  };
}
