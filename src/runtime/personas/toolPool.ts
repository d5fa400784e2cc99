import { asShown } from '../tools/deferred/asShown.js';
import { readOnlyTools } from '../tools/readOnlyTools.js';
import type { ToolDefinition } from '../tools/toolDefinition.js';
import { filterToolsForContext, type ToolContext } from '../tools/toolFilter.js';
import { namesTool } from './namesTool.js';
import { COORDINATOR_ID, type Persona } from './persona.js';
import { ALWAYS_AVAILABLE, COMES_WITH, NEVER_READ_ONLY, PLAN_NOTES } from './poolNames.js';

/** What decides about the tools of a persona. */
export type PoolRules = Pick<
  Persona,
  'tools' | 'disallowedTools' | 'isReadOnly' | 'workspaceAffinity' | 'suggestedMcpServers' | 'defaultWorkflow'
> &
  Partial<Pick<Persona, 'id'>>;

/** The tool that runs a workflow. */
export const WORKFLOW_TOOL = 'orchestrate_workflow';

const CONTEXTS: readonly (readonly [affinity: string, context: ToolContext])[] = [
  ['development', 'code'],
  ['coding', 'code'],
  ['research', 'research'],
];

/** What a persona that lists no tools is about (spec runtime 7.16). */
function contextOf({ workspaceAffinity }: PoolRules): ToolContext {
  return CONTEXTS.find(([affinity]) => workspaceAffinity.includes(affinity))?.[1] ?? 'general';
}

/** Whether the tool is named, or the one that it comes with. */
function namesItOrLeader(patterns: readonly string[], name: string): boolean {
  const leader = COMES_WITH.get(name);
  return namesTool(patterns, name) || (leader !== undefined && namesTool(patterns, leader));
}

/** Whether the persona was made with this very tool in mind: then it is in every request. */
function isTheirWork({ tools, defaultWorkflow }: PoolRules, name: string): boolean {
  return tools.includes(name) || (name === WORKFLOW_TOOL && defaultWorkflow !== null);
}

/** Whether a tool that is for certain personas is for this one; null: nothing was said about that. */
function isMeantFor({ onlyFor }: ToolDefinition, id: string | undefined): boolean | null {
  if (onlyFor === undefined) return null;
  return onlyFor.includes('*') || (id !== undefined && onlyFor.includes(id));
}

function isAllowed(persona: PoolRules, { name, source }: ToolDefinition): boolean {
  if (ALWAYS_AVAILABLE.has(name) || namesItOrLeader(persona.tools, name) || isTheirWork(persona, name)) return true;
  return persona.suggestedMcpServers.some((server) => source === `mcp:${server}`);
}

/** The tool as a read-only persona may have it; null: not at all. */
function readOnlyForm({ tools }: PoolRules, tool: ToolDefinition): ToolDefinition | null {
  if (tool.readOnly !== undefined) return tool.readOnly;
  if (NEVER_READ_ONLY.has(tool.name)) return null;
  if (PLAN_NOTES.has(tool.name) && namesTool(tools, tool.name)) return tool;
  return readOnlyTools([tool])[0] ?? null;
}

/**
 * The tools on offer to a persona: those that it lists and those that all have, or, where it lists none, those of what it is
 * about; without those that it is denied. Read-only personas get nothing that changes something, but the read-only form of a
 * tool that has one: so verifier and planner can run checks in a sandbox that cannot be written to. Tools of plugins stand
 * under the same rules.
 *
 * @param tools those that are available, in order
 */
export function assembleToolPool(tools: readonly ToolDefinition[], persona: PoolRules | null): ToolDefinition[] {
  if (persona === null) return tools.filter((tool) => isMeantFor(tool, undefined) !== false);
  const inContext = persona.tools.length === 0 ? filterToolsForContext(tools, contextOf(persona)) : [];
  const listed = tools.filter(
    (tool) => isMeantFor(tool, persona.id) ?? (inContext.includes(tool) || isAllowed(persona, tool)),
  );
  const open = listed
    .filter(({ name }) => !namesItOrLeader(persona.disallowedTools, name))
    .map((tool) => (isTheirWork(persona, tool.name) ? asShown(tool) : tool));
  return persona.isReadOnly ? open.flatMap((tool) => readOnlyForm(persona, tool) ?? []) : open;
}

/**
 * What those may be given that work for a persona. The coordinator only delegates, so its workers have whatever its person
 * may use; others hand on what they have, and their workflow may start workers where they may not call spawn_agent.
 *
 * @param spawnTool the name of the tool that starts a worker: having it is what lets a run start any
 */
export function assembleWorkerPool(
  tools: readonly ToolDefinition[],
  persona: (PoolRules & Pick<Persona, 'id'>) | null,
  spawnTool: string,
): ToolDefinition[] {
  if (persona === null) return assembleToolPool(tools, null);
  if (persona.id === COORDINATOR_ID) return [...tools];
  const own = assembleToolPool(tools, persona);
  if (persona.defaultWorkflow === null || persona.isReadOnly || own.some(({ name }) => name === spawnTool)) return own;
  return [...own, ...tools.filter(({ name }) => name === spawnTool)];
}
