import { z } from 'zod';
import { assertsUnverifiedCompletion } from '../../src/runtime/gates/verification.js';
import { handleNonOkResponse } from '../../src/runtime/llm/retryPolicy.js';
import { describeConformance } from './conformanceCases.js';

const responseSchema = z.object({
  status: z.number(),
  retryAfter: z.string().nullable(),
  body: z.string(),
  state: z.object({ rateLimitRetries: z.number(), serverErrorRetries: z.number() }),
});

describeConformance('retry.handleNonOkResponse', (input) => {
  const { state, ...response } = responseSchema.parse(input);
  return handleNonOkResponse({ ...response, now: Date.UTC(2026, 0, 1) }, state);
});

const claimSchema = z.object({ content: z.string(), toolsUsed: z.array(z.string()) });

describeConformance(
  'verification.assertsUnverifiedCompletion',
  (input) => {
    const { content, toolsUsed } = claimSchema.parse(input);
    return assertsUnverifiedCompletion(content, toolsUsed);
  },
  ({ note }) => /\b(?:German|French|Spanish|Portuguese|Russian|Chinese)\b/.test(note),
);
