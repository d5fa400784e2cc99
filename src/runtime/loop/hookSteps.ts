import type { HookContext, HookEvent } from '../hooks/hookEvent.js';
import { policyCallOf, type ToolAnswer, type ToolEnvironment, type ToolRun } from './toolRun.js';

/** The steps that ask or tell hooks (contract: agent runtime 4, steps 4, 5, 10 and 11). */

/** The tool whose calls also count as writes to memory. */
const MEMORY_TOOL = 'save_memory';

export const BLOCKED_PREFIX = '[BLOCKED]';

function contextOf(run: ToolRun, env: ToolEnvironment): HookContext {
  return { ...env.place, toolName: run.call.name, args: run.args };
}

function memoryContextOf(run: ToolRun, env: ToolEnvironment): HookContext {
  const { content, type } = run.args;
  return {
    ...contextOf(run, env),
    memoryContent: typeof content === 'string' ? content : '',
    memoryType: typeof type === 'string' ? type : 'memory',
  };
}

/**
 * A call that would be refused as a loop in any case bothers nobody. One that is cancelled counts as a call, so that a
 * model that asks for it again and again ends in that refusal.
 */
async function ask(
  event: HookEvent,
  context: HookContext,
  run: ToolRun,
  env: ToolEnvironment,
  prefix: string,
): Promise<ToolAnswer | null> {
  if (env.hooks === null || !env.hooks.has(event) || env.policy.wouldRefuse(policyCallOf(run))) return null;
  const verdict = await env.hooks.fire(event, context, env.signal);
  if (!verdict.cancelled) return null;
  env.policy.noteDenied(policyCallOf(run));
  return { text: `${BLOCKED_PREFIX} ${prefix}${verdict.reason}`, failed: true, end: 'hook' };
}

/** Step 4: whether anybody objects to the call. */
export async function askToolHooks(run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer | null> {
  return ask('pre:tool', contextOf(run, env), run, env, '');
}

/** Step 5: whether anybody objects to what is to be remembered. */
export async function askMemoryHooks(run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer | null> {
  if (run.call.name !== MEMORY_TOOL) return null;
  return ask('pre:memory-write', memoryContextOf(run, env), run, env, 'Memory write blocked: ');
}

/** Only calls that came as far as the loop guard are told of afterwards. */
function isTold(answer: ToolAnswer): boolean {
  return answer.end === 'ran' || answer.end === 'loop';
}

/** Step 10. */
export async function tellMemoryHooks(answer: ToolAnswer, run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer> {
  if (run.call.name === MEMORY_TOOL && isTold(answer)) {
    await env.hooks?.fire('post:memory-write', { ...memoryContextOf(run, env), result: answer.text }, env.signal);
  }
  return answer;
}

/** Step 11. */
export async function tellToolHooks(answer: ToolAnswer, run: ToolRun, env: ToolEnvironment): Promise<ToolAnswer> {
  if (isTold(answer)) {
    await env.hooks?.fire('post:tool', { ...contextOf(run, env), result: answer.text }, env.signal);
  }
  return answer;
}
