import { limitResult, resultText } from '../tools/resultText.js';
import { isRepeatable, type ToolDefinition } from '../tools/toolDefinition.js';
import { untilAborted } from '../untilAborted.js';
import type { ToolAnswer, ToolEnvironment, ToolRun } from './toolRun.js';
import { failureText, loopText, timeoutText } from './toolTexts.js';

/** Time limit of one tool call where the tool names none, in milliseconds. */
const DEFAULT_TOOL_TIMEOUT_MS = 120_000;

/** Refuses a call that repeats itself. */
export function checkLoop(run: ToolRun, env: ToolEnvironment): ToolAnswer | null {
  if (run.tool?.polling || env.guard.check(run.call.name, run.args)) return null;
  return { text: loopText(run.call.name), failed: true, counted: false };
}

/** Journals the start, runs the tool with its time limit, and turns whatever comes into text. */
export async function executeTool(run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer | null> {
  const { call, tool } = run;
  if (tool === null) return null;
  const mutating = !isRepeatable(tool);
  await env.record({ type: 'toolStart', call: call.id, name: call.name, arguments: call.arguments, mutating });
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TOOL_TIMEOUT_MS;
  const limit = new AbortController();
  const stopTimer = env.clock.after(timeoutMs, () =>
    limit.abort(new DOMException(`no result within ${timeoutMs} ms`, 'TimeoutError')),
  );
  const signal = AbortSignal.any([env.signal, limit.signal]);
  try {
    const result = await untilAborted(execute(tool, run, env, signal), signal);
    if (tool.mutating) env.guard.noteChange(call.name, run.args);
    return { text: resultText(result), failed: false, counted: true };
  } catch (error) {
    if (env.signal.aborted) throw env.signal.reason;
    env.log.info({ tool: call.name, err: error }, 'a tool failed');
    const text = limit.signal.aborted
      ? timeoutText(call.name, Math.round(timeoutMs / 1000), !mutating)
      : failureText(call.name, error instanceof Error ? error.message : String(error));
    return { text, failed: true, counted: true };
  } finally {
    stopTimer();
  }
}

/** A tool that throws before it returns a promise fails like any other. */
async function execute(
  tool: ToolDefinition,
  run: ToolRun,
  env: ToolEnvironment,
  signal: AbortSignal,
): Promise<unknown> {
  return tool.execute(run.args, { signal, scope: env.scope });
}

/** Keeps the result within what a prompt can carry. */
export function capResult(answer: ToolAnswer): ToolAnswer {
  return { ...answer, text: limitResult(answer.text) };
}
