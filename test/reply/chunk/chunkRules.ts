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

/** Fails where something does not hold; `expect` takes too long where a rule is tried a million times. */
export function claim(holds: boolean, what: () => string): void {
  if (!holds) expect.fail(what());
}

export interface ChunkCase {
  readonly render: (tree: Root) => Rendered;
  readonly limits: EgressLimits;
  /** Further checks of each state of each message: as it is sent, or as an edit makes it. */
  readonly check?: (chunk: Chunk) => void;
}

/** Streams a source in steps and asserts every rule of the chunker after each of them. Returns the final chunks. */
export function streamChecked(source: string, steps: readonly string[], options: ChunkCase): Chunk[] {
  const { limits } = options;
  const chunker = createChunker(options);
  let before: readonly Chunk[] = [];
  const see = (chunks: Chunk[]) => {
    before.forEach((chunk, index) => {
      if (chunk.full) claim(chunks[index] === chunk, () => `chunk ${index} was frozen and changed`);
    });
    chunks.forEach((chunk, index) => {
      const { units, parts, plain } = chunk.rendered;
      const said = () => `chunk ${index} of ${chunks.length}: ${units} units, ${parts} parts, ${JSON.stringify(plain)}`;
      claim(chunk.index === index && (chunk.full || index === chunks.length - 1), said);
      claim(units > 0 && units <= limits.maxUnits && parts <= limits.maxParts, said);
      if (limits.maxLines !== null) claim(plain.split('\n').length <= limits.maxLines, said);
      if (before[index] !== chunk) options.check?.(chunk);
      if (chunk.full && !before[index]?.full) claim(isFull(chunk, limits), said);
    });
    before = chunks;
  };
  for (const step of steps) see(chunker.update(step, false));
  const chunks = chunker.update(source, true);
  see(chunks);
  const shown = comparable(chunks.map((chunk) => visibleText(chunk.tree)).join(' '));
  if (shown !== comparable(wholeText(source))) expect(shown).toBe(comparable(wholeText(source)));
  return chunks;
}

/**
 * At least 60 % of the units, where no other limit forced the end. A bound on lines is no platform's unit, and what it
 * cuts may end in blank lines, which no message keeps.
 */
function isFull({ rendered }: Chunk, limits: EgressLimits): boolean {
  const isByUnits = limits.maxLines === null && rendered.parts < limits.maxParts * MIN_FILL;
  return !isByUnits || rendered.units >= limits.maxUnits * MIN_FILL;
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
