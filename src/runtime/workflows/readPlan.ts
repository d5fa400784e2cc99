import { z } from 'zod';
import { findObject } from '../objectInText.js';
import { MAX_WORKERS } from './coordinatorTexts.js';
import { problemOf, type WorkflowStep } from './workflowPlan.js';

const planSchema = z.object({
  steps: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(60),
        role: z.string().max(40),
        task: z.string().trim().min(1).max(20_000),
        needs: z.array(z.string().trim()).default([]),
      }),
    )
    .min(1)
    .max(MAX_WORKERS),
});

/** The plan in a planner's answer, or what is wrong with it, in a sentence for the planner. */
export function readPlan(text: string): { readonly steps: readonly WorkflowStep[] } | { readonly problem: string } {
  let issues = `There was no JSON object with 1 to ${MAX_WORKERS} steps in the answer.`;
  const steps = findObject(text, (object) => {
    const parsed = planSchema.safeParse(object);
    if (!parsed.success && typeof object === 'object' && object !== null && 'steps' in object) {
      issues = z.prettifyError(parsed.error);
    }
    return parsed.data?.steps ?? null;
  });
  if (steps === null) return { problem: issues };
  const problem = problemOf(steps);
  return problem === null ? { steps } : { problem };
}
