import fc from 'fast-check';
import { block, garbage, markdownDocument, streamSteps } from './arbitrary.js';

/** A document as it comes from a model, and the size of the messages that it is to stand in. */
export interface StreamedDocument {
  readonly source: string;
  /** Prefixes of the source, in order: what was there at each step of the stream, but for the last. */
  readonly steps: readonly string[];
  /** Most units of one message. */
  readonly maxUnits: number;
}

/** Longest piece that is cut out of a document. */
const MAX_PIECE = 1000;
/** Characters that come one by one, where they do. */
const SLOW_PART = 25;

/** One or two whole blocks. */
const fewBlocks = fc.array(block, { minLength: 1, maxLength: 2 }).map((blocks) => blocks.join('\n\n'));

/** Any part of a longer document: it begins and ends in the middle of anything, as an answer that was cut off does. */
const piece = fc
  .tuple(markdownDocument, fc.nat(MAX_PIECE), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([source, length, at]) => {
    const start = Math.floor(at * Math.max(0, source.length - length));
    return source.slice(start, start + length);
  });

const longGarbage = fc.array(garbage, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));

/** Prefixes of any lengths. */
const fewSteps = (source: string): fc.Arbitrary<string[]> =>
  fc
    .uniqueArray(fc.nat(Math.max(0, source.length - 1)), { maxLength: 6 })
    .map((ends) => ends.sort((a, b) => a - b).map((end) => source.slice(0, end)));

/** Characters that come one by one, somewhere in the text. */
const slowSteps = (source: string): fc.Arbitrary<string[]> =>
  fc
    .nat(Math.max(0, source.length - SLOW_PART))
    .map((start) => Array.from({ length: SLOW_PART }, (_, at) => source.slice(0, start + at)));

const stepsOf = (source: string): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: 10, arbitrary: fewSteps(source) },
    { weight: 1, arbitrary: slowSteps(source) },
    { weight: 1, arbitrary: streamSteps(source) },
  );

/** Small enough that a document of a few blocks is several messages. */
const smallUnits = fc.integer({ min: 200, max: 500 });

/**
 * Any Markdown in any steps, made so that a machine tries thousands in a minute: short documents in short messages, and now
 * and then a long one.
 *
 * @param maxUnits the platform's own size of a message
 */
export function streamedDocument(maxUnits: number): fc.Arbitrary<StreamedDocument> {
  const inSteps = (text: fc.Arbitrary<string>, units: fc.Arbitrary<number>) =>
    text.chain((source) => fc.record({ source: fc.constant(source), steps: stepsOf(source), maxUnits: units }));
  const own = fc.constant(maxUnits);
  return fc.oneof(
    { weight: 22, arbitrary: inSteps(fewBlocks, smallUnits) },
    { weight: 50, arbitrary: inSteps(piece, smallUnits) },
    { weight: 5, arbitrary: inSteps(piece, own) },
    { weight: 2, arbitrary: inSteps(markdownDocument, own) },
    { weight: 1, arbitrary: inSteps(markdownDocument, smallUnits) },
    { weight: 20, arbitrary: inSteps(longGarbage, smallUnits) },
  );
}
