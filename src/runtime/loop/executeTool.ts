import type { CallAgents } from '../agents/callAgents.js';
import { classifyFailure, exitCodeOf } from '../loopPolicy/classifyFailure.js';
import { ToolsFound } from '../tools/deferred/toolsFound.js';
import { GiveUp } from '../tools/giveUp.js';
import { resultText } from '../tools/resultText.js';
import { flagsOf, isRepeatable, type ToolContext, type ToolDefinition } from '../tools/toolDefinition.js';
import { ToolFailure } from '../tools/toolFailure.js';
import { untilAborted } from '../untilAborted.js';
import { isPermitted } from './admitCall.js';
import { policyCallOf, type ToolAnswer, type ToolEnvironment, type ToolRun } from './toolRun.js';
import { failureText, timeoutText } from './toolTexts.js';

/** Time limit of one tool call where the tool names none, in milliseconds. */
const DEFAULT_TOOL_TIMEOUT_MS = 120_000;

/** Step 6: refuses a call that repeats itself, or of which there were too many. */
export function checkLoop(run: ToolRun, env: ToolEnvironment): ToolAnswer | null {
  const text = env.policy.admit(policyCallOf(run));
  return text === null ? null : { text, failed: true, end: 'loop' };
}

/** Step 7: journals the start, runs the tool with its time limit, and turns whatever comes into text. */
export async function executeTool(run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer | null> {
  const { call, tool } = run;
  if (tool === null) return null;
  const repeatable = isRepeatable(flagsOf(tool, run.args));
  const mutating = !repeatable && tool.resumes !== true;
  await env.record({ type: 'toolStart', call: call.id, name: call.name, arguments: call.arguments, mutating });
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TOOL_TIMEOUT_MS;
  const limit = new AbortController();
  const stopTimer = env.clock.after(timeoutMs, () =>
    limit.abort(new DOMException(`no result within ${timeoutMs} ms`, 'TimeoutError')),
  );
  const signal = AbortSignal.any([env.signal, limit.signal]);
  const agents = env.agents?.forCall(call.id, env.left()) ?? null;
  try {
    const hidden = env.tools.hidden.filter((other) => isPermitted(other, env.governance));
    const result = await untilAborted(execute(tool, run, { signal, scope: env.scope, agents, hidden }), signal);
    if (result instanceof ToolsFound) return { text: result.text, failed: false, end: 'ran', found: result.names };
    const text = resultText(result);
    return { text, failed: hasFailed(tool, result, text), end: 'ran', ...innerOf(agents) };
  } catch (error) {
    if (env.signal.aborted) throw env.signal.reason;
    if (error instanceof GiveUp) return { text: error.message, failed: false, end: 'ran', givesUp: true };
    env.log.info({ tool: call.name, err: error }, 'a tool failed');
    if (error instanceof ToolFailure) return { text: error.message, failed: true, end: 'ran', ...innerOf(agents) };
    const text = limit.signal.aborted
      ? timeoutText(call.name, Math.round(timeoutMs / 1000), repeatable)
      : failureText(call.name, error instanceof Error ? error.message : String(error));
    return { text, failed: true, end: 'ran', ...innerOf(agents) };
  } finally {
    stopTimer();
  }
}

/** Whether a tool that returned says that it failed. */
function hasFailed(tool: ToolDefinition, result: unknown, text: string): boolean {
  const exitCode = exitCodeOf(result);
  if (exitCode !== null) return exitCode !== 0;
  return tool.reportsFailure === 'text' && classifyFailure(tool.name, text);
}

/** What sub-agents did for the call: the gates judge a turn by that too. */
function innerOf(agents: CallAgents | null): Pick<ToolAnswer, 'inner'> {
  const inner = agents?.made() ?? [];
  return inner.length === 0 ? {} : { inner };
}

/** A tool that throws before it returns a promise fails like any other. */
async function execute(tool: ToolDefinition, run: ToolRun, context: ToolContext): Promise<unknown> {
  return tool.execute(run.args, context);
}
