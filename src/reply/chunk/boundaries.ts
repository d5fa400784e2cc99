import type { RootContent } from 'mdast';
import { endOf, startOf } from '../markdown/nodes.js';
import { isTextNode, sourceOffsets, stringOf, type TextNode } from '../markdown/sourceMap.js';
import { isGraphemeBoundary, wordBoundaries } from './graphemes.js';

/** A place where blocks can be divided: in the block of this index, at this source offset. */
export interface Cut {
  readonly index: number;
  readonly offset: number;
}

/** A cut that follows the text's structure; the larger the rank, the larger what ends there. */
export interface Boundary extends Cut {
  readonly rank: number;
}

const RANK = {
  block: 60,
  deepest: 40,
  row: 36,
  blankLine: 34,
  codeLine: 32,
  line: 30,
  sentence: 20,
  /** Between a heading and what it heads, or an announcement and its list. */
  heading: 15,
  word: 10,
  segmentedWord: 5,
} as const;

const BLOCKS = new Set(['paragraph', 'heading', 'code', 'list', 'listItem', 'blockquote', 'table', 'thematicBreak']);
const SENTENCE_END = /[.!?…。！？](?:["'”’»)\]*_]*)\s+$|[。！？]["'”’»」』）]*$/;

export function compareCuts(a: Cut, b: Cut): number {
  return a.index - b.index || a.offset - b.offset;
}

/** The text nodes of a block and the things that cannot be divided, in order. */
export function leavesOf(node: RootContent): RootContent[] {
  if (!('children' in node)) return [node];
  return node.children.flatMap(leavesOf);
}

/** The natural boundaries after `from`, up to and including `to`. */
export function findBoundaries(nodes: readonly RootContent[], source: string, from: Cut, to: Cut): Boundary[] {
  const found: Boundary[] = [];
  const add = (index: number, offset: number, rank: number) => {
    const boundary = { index, offset, rank };
    if (compareCuts(boundary, from) > 0 && compareCuts(boundary, to) <= 0) found.push(boundary);
  };
  for (let index = from.index; index <= to.index; index += 1) {
    const node = nodes[index];
    if (node === undefined) break;
    const before = nodes[index - 1];
    if (before !== undefined) add(index, startOf(node), isHeadOf(before, node) ? RANK.heading : RANK.block);
    if (from.index === index && endOf(node) <= from.offset) continue;
    if (to.index === index && startOf(node) >= to.offset) continue;
    collect(node, index, 1, source, { from, to }, add);
  }
  return found;
}

function isHeadOf(before: RootContent, after: RootContent): boolean {
  if (before.type === 'heading') return true;
  if (before.type !== 'paragraph' || (after.type !== 'list' && after.type !== 'code')) return false;
  const last = leavesOf(before).at(-1);
  return last !== undefined && isTextNode(last) && /[:：]\s*$/.test(stringOf(last));
}

type Add = (index: number, offset: number, rank: number) => void;
interface Range {
  readonly from: Cut;
  readonly to: Cut;
}

function collect(node: RootContent, index: number, depth: number, source: string, range: Range, add: Add): void {
  if (isTextNode(node)) {
    collectText(node, index, source, range, add);
    return;
  }
  if (!('children' in node)) return;
  let before: RootContent | undefined;
  for (const child of node.children) {
    if (before !== undefined) {
      const start = startOf(child);
      if (BLOCKS.has(child.type)) {
        const rank = Math.max(RANK.deepest, RANK.block - 4 * depth);
        add(index, start, isHeadOf(before, child) ? RANK.heading : rank);
      } else if (child.type === 'tableRow') add(index, start, RANK.row);
      else if (child.type === 'tableCell') add(index, start, RANK.sentence);
      else if (before.type === 'break') add(index, start, RANK.line);
      else if (isTextNode(before) && /\s$/.test(stringOf(before))) {
        add(index, start, SENTENCE_END.test(stringOf(before).slice(-12)) ? RANK.sentence : RANK.word);
      }
    }
    before = child;
    const isInRange =
      (index > range.from.index || endOf(child) > range.from.offset) &&
      (index < range.to.index || startOf(child) < range.to.offset);
    if (isInRange) collect(child, index, depth + 1, source, range, add);
  }
}

function collectText(node: TextNode, index: number, source: string, range: Range, add: Add): void {
  const text = stringOf(node);
  const map = sourceOffsets(node, source);
  const low = index > range.from.index ? 0 : firstAfter(map, range.from.offset);
  const high = index < range.to.index ? text.length : firstAfter(map, range.to.offset);
  const isCode = node.type === 'code';
  const put = (at: number, rank: number) => {
    const offset = map[at];
    if (offset === undefined || offset === map[at - 1] || !isGraphemeBoundary(text, at)) return;
    add(index, offset, rank);
  };
  let hasSpace = false;
  const space = /\s+/g;
  space.lastIndex = Math.max(0, low - 1);
  for (let match = space.exec(text); match !== null && match.index < high; match = space.exec(text)) {
    const at = match.index + match[0].length;
    hasSpace = true;
    if (isCode) {
      const line = text.lastIndexOf('\n', at - 1) + 1;
      if (line > match.index) put(line, /\n[ \t]*\r?\n/.test(match[0]) ? RANK.blankLine : RANK.codeLine);
      else put(at, RANK.word);
    } else if (match[0].includes('\n')) put(at, RANK.line);
    else put(at, SENTENCE_END.test(text.slice(Math.max(0, at - 12), at)) ? RANK.sentence : RANK.word);
  }
  if (isCode) return;
  for (const match of text.slice(low, high).matchAll(/[。！？]["'”’»」』）]*/g)) {
    put(low + match.index + match[0].length, RANK.sentence);
  }
  if (!hasSpace) for (const at of wordBoundaries(text.slice(low, high))) put(low + at, RANK.segmentedWord);
}

function firstAfter(map: Uint32Array, offset: number): number {
  let low = 0;
  let high = map.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((map[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
