import { z } from 'zod';
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
