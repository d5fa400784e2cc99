import { z } from 'zod';
import { laneIdOf } from '../../core/lane.js';
import { describePlan, MAX_RESULT_CHARS, MAX_STEP_CHARS, MAX_STEPS, type Plan } from '../plans/plan.js';
import type { PlanStore } from '../plans/planStore.js';
import { CHANGES_HERE, defineTool, READS_HERE, type ToolContext, type ToolDefinition } from './toolDefinition.js';
import { ToolFailure } from './toolFailure.js';

export interface PlanToolDeps {
  readonly plans: PlanStore;
}

const stepText = z.string().trim().min(1).max(MAX_STEP_CHARS);

/** Plans are notes of the conversation: what was wrong in one is written anew. */
const NOTES = { ...CHANGES_HERE, deferred: true, idempotent: true } as const satisfies Partial<ToolDefinition>;

const NO_PLAN = 'There is no plan in this conversation; create_plan makes one.';

/** The plan of the conversation (spec runtime 8, Plans). The prompt shows what is left of it (Workspace Now). */
export function createPlanTools(deps: PlanToolDeps): readonly ToolDefinition[] {
  return [createPlan(deps), addPlanStep(deps), executeStep(deps), showPlan(deps)];
}

function createPlan({ plans }: PlanToolDeps): ToolDefinition {
  return defineTool({
    name: 'create_plan',
    description: 'Begin a plan for work of several steps; it replaces the one before.',
    args: z.object({ goal: stepText, steps: z.array(stepText).max(MAX_STEPS).optional() }),
    ...NOTES,
    execute: async ({ goal, steps = [] }, context) => {
      const plan = { goal, steps: steps.map((text) => ({ text, state: 'open' as const })) };
      return describePlan(await plans.replace(laneOf(context), plan));
    },
  });
}

function addPlanStep({ plans }: PlanToolDeps): ToolDefinition {
  return defineTool({
    name: 'add_plan_step',
    description: 'Add a step to the plan.',
    args: z.object({
      step: stepText,
      after: z.int().min(0).max(MAX_STEPS).describe('Number; default the last').optional(),
    }),
    ...NOTES,
    idempotent: false,
    execute: async ({ step, after }, context) => {
      const changed = await plans.change(laneOf(context), (plan) => {
        const { goal, steps } = mustHave(plan);
        if (steps.length >= MAX_STEPS) throw new ToolFailure(`Error: a plan has ${MAX_STEPS} steps at most.`);
        if (after !== undefined && after > steps.length) throw noStep(after, steps.length);
        return { goal, steps: steps.toSpliced(after ?? steps.length, 0, { text: step, state: 'open' }) };
      });
      return describePlan(changed);
    },
  });
}

function executeStep({ plans }: PlanToolDeps): ToolDefinition {
  return defineTool({
    name: 'execute_step',
    description:
      'Note what became of a step of the plan: doing when you begin, then done, failed or skipped, with the result.',
    args: z.object({
      step: z.int().min(1).max(MAX_STEPS),
      state: z.enum(['doing', 'done', 'failed', 'skipped', 'open']),
      result: z.string().trim().max(MAX_RESULT_CHARS).optional(),
    }),
    ...NOTES,
    execute: async ({ step, state, result }, context) => {
      const changed = await plans.change(laneOf(context), (plan) => {
        const { goal, steps } = mustHave(plan);
        const found = steps[step - 1];
        if (found === undefined) throw noStep(step, steps.length);
        const one = { text: found.text, state, ...(result === undefined || result === '' ? {} : { result }) };
        return { goal, steps: steps.with(step - 1, one) };
      });
      return describePlan(changed);
    },
  });
}

function showPlan({ plans }: PlanToolDeps): ToolDefinition {
  return defineTool({
    name: 'show_plan',
    description: 'Show the plan of this conversation.',
    args: z.object({}),
    ...READS_HERE,
    deferred: true,
    execute: async (_, context) => {
      const plan = await plans.read(laneOf(context));
      return plan === null ? NO_PLAN : describePlan(plan);
    },
  });
}

function laneOf({ scope }: Pick<ToolContext, 'scope'>): string {
  if (scope === null) throw new Error('there is no conversation whose plan this could be');
  return laneIdOf(scope.address);
}

function mustHave(plan: Plan | null): Plan {
  if (plan === null) throw new ToolFailure(`Error: ${NO_PLAN}`);
  return plan;
}

function noStep(step: number, count: number): ToolFailure {
  return new ToolFailure(`Error: the plan has no step ${step}; it has ${count}.`);
}
