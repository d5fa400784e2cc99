import { z } from 'zod';
import type { ToolDefinition } from '../tools/toolDefinition.js';
import type { CallEnd, GovernancePolicies, ToolAnswer, ToolEnvironment, ToolInput, ToolRun } from './toolRun.js';
import { blockedText, invalidArgumentsText, routesText, sourceBlockedText, unknownToolText } from './toolTexts.js';

/** Steps that decide whether a call may run at all. They change nothing outside, so a takeover can repeat them. */

const inputSchema = z.record(z.string(), z.unknown());

function refuse(text: string, end: CallEnd): ToolAnswer {
  return { text, failed: true, end };
}

/** Reads the arguments. Calls that were unfit when they were received end here, unseen by observers. */
export function parseArguments(run: ToolRun): ToolAnswer | null {
  const { refusal, name, arguments: text } = run.call;
  if (refusal !== undefined) return refuse(refusal, 'arguments');
  const input = readInput(text);
  if (input === null) return refuse(invalidArgumentsText(name, 'they are not a JSON object'), 'arguments');
  run.args = input;
  return null;
}

/** The arguments of a call from their JSON text, or null when they are no object. */
export function readInput(text: string): ToolInput | null {
  return inputSchema.safeParse(parseJson(text)).data ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the team's rules say against a tool: blocked names, and sources when only some are allowed. */
function policyRefusal(name: string, source: string | undefined, governance: GovernancePolicies): string | null {
  const { blockedTools = [], allowedSources = [] } = governance;
  if (blockedTools.includes(name)) return blockedText(name);
  if (source !== undefined && allowedSources.length > 0 && !allowedSources.includes(source)) {
    return sourceBlockedText(name, source);
  }
  return null;
}

/** Whether the team's rules let a tool run. */
export function isPermitted({ name, source }: Pick<ToolDefinition, 'name' | 'source'>, governance: GovernancePolicies) {
  return policyRefusal(name, source, governance) === null;
}

/** The team's rules. */
export function enforceGovernance(run: ToolRun, env: ToolEnvironment): ToolAnswer | null {
  const { name } = run.call;
  const refusal = policyRefusal(name, env.tools.find(name)?.source, env.governance);
  return refusal === null ? null : refuse(refusal, 'policy');
}

/** Finds the tool, or says what there is instead. */
export function resolveTool(run: ToolRun, env: ToolEnvironment): ToolAnswer | null {
  const { name } = run.call;
  run.tool = env.tools.find(name) ?? null;
  if (run.tool !== null) return null;
  const shown = env.tools.names.filter((other) => env.tools.find(other)?.deferred !== true);
  if (env.router === null) return refuse(unknownToolText(name, shown), 'unknown');
  return refuse(routesText(name, env.router.resolve(name), shown), 'unknown');
}

function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
    .join('; ');
}

/** Checks the arguments against the tool's schema and takes its defaults. */
export function validateArguments(run: ToolRun): ToolAnswer | null {
  if (run.tool === null) return null;
  const checked: z.ZodSafeParseResult<ToolInput> = run.tool.args.safeParse(run.args);
  if (!checked.success) return refuse(invalidArgumentsText(run.call.name, describeIssues(checked.error)), 'arguments');
  run.args = checked.data;
  return null;
}
