import type { JournalStep, ToolCall } from '../../core/journal.js';
import { enforceGovernance, parseArguments, resolveTool, validateArguments } from './admitCall.js';
import { announceResult, announceUse } from './announceTool.js';
import { askPerson } from './askPerson.js';
import { checkLoop, executeTool } from './executeTool.js';
import { askMemoryHooks, askToolHooks, BLOCKED_PREFIX, tellMemoryHooks, tellToolHooks } from './hookSteps.js';
import { adviseModel, limitSize, recordAnswer, scanResult } from './resultSteps.js';
import { policyCallOf, startToolRun, type ToolAnswer, type ToolEnvironment, type ToolRun } from './toolRun.js';
import { failureText } from './toolTexts.js';

/** A step towards an answer. The first one that gives an answer ends this part of the pipeline. */
type AttemptStep = (run: ToolRun, env: ToolEnvironment) => ToolAnswer | null | Promise<ToolAnswer | null>;

/** A step that an answer goes through, whichever step gave it. */
type AnswerStep = (answer: ToolAnswer, run: ToolRun, env: ToolEnvironment) => ToolAnswer | Promise<ToolAnswer>;

/**
 * The way of a tool call, in the contract's order (agent runtime 4; its numbers). Unknown names and bad arguments end
 * right after the policy, so hooks and guards never see them.
 */
const attempt: readonly AttemptStep[] = [
  parseArguments, // 1
  announceUse, // 2
  enforceGovernance, // 3
  resolveTool,
  validateArguments,
  askToolHooks, // 4
  askMemoryHooks, // 5
  checkLoop, // 6
  askPerson,
  executeTool, // 7
];

/** What happens to the answer: cleaned, bounded, durable, then visible. */
const conclusion: readonly AnswerStep[] = [
  scanResult, // 8
  limitSize,
  adviseModel,
  recordAnswer,
  announceResult, // 9
  tellMemoryHooks, // 10
  tellToolHooks, // 11
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

async function conclude(first: ToolAnswer, run: ToolRun, env: ToolEnvironment): Promise<void> {
  let answer = first;
  for (const step of conclusion) answer = await step(answer, run, env);
}

/**
 * Runs one tool call to its answer, which is journaled.
 *
 * @param earlier resolves when the calls before it that run beside it are over: a refusal for repetition is journaled behind them,
 * because it counts them, and a takeover that knew only the refusal would refuse the calls themselves
 *
 * @throws the signal's reason when the run is aborted, without a journaled answer: a takeover decides anew; whatever
 * `record` rejects with
 */
export async function runToolCall(call: ToolCall, earlier: Promise<void>, env: ToolEnvironment): Promise<void> {
  const run = startToolRun(call);
  let isAnswered = false;
  try {
    const answer = await firstAnswer(run, env);
    if (answer.end === 'loop') await earlier;
    isAnswered = true;
    await conclude(answer, run, env);
  } catch (error) {
    if (env.signal.aborted && !isAnswered) {
      announceResult({ text: failureText(call.name, 'stopped'), failed: true, end: 'ran' }, run, env);
    }
    throw error;
  }
}

/** Answers a call without running it; nobody was told that it began. */
export async function answerWithout(call: ToolCall, answer: ToolAnswer, env: ToolEnvironment): Promise<void> {
  await recordAnswer(answer, startToolRun(call), env);
}

/** Lets the loop policy see what an earlier attempt of the turn did with a call, in the order of the journal. */
export function replayStep(
  step: Extract<JournalStep, { type: 'toolStart' | 'toolEnd' }>,
  call: ToolCall,
  wasStarted: boolean,
  env: ToolEnvironment,
): void {
  const run = startToolRun(call);
  const refusal = firstRefusal(run, env);
  const policyCall = policyCallOf(run);
  if (step.type === 'toolStart') {
    env.policy.admit(policyCall);
    return;
  }
  const isOutcome = wasStarted || refusal?.end === 'arguments' || refusal?.end === 'unknown';
  if (isOutcome) env.policy.noteResult(policyCall, step.result, step.failed);
  else if (refusal !== null) return;
  else if (step.result.startsWith(BLOCKED_PREFIX)) env.policy.noteDenied(policyCall);
  else env.policy.admit(policyCall);
}

function firstRefusal(run: ToolRun, env: ToolEnvironment): ToolAnswer | null {
  for (const step of admission) {
    const answer = step(run, env);
    if (answer !== null) return answer;
  }
  return null;
}
