import type { AgentTask } from '../agents/agentRecord.js';
import type { CallAgents } from '../agents/callAgents.js';
import { ToolFailure } from '../tools/toolFailure.js';
import { contextOf, type StepResult } from './stepResult.js';
import type { WorkflowStep } from './workflowPlan.js';

/** Steps that run at once. */
const PARALLEL_STEPS = 4;

/** What workflows work with: the sub-agents of one tool call. */
export interface WorkflowRun {
  readonly agents: CallAgents;
  readonly signal: AbortSignal;
}

/**
 * Has one sub-agent do a step. One that may not be started counts as failed.
 *
 * @param part names its run within the call, the same in every attempt of the turn
 * @throws the signal's reason; whatever the journal rejects with
 */
export async function runStep(
  step: WorkflowStep,
  earlier: readonly StepResult[],
  part: string,
  { agents, signal }: WorkflowRun,
): Promise<StepResult> {
  const { name, role, task, maxTurns } = step;
  const asked: AgentTask = { name, role, task, context: contextOf(earlier), maxTurns };
  try {
    const { status, text } = await agents.run(asked, { signal, part });
    return { step, failed: status === 'error', text };
  } catch (thrown) {
    if (!(thrown instanceof ToolFailure)) throw thrown;
    return { step, failed: true, text: thrown.message };
  }
}

/**
 * Runs steps, each as soon as those that it needs have ended, a few at once. A failed step does not keep later ones from
 * running: they are told.
 *
 * @param steps without a problem (`problemOf`)
 * @returns their results in the order of the steps
 * @throws the signal's reason, when all that had begun have ended; whatever the journal rejects with
 */
export async function runSteps(
  steps: readonly WorkflowStep[],
  part: string,
  run: WorkflowRun,
): Promise<readonly StepResult[]> {
  const results = new Map<string, StepResult>();
  const waiting = new Map(steps.map((step, i) => [step, `${part}${i + 1}`]));
  const active = new Set<Promise<void>>();

  const start = (step: WorkflowStep, name: string) => {
    waiting.delete(step);
    const earlier = step.needs.flatMap((need) => results.get(need) ?? []);
    const ended: Promise<void> = runStep(step, earlier, name, run)
      .then((result) => {
        results.set(step.name, result);
      })
      .finally(() => active.delete(ended));
    active.add(ended);
  };

  try {
    while (results.size < steps.length) {
      for (const [step, name] of waiting) {
        if (active.size < PARALLEL_STEPS && step.needs.every((need) => results.has(need))) start(step, name);
      }
      await Promise.race(active);
    }
  } finally {
    await Promise.allSettled(active);
  }
  return steps.flatMap(({ name }) => results.get(name) ?? []);
}
