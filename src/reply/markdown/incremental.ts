import type { RootContent } from 'mdast';
import { closeOpen } from './closeOpen.js';
import { createDefinitions } from './definitions.js';
import { endOf } from './nodes.js';
import { type ParseContext, parseMarkdown } from './parse.js';
import { adapt, findSeam, joinAt, keepBefore, type Seam, START, seamBefore, seamInParagraph } from './seams.js';
import { splitNode } from './splitTree.js';

/** A parsed text that is still growing. */
export interface GrowingTree {
  /** Top-level blocks that are not discarded. */
  readonly nodes: readonly RootContent[];
  /** See `ClosedText.certain`; the length of the source when the text is complete. */
  readonly certain: number;
}

/**
 * Parses a growing text at the cost of its last block: blocks, list items, table rows and lines of code that can change no more
 * are kept. Gives the same tree as parsing everything anew, as far as it was not discarded.
 */
export interface IncrementalParser {
  /** @param source normalised text that begins with the text of the last call; see `reset` */
  update(source: string, isFinal: boolean): GrowingTree;
  /** Forgets what stands before an offset; a block that contains it keeps its second half. */
  discardBefore(offset: number): void;
  reset(): void;
}

export function createIncrementalParser(): IncrementalParser {
  const definitions = createDefinitions();
  let source = '';
  let from = 0;
  /** Where everything that is kept begins, and where the part begins that is parsed at each update. */
  let base: Seam = START;
  let tail: Seam = START;
  let settled: RootContent[] = [];
  let current: readonly RootContent[] = [];

  const parseAt = (seam: Seam, isFinal: boolean): { nodes: RootContent[]; certain: number } => {
    const text = source.slice(seam.offset);
    const context: ParseContext = { prefix: definitions.prefix() + seam.prefix, base: seam.offset };
    const closed = isFinal ? { tree: parseMarkdown(text, context), certain: source.length } : closeOpen(text, context);
    const nodes = closed.tree.children.filter((node) => endOf(node) > seam.offset - seam.prefix.length);
    return { nodes: adapt(nodes, seam), certain: closed.certain };
  };

  const trim = (nodes: readonly RootContent[]): RootContent[] =>
    nodes.flatMap((node) => {
      const { right } = splitNode(node, from, source);
      return right === null ? [] : [right];
    });

  return {
    update(next, isFinal) {
      source = next;
      let parsed = parseAt(tail, isFinal);
      const complete = isFinal ? Number.POSITIVE_INFINITY : source.lastIndexOf('\n') + 1;
      if (definitions.learn(parsed.nodes, complete) && tail.offset > base.offset) {
        settled = [];
        tail = base;
        parsed = parseAt(tail, isFinal);
      }
      const nodes = trim(joinAt(tail, settled, parsed.nodes, source));
      const seam = findSeam(nodes, source, tail);
      if (seam !== tail) settled = keepBefore(nodes, seam, source);
      tail = seam;
      current = nodes;
      return { nodes, certain: parsed.certain };
    },
    discardBefore(offset) {
      from = offset;
      const inside = seamInParagraph(current, offset, source, tail);
      if (inside !== null) {
        tail = inside;
        settled = [];
      }
      base = inside ?? seamBefore(current, offset, source, tail, base);
      settled = trim(settled);
      current = trim(current);
    },
    reset() {
      definitions.reset();
      source = '';
      from = 0;
      base = START;
      tail = START;
      settled = [];
      current = [];
    },
  };
}
