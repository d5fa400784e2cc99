import { createAgentTools } from '../../../src/runtime/agents/agentTools.js';
import type { RunTurnDeps } from '../../../src/runtime/runTurn.js';
import type { ToolDefinition } from '../../../src/runtime/tools/toolDefinition.js';
import { createWorkflowTools } from '../../../src/runtime/workflows/workflowTools.js';
import type { ModelServer } from '../../platforms/model/modelServer.js';
import type { ModelReply } from '../../platforms/model/reply.js';
import type { ModelRequest } from '../../platforms/model/request.js';
import type { TurnBench } from '../turnFixture.js';

/** The sub-agent that makes a request, or null for the turn itself. */
export function agentOf(request: ModelRequest): string | null {
  return /^You are "([^"]+)", a sub-agent/.exec(request.system)?.[1] ?? null;
}

export const roundOf = (request: ModelRequest) =>
  request.body.messages.filter(({ role }) => role === 'assistant').length;
export const toolsOf = (request: ModelRequest | undefined) =>
  request?.body.tools?.map((tool) => tool.function.name) ?? [];
/** The results of the newest round of tool calls. */
export const resultsOf = (request: ModelRequest | undefined) => [...(request?.toolResults.values() ?? [])];

export type Rounds = readonly ModelReply[];

/**
 * Scripts a turn and each of its sub-agents by name. Replies and ids depend on nothing but the round, so they are the same
 * after a takeover.
 */
export function scriptAgents(server: ModelServer, turn: Rounds, agents: Readonly<Record<string, Rounds>>): void {
  server.script((request) => {
    const name = agentOf(request);
    const round = roundOf(request);
    const reply = (name === null ? turn : agents[name])?.[round];
    if (reply === undefined) {
      return { fault: { kind: 'status', status: 400, message: `nothing is scripted for ${name}, round ${round}` } };
    }
    const toolCalls = reply.toolCalls?.map((call, i) => ({ id: `r${round}_${i}`, ...call }));
    return toolCalls === undefined ? reply : { ...reply, toolCalls };
  });
}

/** Options of a turn with the tools for sub-agents and workflows, and others. */
export function withAgents(
  bench: TurnBench,
  fields: { tools?: readonly ToolDefinition[]; hasCoordinator?: boolean } & Partial<RunTurnDeps> = {},
): { deps: Partial<RunTurnDeps> } {
  const { tools = [], hasCoordinator = false, ...deps } = fields;
  const ours = [
    ...createAgentTools({ clock: bench.clock }),
    ...createWorkflowTools({ hasCoordinator, skills: async () => ['weekly-report'] }),
  ];
  return { deps: { tools: [...ours, ...tools], ...deps } };
}
