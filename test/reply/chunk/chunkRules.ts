import type { Root } from 'mdast';
import { expect } from 'vitest';
import type { EgressLimits, Rendered } from '../../../src/core/ports/egress.js';
import { type Chunk, createChunker } from '../../../src/reply/chunk/chunker.js';
import { parseMarkdown } from '../../../src/reply/markdown/parse.js';
import { visibleText } from '../../../src/reply/markdown/visibleText.js';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Without white space, and without what no platform shows. */
const comparable = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, '');

/** The visible text of a source, footnotes last: what all chunks together must show. */
export function wholeText(source: string): string {
  const { children } = parseMarkdown(source);
  const notes = children.filter((node) => node.type === 'footnoteDefinition');
  const body = children.filter((node) => node.type !== 'footnoteDefinition');
  return visibleText({ type: 'root', children: [...body, ...notes] });
}

export interface ChunkCase {
  readonly render: (tree: Root) => Rendered;
  readonly limits: EgressLimits;
  /** Further checks of each rendering, and the tree that it shows. */
  readonly check?: (rendered: Rendered, tree: Root) => void;
}

/** Streams a source in steps and asserts every rule of the chunker after each of them. Returns the final chunks. */
export function streamChecked(source: string, steps: readonly string[], options: ChunkCase): Chunk[] {
  const { limits } = options;
  const chunker = createChunker(options);
  let before: readonly Chunk[] = [];
  const see = (chunks: Chunk[]) => {
    before.forEach((chunk, index) => {
      if (chunk.full) expect(chunks[index]).toBe(chunk);
    });
    chunks.forEach((chunk, index) => {
      expect(chunk.index).toBe(index);
      expect(chunk.rendered.units).toBeGreaterThan(0);
      expect(chunk.rendered.units).toBeLessThanOrEqual(limits.maxUnits);
      expect(chunk.rendered.parts).toBeLessThanOrEqual(limits.maxParts);
      if (limits.maxLines !== null)
        expect(chunk.rendered.plain.split('\n').length).toBeLessThanOrEqual(limits.maxLines);
      if (index < chunks.length - 1) expect(chunk.full).toBe(true);
      if (before[index] !== chunk) options.check?.(chunk.rendered, chunk.tree);
      if (chunk.full && !before[index]?.full) expectFull(chunk, limits);
    });
    before = chunks;
  };
  for (const step of steps) see(chunker.update(step, false));
  const chunks = chunker.update(source, true);
  see(chunks);
  expect(comparable(chunks.map((chunk) => visibleText(chunk.tree)).join(' '))).toBe(comparable(wholeText(source)));
  return chunks;
}

/**
 * At least 60 % of the units, where no other limit forced the end. A bound on lines is no platform's unit, and what it
 * cuts may end in blank lines, which no message keeps.
 */
function expectFull(chunk: Chunk, limits: EgressLimits): void {
  const isByUnits = limits.maxLines === null && chunk.rendered.parts < limits.maxParts * MIN_FILL;
  if (isByUnits) expect(chunk.rendered.units).toBeGreaterThanOrEqual(limits.maxUnits * MIN_FILL);
}

const MIN_FILL = 0.6;

/** Whether the text of one chunk and the next were one grapheme cluster before they were divided. */
export function breaksGrapheme(chunks: readonly Chunk[]): boolean {
  return chunks.slice(1).some((chunk, index) => {
    const end = chunks[index]?.rendered.plain.at(-1) ?? '';
    const start = chunk.rendered.plain.slice(0, 4);
    return (
      !/[\s\u200b]/.test(end) &&
      [...graphemes.segment(end + start)][0]?.segment !== end &&
      /\p{M}|\u200d/u.test(start[0] ?? '')
    );
  });
}
