import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payloadSchema } from '../../../src/channels/discord/payload.js';
import { renderDiscord } from '../../../src/channels/discord/render.js';
import type { Rendered } from '../../../src/core/ports/egress.js';
import { createChunker } from '../../../src/reply/chunk/chunker.js';
import { readMessageBody, refuseIfEmpty } from '../../platforms/discord/messageBody.js';
import { visibleText } from '../../platforms/discord/visibleText.js';
import { streamChecked } from '../../reply/chunk/chunkRules.js';
import { garbage, markdownDocument, streamSteps } from '../../reply/markdown/arbitrary.js';

/** As in the chunker's own property runs. */
const RUNS = Number(process.env.WAGGLE_PROPERTY_RUNS ?? 150);
const SEED = Number(process.env.WAGGLE_PROPERTY_SEED ?? 20261201);

/** What the server takes, and what a client then shows, of each rendering of a stream. */
function check(rendered: Rendered): void {
  const { content } = payloadSchema.parse(rendered.payload);
  const body = readMessageBody({ content }, [], 0);
  refuseIfEmpty({ content: body.content ?? '', embeds: [], components: [], attachments: [] });
  expect(content).toBe(content.trim());
  expect(bare(visibleText(content))).toBe(bare(rendered.plain));
  expect(content.split('```').length % 2, 'a fence that does not close').toBe(1);
}

function bare(text: string): string {
  return text.replace(/[\s\u200b]+/g, '');
}

const streamed = (text: fc.Arbitrary<string>) =>
  text.chain((source) => fc.tuple(fc.constant(source), streamSteps(source)));

describe('documents on Discord', () => {
  it('stay within the lines that clients show', { timeout: 1_200_000 }, () => {
    const limits = { maxUnits: 2000, maxParts: 1, maxLines: 17 };
    fc.assert(
      fc.property(markdownDocument, (source) => {
        for (const { rendered } of createChunker({ render: renderDiscord, limits }).update(source, true)) {
          check(rendered);
          expect(rendered.plain.split('\n').length).toBeLessThanOrEqual(limits.maxLines);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('and strings of garbage', { timeout: 1_200_000 }, () => {
    fc.assert(
      fc.property(streamed(garbage), ([source, steps]) => {
        const limits = { maxUnits: 300, maxParts: 1, maxLines: null };
        streamChecked(source, steps, { render: renderDiscord, limits, check: ({ rendered }) => check(rendered) });
      }),
      { numRuns: RUNS * 4, seed: SEED },
    );
  });
});
