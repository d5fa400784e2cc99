import { tellEnd } from '../hooks/tellEnd.js';
import { logTurnEvent } from '../tracing/turnEvents.js';
import type { AgentRecord } from './agentRecord.js';
import type { Inherited } from './inherited.js';

/** Tells the chat and the trace how a sub-agent stands; what it was asked stays out of the trace. */
export function announceAgent(agent: AgentRecord, { conduct, emit, signal }: Inherited): void {
  const { id: agentId, name, role, status, toolsUsed, startedAt, completedAt } = agent;
  if (!signal.aborted) emit({ type: 'notice', key: `agent-${status}`, args: { name, role } });
  const ms = completedAt === null ? null : completedAt - startedAt;
  logTurnEvent(conduct.place.turnId, { stage: `sub-agent.${status}`, agentId, name, role, toolsUsed, ms });
}

function contextOf(agent: AgentRecord, { conduct }: Inherited) {
  const { id: agentId, name, role, task, status, toolsUsed, startedAt, completedAt } = agent;
  return {
    ...conduct.place,
    agentId,
    agent: { agentId, name, role, task, status, toolsUsed, startedAt, completedAt },
  };
}

/** Tells hooks that a sub-agent begins. */
export async function tellBegin(agent: AgentRecord, inherited: Inherited, signal: AbortSignal): Promise<void> {
  await inherited.conduct.hooks?.fire('session:start', contextOf(agent, inherited), signal);
}

/** Tells hooks that a sub-agent has ended. */
export async function tellEnded(agent: AgentRecord, inherited: Inherited): Promise<void> {
  await tellEnd(inherited.conduct.hooks, 'session:end', contextOf(agent, inherited), inherited);
}

/** Asks hooks about a sub-agent that a workflow starts, as they are asked about one that the model starts. */
export async function askAboutPart(
  args: Readonly<Record<string, unknown>>,
  toolName: string,
  { conduct }: Inherited,
  signal: AbortSignal,
): Promise<string | null> {
  const verdict = await conduct.hooks?.fire('pre:tool', { ...conduct.place, toolName, args }, signal);
  return verdict?.cancelled ? `[BLOCKED] ${verdict.reason}` : null;
}
