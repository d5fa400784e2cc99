import { logTurnEvent } from '../tracing/turnEvents.js';
import type { ToolAnswer, ToolEnvironment, ToolRun } from './toolRun.js';

/** An observer that throws must not end the run: it is logged, and the next one is still told. */
function tell(env: ToolEnvironment, what: string, callback: () => void): void {
  try {
    callback();
  } catch (error) {
    env.log.warn({ err: error }, `${what} threw`);
  }
}

/** How a call ended, for the trace: sizes, or what went wrong. */
function describeAnswer({ text, failed, end }: ToolAnswer) {
  return failed ? { error: true, errorMessage: text, end } : { resultChars: text.length, end };
}

/** Whose call it is: a turn's trace holds those of its sub-agents too. */
function agentOf({ place }: ToolEnvironment) {
  return place.agentId === undefined ? {} : { agent: place.agentId };
}

/** Step 2: tells observers that a call begins. */
export function announceUse(run: ToolRun, env: ToolEnvironment): null {
  run.announced = true;
  logTurnEvent(env.place.turnId, {
    stage: 'agent-loop.tool.enter',
    toolName: run.call.name,
    argsKeys: Object.keys(run.args),
    ...agentOf(env),
  });
  env.emit({ type: 'toolStart', call: run.call.id, name: run.call.name });
  tell(env, 'onToolUse', () => env.observers.onToolUse?.(run.call.name, run.args));
  return null;
}

/** Step 9: tells observers of the result, once for every call that was announced. */
export function announceResult(answer: ToolAnswer, run: ToolRun, env: ToolEnvironment): ToolAnswer {
  if (!run.announced) return answer;
  logTurnEvent(env.place.turnId, {
    stage: 'agent-loop.tool.exit',
    toolName: run.call.name,
    ...describeAnswer(answer),
    ...agentOf(env),
  });
  env.emit({ type: 'toolEnd', call: run.call.id, name: run.call.name, failed: answer.failed });
  tell(env, 'onToolResult', () => env.observers.onToolResult?.(run.call.name, run.args, answer.text));
  if (answer.givesUp) tell(env, 'onGiveUp', () => env.observers.onGiveUp?.({ tool: run.call.name, text: answer.text }));
  return answer;
}
