import { z } from 'zod';
import { assertsPhantomWrite } from '../../../src/runtime/gates/phantomWrite.js';
import { isSelfIncapacityAssertion } from '../../../src/runtime/gates/selfIncapacity.js';
import { planSkillDistillation } from '../../../src/runtime/gates/skillDistillation.js';
import { assertsUnverifiedCompletion } from '../../../src/runtime/gates/verification.js';
import { type ConformanceCase, describeConformance } from '../conformanceCases.js';

/** English is the only language that the gates read. */
const whyOff = ({ note }: ConformanceCase) =>
  /\b(?:German|French|Spanish|Portuguese|Russian|Chinese)\b/.test(note) ? 'language off' : null;

const answerSchema = z.object({ content: z.string(), toolsUsed: z.array(z.string()) });

describeConformance(
  'verification.assertsUnverifiedCompletion',
  (input) => {
    const { content, toolsUsed } = answerSchema.parse(input);
    return assertsUnverifiedCompletion(content, toolsUsed);
  },
  whyOff,
);

describeConformance(
  'writeGate.assertsPhantomWrite',
  (input) => {
    const { content, toolsUsed, writeToolAvailable } = answerSchema
      .extend({ writeToolAvailable: z.boolean() })
      .parse(input);
    return assertsPhantomWrite(content, toolsUsed, writeToolAvailable);
  },
  whyOff,
);

describeConformance(
  'signGate.isSelfIncapacityAssertion',
  (input) => isSelfIncapacityAssertion(z.object({ content: z.string() }).parse(input).content),
  whyOff,
);

describeConformance(
  'distillation.planSkillDistillation',
  (input) => {
    const { content, toolsUsed } = answerSchema.parse(input);
    const plan = planSkillDistillation(toolsUsed, content);
    if (plan === null) return null;
    const count = /\b(\d+)\b/.exec(plan.directive)?.[1];
    return { patternKey: plan.patternKey, directiveMentionsCount: Number(count) };
  },
  whyOff,
);
