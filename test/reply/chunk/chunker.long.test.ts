import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTelegram } from '../../../src/channels/telegram/render.js';
import { garbage, markdownDocument, streamSteps } from '../markdown/arbitrary.js';
import { breaksGrapheme, streamChecked } from './chunkRules.js';

/**
 * Documents per run, and strings of garbage: what a few minutes of CI have room for. `WAGGLE_PROPERTY_RUNS` and
 * `WAGGLE_PROPERTY_SEED` give longer and other runs; a failure prints its seed.
 */
const RUNS = Number(process.env.WAGGLE_PROPERTY_RUNS ?? 200);
const SEED = Number(process.env.WAGGLE_PROPERTY_SEED ?? 20261130);

const streamed = (text: fc.Arbitrary<string>) =>
  text.chain((source) => fc.tuple(fc.constant(source), streamSteps(source)));

describe('documents, each streamed in random steps', () => {
  it.each([
    { maxUnits: 300, maxParts: 100, maxLines: null },
    { maxUnits: 1000, maxParts: 100, maxLines: null },
    { maxUnits: 4096, maxParts: 100, maxLines: null },
    { maxUnits: 2000, maxParts: 20, maxLines: 17 },
  ])('keep every rule with %o', { timeout: 1_200_000 }, (limits) => {
    fc.assert(
      fc.property(streamed(markdownDocument), ([source, steps]) => {
        const chunks = streamChecked(source, steps, { render: renderTelegram, limits });
        expect(breaksGrapheme(chunks)).toBe(false);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('and strings of garbage', { timeout: 1_200_000 }, () => {
    fc.assert(
      fc.property(streamed(garbage), ([source, steps]) => {
        streamChecked(source, steps, {
          render: renderTelegram,
          limits: { maxUnits: 250, maxParts: 100, maxLines: null },
        });
      }),
      { numRuns: RUNS * 4, seed: SEED },
    );
  });
});
