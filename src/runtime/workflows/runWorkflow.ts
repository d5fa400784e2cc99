import { caveatsOf, lastResult, withCaveats } from './aggregate.js';
import { runStep, runSteps, type WorkflowRun } from './runSteps.js';
import { concatenate, type StepResult } from './stepResult.js';
import type { WorkflowPlan } from './workflowPlan.js';

/** What a workflow has come to. */
export interface WorkflowOutcome {
  readonly name: string;
  readonly text: string;
  readonly results: readonly StepResult[];
  /** There is nothing to pass on: every step failed, or there was no plan to run. */
  readonly failed: boolean;
}

const SYNTHESIS = 'Synthesizer';
const SYNTHESIS_TURNS = 20;

/**
 * Runs a workflow to its end.
 *
 * @param plan without a problem (`problemOf`)
 * @throws the signal's reason; whatever the journal rejects with
 */
export async function runWorkflow(plan: WorkflowPlan, goal: string, run: WorkflowRun): Promise<WorkflowOutcome> {
  const { name, steps, aggregation } = plan;
  const { agents, signal } = run;
  const news = { name, steps: steps.map((step) => step.name) };
  await agents.announce('workflow:start', news, signal);
  let results: readonly StepResult[] = [];
  try {
    results = await runSteps(steps, '', run);
    if (results.every(({ failed }) => failed)) return { name, text: concatenate(results), results, failed: true };
    if (aggregation === 'last') return { name, text: lastResult(results), results, failed: false };
    const together = withCaveats(concatenate(results), caveatsOf(results));
    if (aggregation === 'concatenate') return { name, text: together, results, failed: false };
    const step = {
      name: SYNTHESIS,
      role: 'synthesizer',
      task: `Make one result of these results for the goal:\n${goal}`,
      needs: news.steps,
      maxTurns: SYNTHESIS_TURNS,
    };
    const synthesis = await runStep(step, results, 'synthesis', run);
    results = [...results, synthesis];
    const text = synthesis.failed ? concatenate(results.slice(0, -1)) : synthesis.text;
    return { name, text: withCaveats(text, caveatsOf(results)), results, failed: false };
  } finally {
    const failed = results.flatMap((result) => (result.failed ? [result.step.name] : []));
    await agents.announce('workflow:end', { ...news, failed }, signal);
  }
}
