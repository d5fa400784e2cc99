import { z } from 'zod';
import { assertsUnverifiedCompletion } from '../../src/runtime/gates/verification.js';
import { handleNonOkResponse } from '../../src/runtime/llm/retryPolicy.js';
import { createLoopGuard } from '../../src/runtime/loop/loopGuard.js';
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

const guardSchema = z.object({
  calls: z.array(z.tuple([z.string(), z.unknown()])),
  config: z.object({
    maxRepeats: z.number().exactOptional(),
    windowSize: z.number().exactOptional(),
    windowThreshold: z.number().exactOptional(),
  }),
});

describeConformance('loopGuard.check', (input) => {
  const { calls, config } = guardSchema.parse(input);
  const guard = createLoopGuard(config);
  return calls.map(([name, args]) => guard.check(name, args));
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
