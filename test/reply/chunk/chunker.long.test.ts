import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTelegram } from '../../../src/channels/telegram/render.js';
import { markdownDocument, streamSteps } from '../markdown/arbitrary.js';
import { breaksGrapheme, streamChecked } from './chunkRules.js';

/**
 * Documents per run, longer than those of the platforms' runs and in more steps. `WAGGLE_PROPERTY_RUNS` and
 * `WAGGLE_PROPERTY_SEED` give longer and other runs; a failure prints its document.
 */
const RUNS = Number(process.env.WAGGLE_PROPERTY_RUNS ?? 150);
const SEED = Number(process.env.WAGGLE_PROPERTY_SEED ?? 20261130);

const streamed = markdownDocument.chain((source) => fc.tuple(fc.constant(source), streamSteps(source)));

describe('long documents, each streamed in many steps', () => {
  it.each([
    { maxUnits: 1000, maxParts: 100, maxLines: null },
    { maxUnits: 2000, maxParts: 20, maxLines: 17 },
  ])('keep every rule with %o', { timeout: 1_200_000 }, (limits) => {
    fc.assert(
      fc.property(streamed, ([source, steps]) => {
        const chunks = streamChecked(source, steps, { render: renderTelegram, limits });
        expect(breaksGrapheme(chunks)).toBe(false);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });
});
