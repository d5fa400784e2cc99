import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breaksGrapheme, streamChecked } from '../reply/chunk/chunkRules.js';
import { garbage, markdownDocument, streamSteps } from '../reply/markdown/arbitrary.js';
import { deliverables, expectShows, expectWellFormed } from './deliverable.js';

/**
 * Documents per platform: what a few minutes of CI have room for. `WAGGLE_PROPERTY_RUNS` and `WAGGLE_TEST_SEED` give longer
 * and other runs; a failure prints its document.
 */
const RUNS = Number(process.env.WAGGLE_PROPERTY_RUNS ?? 40);
const SEED = Number(process.env.WAGGLE_TEST_SEED ?? process.env.WAGGLE_PROPERTY_SEED ?? 20261201);

/** A size at which usual documents are several messages, beside the platform's own. */
const SMALL_UNITS = 300;

const streamed = (text: fc.Arbitrary<string>) =>
  text.chain((source) => fc.tuple(fc.constant(source), streamSteps(source)));

describe.each(deliverables)('$name', ({ render, limits, accept }) => {
  const own = limits.maxUnits;
  it.each([own, SMALL_UNITS])(
    `takes and shows every state of any document, in messages of at most %d units (seed ${SEED})`,
    { timeout: 1_800_000 },
    (maxUnits) => {
      let states = 0;
      let messages = 0;
      const check = ([source, steps]: [string, string[]]) => {
        const chunks = streamChecked(source, steps, {
          render,
          limits: { ...limits, maxUnits },
          check: (rendered, tree) => {
            states += 1;
            expectWellFormed(rendered.payload);
            expectShows(accept(rendered), tree);
          },
        });
        messages += chunks.length;
        expect(breaksGrapheme(chunks)).toBe(false);
      };
      const runs = { numRuns: Math.ceil(RUNS / 2), seed: SEED, endOnFailure: true };
      fc.assert(fc.property(streamed(markdownDocument), check), runs);
      fc.assert(fc.property(streamed(garbage), check), runs);
      console.info(`${RUNS} documents, ${states} sends and edits, ${messages} messages`);
    },
  );
});
