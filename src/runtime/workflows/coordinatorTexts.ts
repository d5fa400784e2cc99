import { ROLE_NAMES } from '../agents/roles.js';

/** Tasks of the coordinator's own sub-agents. */

/** Steps that a coordinator's plan may have. */
export const MAX_WORKERS = 8;

const FORM = `Answer with one JSON object and nothing else:
{"steps": [{"name": "Prices", "role": "researcher", "task": "...", "needs": []}]}
- At most ${MAX_WORKERS} steps; a single one when the work does not divide. Roles: ${ROLE_NAMES.join(', ')}.
- "task" is all that a worker is told: goal, what it has to know, form of the result, test of success.
- "needs" names the steps whose results a step is given. What does not need each other runs at the same time. No circles.
- Leave out joining and checking the results: that is done for you.`;

export function planTask(goal: string, problem: string | null): string {
  const again = problem === null ? '' : `\n\nYour last plan could not be used: ${problem}`;
  return `Divide this work among specialists:\n${goal}\n\n${FORM}${again}`;
}

export function synthesisTask(goal: string): string {
  return `Make the finished result out of the workers' results: one text, contradictions settled or named, sources kept. What was asked:\n${goal}`;
}

export function checkTask(goal: string): string {
  return `Verify the result against the workers' results and against what was asked:\n${goal}\n\nName each error, gap and unsupported claim. The last line is "VERDICT: PASS", "VERDICT: FAIL" or "VERDICT: PARTIAL".`;
}

export function revisionTask(goal: string): string {
  return `Revise the result by the findings of the check and give it in full. What cannot be mended from the workers' results, name as open. What was asked:\n${goal}`;
}
