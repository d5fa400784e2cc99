import { caveatsOf, REVIEWER_ROLE, withCaveats } from './aggregate.js';
import { checkTask, planTask, revisionTask, synthesisTask } from './coordinatorTexts.js';
import { readPlan } from './readPlan.js';
import { runStep, runSteps, type WorkflowRun } from './runSteps.js';
import type { WorkflowOutcome } from './runWorkflow.js';
import { concatenate, type StepResult } from './stepResult.js';
import type { WorkflowStep } from './workflowPlan.js';

export const COORDINATOR = 'coordinator';

/** Plans that a planner may offer: the second one is told what was wrong with the first. */
const MAX_PLANS = 2;
/** Checks of a result: it is revised once. */
const MAX_CHECKS = 2;

const PLANNER = { name: 'Planner', role: 'planner', needs: [], maxTurns: 15 };
const SYNTHESIZER = { name: 'Synthesizer', role: 'synthesizer', needs: [], maxTurns: 20 };
const VERIFIER = { name: 'Verifier', role: REVIEWER_ROLE, needs: [], maxTurns: 20 };
const REVISER = { name: 'Reviser', role: 'synthesizer', needs: [], maxTurns: 20 };

type Verdict = 'PASS' | 'FAIL' | 'PARTIAL';

/** The verdict that a check ends with; one without counts as half a yes. */
function verdictOf(text: string): Verdict {
  const last = [...text.matchAll(/\bVERDICT\W{0,6}(PASS|FAIL|PARTIAL)\b/gi)].at(-1)?.[1]?.toUpperCase();
  return last === 'PASS' || last === 'FAIL' ? last : 'PARTIAL';
}

/** A plan that can be run, or why there is none. */
async function plan(
  goal: string,
  run: WorkflowRun,
): Promise<{ readonly steps: readonly WorkflowStep[] } | { readonly problem: string }> {
  let problem: string | null = null;
  for (let attempt = 1; attempt <= MAX_PLANS; attempt += 1) {
    const result = await runStep({ ...PLANNER, task: planTask(goal, problem) }, [], `plan-${attempt}`, run);
    if (result.failed) return { problem: `The planner failed: ${result.text}` };
    const read = readPlan(result.text);
    if ('steps' in read) return read;
    problem = read.problem;
  }
  return { problem: `No plan that can be run: ${problem}` };
}

interface Checked {
  readonly result: StepResult;
  /** The newest check; null: it failed. */
  readonly verdict: Verdict | null;
  readonly findings: string;
}

/** Has the result checked, and revised once where the check finds something. */
async function check(
  goal: string,
  first: StepResult,
  workers: readonly StepResult[],
  run: WorkflowRun,
): Promise<Checked> {
  let result = first;
  for (let round = 1; ; round += 1) {
    const verified = await runStep({ ...VERIFIER, task: checkTask(goal) }, [...workers, result], `check-${round}`, run);
    if (verified.failed) return { result, verdict: null, findings: verified.text };
    const verdict = verdictOf(verified.text);
    if (verdict === 'PASS' || round >= MAX_CHECKS) return { result, verdict, findings: verified.text };
    const step = { ...REVISER, task: revisionTask(goal) };
    const revised = await runStep(step, [...workers, result, verified], `revision-${round}`, run);
    if (revised.failed) return { result, verdict, findings: verified.text };
    result = revised;
  }
}

function report({ result, verdict, findings }: Checked, workers: readonly StepResult[]): string {
  const caveats = caveatsOf(workers);
  if (verdict === 'PASS') return `${withCaveats(result.text, caveats)}\n\n[Checked by the verifier: PASS]`;
  const doubt =
    verdict === null
      ? `[NOT REVIEWED: the verifier failed (${findings}). Say so when you pass this on.]`
      : `[NOT CONFIRMED: the verifier's last word is ${verdict}. Pass on its findings, which stand below.]`;
  const text = withCaveats(result.text, [doubt, caveats].filter((line) => line !== '').join('\n'));
  return verdict === null ? text : `${text}\n\n### Findings of the verifier\n\n${findings}`;
}

/**
 * The coordinator (`WAGGLE_COORDINATOR_MODE`): a planner divides the work, workers do their parts at the same time as far as
 * they do not need each other, their results are joined, checked, revised once if need be, and reported with the verdict.
 *
 * @throws the signal's reason; whatever the journal rejects with
 */
export async function runCoordinator(goal: string, run: WorkflowRun): Promise<WorkflowOutcome> {
  const { agents, signal } = run;
  const name = COORDINATOR;
  await agents.announce('workflow:start', { name, steps: [PLANNER.name, SYNTHESIZER.name, VERIFIER.name] }, signal);
  let results: readonly StepResult[] = [];
  try {
    const planned = await plan(goal, run);
    if ('problem' in planned) return { name, text: planned.problem, results, failed: true };
    results = await runSteps(planned.steps, 'work-', run);
    if (results.every(({ failed }) => failed)) return { name, text: concatenate(results), results, failed: true };
    const joined = await runStep({ ...SYNTHESIZER, task: synthesisTask(goal) }, results, 'synthesis', run);
    const workers = results;
    results = [...results, joined];
    if (joined.failed)
      return { name, text: withCaveats(concatenate(workers), caveatsOf(results)), results, failed: false };
    return { name, text: report(await check(goal, joined, workers, run), workers), results, failed: false };
  } finally {
    const failed = results.flatMap((result) => (result.failed ? [result.step.name] : []));
    await agents.announce('workflow:end', { name, steps: results.map(({ step }) => step.name), failed }, signal);
  }
}
