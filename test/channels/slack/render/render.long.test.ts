import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderSlack } from '../../../../src/channels/slack/render/render.js';
import { breaksGrapheme, streamChecked } from '../../../reply/chunk/chunkRules.js';
import { garbage, markdownDocument, streamSteps } from '../../../reply/markdown/arbitrary.js';
import { expectAccepted, expectChunksAccepted } from './renderRules.js';

/** As in `test/reply/chunk`: longer and other runs by the environment. */
const RUNS = Number(process.env.WAGGLE_PROPERTY_RUNS ?? 60);
const SEED = Number(process.env.WAGGLE_PROPERTY_SEED ?? 20261130);

const streamed = (text: fc.Arbitrary<string>) =>
  text.chain((source) => fc.tuple(fc.constant(source), streamSteps(source)));

it('documents in random steps keep every chunk rule, and Slack takes every step', { timeout: 1_200_000 }, () => {
  fc.assert(
    fc.property(streamed(markdownDocument), ([source, steps]) => {
      const limits = { maxUnits: 1000, maxParts: 48, maxLines: null };
      const chunks = streamChecked(source, steps, { render: renderSlack, limits });
      expect(breaksGrapheme(chunks)).toBe(false);
      for (const { rendered, tree } of chunks) expectAccepted(rendered, tree);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
});

it('documents and garbage are taken at full size', { timeout: 1_200_000 }, () => {
  fc.assert(
    fc.property(fc.oneof(markdownDocument, garbage), (source) => expectChunksAccepted(source)),
    {
      numRuns: RUNS * 3,
      seed: SEED,
    },
  );
});
