import type { ToolCall } from '../../core/journal.js';
import { enforceGovernance, parseArguments, resolveTool, validateArguments } from './admitCall.js';
import { announceResult, announceUse } from './announceTool.js';
import { capResult, checkLoop, executeTool } from './executeTool.js';
import { startToolRun, type ToolAnswer, type ToolEnvironment, type ToolRun } from './toolRun.js';
import { failureText } from './toolTexts.js';

/** A step towards an answer. The first one that gives an answer ends this part of the pipeline. */
type AttemptStep = (run: ToolRun, env: ToolEnvironment) => ToolAnswer | null | Promise<ToolAnswer | null>;

/** The way of a tool call, in the contract's order (agent runtime 4). Unknown names end right after the policy. */
const attempt: readonly AttemptStep[] = [
  parseArguments,
  announceUse,
  enforceGovernance,
  resolveTool,
  validateArguments,
  checkLoop,
  executeTool,
];

/** The part of `attempt` that only decides. */
const admission: readonly ((run: ToolRun, env: ToolEnvironment) => ToolAnswer | null)[] = [
  parseArguments,
  enforceGovernance,
  resolveTool,
  validateArguments,
];

async function firstAnswer(run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer> {
  for (const step of attempt) {
    const answer = await step(run, env);
    if (answer !== null) return answer;
  }
  throw new Error(`no step answered the call of ${run.call.name}`);
}

/** Every answer, of a tool or of a step before it: bounded, durable, then visible. */
async function deliver(answer: ToolAnswer, run: ToolRun, env: ToolEnvironment): Promise<void> {
  const { id: call, name } = run.call;
  const capped = capResult(answer);
  const { text: result, failed, counted } = capped;
  await env.record({ type: 'toolEnd', call, name, result, failed, counted });
  announceResult(capped, run, env);
}

/**
 * Runs one tool call to its answer, which is journaled.
 *
 * @throws the signal's reason when the run is aborted, without a journaled answer: a takeover decides anew; whatever
 * `record` rejects with
 */
export async function runToolCall(call: ToolCall, env: ToolEnvironment): Promise<void> {
  const run = startToolRun(call);
  try {
    await deliver(await firstAnswer(run, env), run, env);
  } catch (error) {
    if (env.signal.aborted)
      announceResult({ text: failureText(call.name, 'stopped'), failed: true, counted: true }, run, env);
    throw error;
  }
}

/** Answers a call without running it. */
export async function answerWithout(call: ToolCall, answer: ToolAnswer, env: ToolEnvironment): Promise<void> {
  await deliver(answer, startToolRun(call), env);
}

/** Lets the loop guard see a call that an earlier attempt of the turn has finished. */
export function replayCall(call: ToolCall, failed: boolean, env: ToolEnvironment): void {
  const run = startToolRun(call);
  if (admission.some((step) => step(run, env) !== null)) return;
  if (checkLoop(run, env) === null && !failed && run.tool?.mutating) env.guard.noteChange(call.name, run.args);
}
