import type { ToolCall } from '../../core/journal.js';
import { notRunText } from '../loopPolicy/guardrailTexts.js';
import { flagsOf } from '../tools/toolDefinition.js';
import { readInput } from './admitCall.js';
import type { OpenRound } from './loopState.js';
import { runWindow } from './runWindow.js';
import { answerWithout, runToolCall } from './toolPipeline.js';
import type { ToolEnvironment } from './toolRun.js';
import { outcomeUnknownText } from './toolTexts.js';

/** Calls that run at once (spec: turns and commands 6). */
const PARALLEL_CALLS = 6;

/** Whether a call may run beside its neighbours. One that an earlier attempt left half done never does. */
function runsBesideOthers(call: ToolCall, started: OpenRound['started'], env: ToolEnvironment): boolean {
  const tool = env.tools.find(call.name);
  if (tool === undefined || started.get(call.id) === true) return false;
  if (tool.flagsFor === undefined) return tool.parallelSafe;
  return flagsOf(tool, readInput(call.arguments) ?? {}).parallelSafe;
}

/** Neighbours that may run together, in order; every other call stands alone and is a barrier. */
function groupCalls(calls: readonly ToolCall[], isParallel: (call: ToolCall) => boolean): ToolCall[][] {
  const groups: ToolCall[][] = [];
  let isLastOpen = false;
  for (const call of calls) {
    const mayJoin = isParallel(call);
    const last = groups.at(-1);
    if (mayJoin && isLastOpen && last !== undefined) last.push(call);
    else groups.push([call]);
    isLastOpen = mayJoin;
  }
  return groups;
}

async function answerCall(
  call: ToolCall,
  started: OpenRound['started'],
  earlier: Promise<void>,
  env: ToolEnvironment,
): Promise<void> {
  env.signal.throwIfAborted();
  if (started.get(call.id) === true) {
    await answerWithout(call, { text: outcomeUnknownText(call.name), failed: true, end: 'ran' }, env);
  } else if (env.policy.isHalted) {
    await answerWithout(call, { text: notRunText(call.name), failed: true, end: 'loop' }, env);
  } else {
    await runToolCall(call, earlier, env);
  }
}

/**
 * Answers the calls of a round that have no answer yet: neighbours that are safe beside each other at once, all others one
 * by one. Ends early when a tool ends the run.
 *
 * @throws the signal's reason; whatever `record` rejects with
 */
export async function answerRound(
  { calls, answers, started }: OpenRound,
  env: ToolEnvironment,
  hasEnded: () => boolean,
): Promise<void> {
  const waiting = calls.filter((call) => !answers.has(call.id));
  for (const group of groupCalls(waiting, (call) => runsBesideOthers(call, started, env))) {
    if (hasEnded()) return;
    let earlier = Promise.resolve();
    const tasks = group.map((call) => {
      const before = earlier;
      let markOver = () => {};
      const over = new Promise<void>((resolve) => {
        markOver = resolve;
      });
      earlier = before.then(() => over);
      return () => answerCall(call, started, before, env).finally(markOver);
    });
    await runWindow(tasks, PARALLEL_CALLS);
  }
}
