import type { Root, RootContent } from 'mdast';
import type { EgressLimits, Rendered } from '../../core/ports/egress.js';
import { endOf, startOf } from '../markdown/nodes.js';
import { isTextNode, sourceOffsets, stringOf } from '../markdown/sourceMap.js';
import { splitNode } from '../markdown/splitTree.js';
import { type Cut, compareCuts, findBoundaries, leavesOf } from './boundaries.js';
import { graphemeStart } from './graphemes.js';

/** A chunk that is not the last is at least this full. */
const MIN_FILL = 0.6;

export type Render = (tree: Root) => Rendered;

/** Blocks divided in two: what goes into a chunk, and what is left. */
export interface Division {
  readonly cut: Cut;
  readonly left: readonly RootContent[];
  readonly right: readonly RootContent[];
  readonly rendered: Rendered;
}

/** How blocks that are too much for one chunk can be divided. */
export interface Divisions {
  /** At the largest boundary in the last 40 %; null while no allowed cut leaves the chunk full enough. */
  readonly best: Division | null;
  /** As much as fits. */
  readonly largest: Division;
}

/** Whether a rendered tree can be sent as one message. */
export function isWithin(rendered: Rendered, limits: EgressLimits): boolean {
  if (rendered.units > limits.maxUnits || rendered.parts > limits.maxParts) return false;
  return limits.maxLines === null || rendered.plain.split('\n').length <= limits.maxLines;
}

/**
 * Finds where to divide blocks that do not fit into one chunk.
 *
 * @param nodes blocks whose rendering is not within the limits
 * @param isAllowed whether a cut may be made yet
 */
export function findDivisions(
  nodes: readonly RootContent[],
  source: string,
  limits: EgressLimits,
  render: Render,
  isAllowed: (cut: Cut) => boolean,
): Divisions {
  const known = new Map<string, Division>();
  const divide = (cut: Cut): Division => {
    const key = `${cut.index}:${cut.offset}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = divideAt(nodes, cut, source, render);
    known.set(key, made);
    return made;
  };

  const fitting = lastCutWhere(nodes, source, (cut) => isWithin(divide(cut).rendered, limits));
  const highest = ensureProgress(nodes, source, wholeGrapheme(nodes, source, fitting));
  const largest = divide(highest);
  const isFull = largest.rendered.units >= limits.maxUnits * MIN_FILL;
  const minUnits = (isFull ? limits.maxUnits : largest.rendered.units) * MIN_FILL;
  const lowest = lastCutWhere(nodes, source, (cut) => divide(cut).rendered.units < minUnits);
  const boundaries = findBoundaries(nodes, source, lowest, highest)
    .filter(isAllowed)
    .sort((a, b) => b.rank - a.rank || compareCuts(b, a));
  for (const boundary of boundaries) {
    const division = divide(boundary);
    if (division.rendered.units >= minUnits && isWithin(division.rendered, limits)) return { best: division, largest };
  }
  return { best: isAllowed(highest) ? largest : null, largest };
}

function divideAt(nodes: readonly RootContent[], cut: Cut, source: string, render: Render): Division {
  const node = nodes[cut.index];
  const halves = node === undefined ? { left: null, right: null } : splitNode(node, cut.offset, source);
  const left = nodes.slice(0, cut.index);
  const right = nodes.slice(cut.index + 1);
  if (halves.left !== null) left.push(halves.left);
  if (halves.right !== null) right.unshift(halves.right);
  return { cut, left, right, rendered: render({ type: 'root', children: left }) };
}

/** The largest count from 0 to `max` for which `holds`, which is true up to some count and false after it. */
function lastWhere(max: number, holds: (count: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The last cut for which something holds that holds for all cuts before it. */
function lastCutWhere(nodes: readonly RootContent[], source: string, holds: (cut: Cut) => boolean): Cut {
  const startAt = (index: number): Cut => ({ index, offset: startOf(nodes[index] ?? nodes[0] ?? EMPTY) });
  const index = lastWhere(nodes.length - 1, (count) => holds(startAt(count)));
  const node = nodes[index];
  if (node === undefined) return { index: 0, offset: 0 };
  const leaves = leavesOf(node);
  const leafAt = (count: number): Cut => {
    const leaf = leaves[count];
    return count === 0 || leaf === undefined ? startAt(index) : { index, offset: startOf(leaf) };
  };
  const count = lastWhere(leaves.length - 1, (candidate) => holds(leafAt(candidate)));
  const leaf = leaves[count];
  if (leaf === undefined || !isTextNode(leaf)) return leafAt(count);
  const map = sourceOffsets(leaf, source);
  const cutAt = (at: number): Cut => (at === 0 ? leafAt(count) : { index, offset: map[at] ?? endOf(leaf) });
  return cutAt(lastWhere(map.length - 1, (at) => holds(cutAt(at))));
}

const EMPTY: RootContent = { type: 'paragraph', children: [] };

/** Moves a cut back to where no grapheme cluster is broken. */
function wholeGrapheme(nodes: readonly RootContent[], source: string, cut: Cut): Cut {
  const node = nodes[cut.index];
  if (node === undefined) return cut;
  const leaves = leavesOf(node);
  for (let count = leaves.length - 1; count >= 0; count -= 1) {
    const leaf = leaves[count];
    if (leaf === undefined || startOf(leaf) >= cut.offset || !isTextNode(leaf)) continue;
    const text = stringOf(leaf);
    const map = sourceOffsets(leaf, source);
    let at = map.findIndex((offset) => offset >= cut.offset);
    if (at === -1) at = text.length;
    if (at === text.length && !startsWithMark(leaves[count + 1])) return cut;
    at = graphemeStart(text, Math.min(at, text.length - 1));
    while (at > 0 && map[at] === map[at - 1]) at -= 1;
    return { index: cut.index, offset: at === 0 ? startOf(leaf) : (map[at] ?? cut.offset) };
  }
  return cut;
}

function startsWithMark(leaf: RootContent | undefined): boolean {
  return leaf !== undefined && isTextNode(leaf) && /^(?:\p{M}|\u200d|\p{Emoji_Modifier})/u.test(stringOf(leaf));
}

/** When not even the first character fits, it goes all the same: a chunk always takes something. */
function ensureProgress(nodes: readonly RootContent[], source: string, cut: Cut): Cut {
  const first = nodes[0];
  if (first === undefined || cut.index > 0) return cut;
  const leaf = leavesOf(first)[0] ?? first;
  if (cut.offset > startOf(leaf)) return cut;
  if (isTextNode(leaf)) {
    const map = sourceOffsets(leaf, source);
    const text = stringOf(leaf);
    for (let at = 1; at < map.length; at += 1) {
      if (map[at] !== map[0] && graphemeStart(text, at) === at) return { index: 0, offset: map[at] ?? endOf(leaf) };
    }
  }
  const next = leavesOf(first).find((candidate) => startOf(candidate) > startOf(leaf));
  if (next !== undefined) return { index: 0, offset: startOf(next) };
  return nodes.length > 1 ? { index: 1, offset: startOf(nodes[1] ?? first) } : { index: 0, offset: endOf(first) };
}
