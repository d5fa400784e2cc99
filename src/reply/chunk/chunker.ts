import type { Root, RootContent } from 'mdast';
import type { EgressLimits, Rendered } from '../../core/ports/egress.js';
import { createIncrementalParser } from '../markdown/incremental.js';
import { endOf, startOf } from '../markdown/nodes.js';
import { normalizeSource } from '../markdown/parse.js';
import type { Cut } from './boundaries.js';
import { createHeaderRule } from './dearHeader.js';
import { type Division, findDivisions, isWithin, type Render } from './findCut.js';

/** One message of an answer. */
export interface Chunk {
  readonly index: number;
  readonly rendered: Rendered;
  /** What was rendered. */
  readonly tree: Root;
  /** Source offsets. Footnotes are rendered last, wherever they stand: a chunk of footnotes only has both at the end. */
  readonly start: number;
  readonly end: number;
  /** Frozen: longer sources that begin with the same text give the same chunk. */
  readonly full: boolean;
}

export interface Chunker {
  /**
   * The chunks of a source. All but the last are full; no chunk is returned for a source without visible text.
   *
   * @param source the whole text so far. When it does not begin with the last one, the chunks of what both begin with stay
   * @param isFinal whether nothing follows. Until then the last chunk shows half-written constructs as if closed
   */
  update(source: string, isFinal: boolean): Chunk[];
  reset(): void;
}

/** While a chunk waits for its end to become certain, it is looked at again after this share of new text. */
const RETRY_SHARE = 0.1;
const RETRY_UNITS = 40;

/**
 * Divides a growing Markdown text into messages that are measured as rendered. A chunk is frozen when it cannot take more
 * and its text can no longer change its meaning; text after it waits. References to definitions that come after a frozen
 * chunk stay in it as they were shown. Footnotes come after all other text.
 *
 * @param options.limits `maxUnits` of at least 200 are needed to keep every rule for any text
 */
export function createChunker(options: { render: Render; limits: EgressLimits }): Chunker {
  const { render, limits } = options;
  const parser = createIncrementalParser();
  const keepHeader = createHeaderRule(render, limits);
  let frozen: Chunk[] = [];
  let start = 0;
  /** Footnotes from before `start`, which wait for the end. */
  let waiting: RootContent[] = [];
  let source = '';
  let isDone = false;
  let retryAt = 0;
  let chunks: Chunk[] = [];

  const reset = () => {
    parser.reset();
    frozen = [];
    start = 0;
    waiting = [];
    source = '';
    isDone = false;
    retryAt = 0;
    chunks = [];
  };

  /** Keeps the frozen chunks of the text that two sources begin with. */
  const rewind = (next: string) => {
    let common = 0;
    while (common < next.length && next[common] === source[common]) common += 1;
    const kept = frozen.filter((chunk) => chunk.end <= common && chunk.end > chunk.start);
    reset();
    frozen = kept;
    start = kept.at(-1)?.end ?? 0;
    if (start === 0) return;
    waiting = parser.update(next.slice(0, start), true).nodes.filter((node) => node.type === 'footnoteDefinition');
    parser.discardBefore(start);
  };

  const freeze = (division: Division, end: number) => {
    const tree: Root = { type: 'root', children: [...division.left] };
    frozen.push({ index: frozen.length, rendered: division.rendered, tree, start, end, full: true });
    start = end;
  };

  /** The last chunk: whatever is not frozen. */
  const last = (nodes: readonly RootContent[], rendered: Rendered, end: number): Chunk[] => {
    if (rendered.units === 0) return [];
    const tree: Root = { type: 'root', children: [...nodes] };
    return [{ index: frozen.length, rendered, tree, start, end, full: false }];
  };

  const run = (isFinal: boolean): Chunk[] => {
    const grown = parser.update(source, isFinal);
    const notes = grown.nodes.filter((node) => node.type === 'footnoteDefinition');
    const body = grown.nodes.filter((node) => node.type !== 'footnoteDefinition');
    let bodyCount = body.length;
    let nodes = keepHeader([...body, ...waiting, ...notes]);
    const firstFrozen = frozen.length;
    const isAllowed = (cut: Cut) => isFinal || (cut.index < bodyCount && cut.offset <= grown.certain);
    let tail: Chunk[];
    let hasCutNotes = false;
    for (;;) {
      const { count, rendered } = firstTooMany(nodes, limits, render);
      if (isWithin(rendered, limits)) {
        tail = last(nodes, rendered, source.length);
        break;
      }
      const { best, largest } = findDivisions(nodes.slice(0, count), source, limits, render, isAllowed);
      if (best === null) {
        retryAt = source.length + Math.max(RETRY_UNITS, (source.length - start) * RETRY_SHARE);
        tail = last(largest.left, largest.rendered, largest.cut.index < bodyCount ? largest.cut.offset : source.length);
        break;
      }
      hasCutNotes = best.cut.index >= bodyCount;
      freeze(best, hasCutNotes ? source.length : best.cut.offset);
      const rest = keepHeader([...best.right, ...nodes.slice(count)]);
      bodyCount = Math.max(0, bodyCount - (nodes.length - rest.length));
      nodes = rest;
    }
    if (frozen.length > firstFrozen) {
      waiting = hasCutNotes ? [...nodes] : [...waiting, ...notes.filter((note) => endOf(note) <= start)];
      parser.discardBefore(start);
    }
    return [...frozen, ...tail];
  };

  return {
    update(raw, isFinal) {
      const text = isFinal ? raw : raw.replace(/[\ud800-\udbff]$/, '');
      const next = normalizeSource(text);
      if (!next.startsWith(source)) rewind(next);
      else if (next.length === source.length && isDone === isFinal && chunks.length > 0) return [...chunks];
      else if (!isFinal && next.length < retryAt && !next.slice(source.length).includes('\n\n')) return [...chunks];
      source = next;
      isDone = isFinal;
      retryAt = 0;
      chunks = run(isFinal);
      return [...chunks];
    },
    reset,
  };
}

/** The first blocks whose rendering is too much for one chunk; all blocks when even they are not. */
function firstTooMany(
  nodes: readonly RootContent[],
  limits: EgressLimits,
  render: Render,
): { count: number; rendered: Rendered } {
  let span = limits.maxUnits * 1.5;
  for (;;) {
    let count = 0;
    let size = 0;
    while (count < nodes.length && size < span) {
      const node = nodes[count];
      if (node !== undefined) size += endOf(node) - startOf(node);
      count += 1;
    }
    const rendered = render({ type: 'root', children: nodes.slice(0, count) });
    if (count === nodes.length || !isWithin(rendered, limits)) return { count, rendered };
    span *= 2;
  }
}
