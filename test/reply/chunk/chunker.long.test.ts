import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTelegram } from '../../../src/channels/telegram/render.js';
import { garbage, markdownDocument, streamSteps } from '../markdown/arbitrary.js';
import { breaksGrapheme, streamChecked } from './chunkRules.js';

/** Documents per run; four runs make 10,000. A failure prints its seed, which reproduces it. */
const DOCUMENTS = 2500;

const streamed = (text: fc.Arbitrary<string>) =>
  text.chain((source) => fc.tuple(fc.constant(source), streamSteps(source)));

describe('10,000 documents, each streamed in random steps', () => {
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
      { numRuns: DOCUMENTS, interruptAfterTimeLimit: 1_100_000 },
    );
  });

  it('and 10,000 strings of garbage', { timeout: 1_200_000 }, () => {
    fc.assert(
      fc.property(streamed(garbage), ([source, steps]) => {
        streamChecked(source, steps, {
          render: renderTelegram,
          limits: { maxUnits: 250, maxParts: 100, maxLines: null },
        });
      }),
      { numRuns: 10_000, interruptAfterTimeLimit: 1_100_000 },
    );
  });
});
