import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { defineTool, READS_HERE, type ToolContext, type ToolDefinition } from '../tools/toolDefinition.js';
import { ToolFailure } from '../tools/toolFailure.js';
import { lineOf, notAllowedText, resultOf } from './agentTexts.js';
import type { CallAgents } from './callAgents.js';
import { SPAWN_TOOL } from './spawnTool.js';

/** Time limit of one sub-agent, in milliseconds: rounds, tokens and budgets end most of them long before. */
const AGENT_TIMEOUT_MS = 60 * 60_000;

/** The turn's sub-agents. */
export function agentsOf({ agents }: ToolContext): CallAgents {
  if (agents === null) throw new ToolFailure(notAllowedText());
  return agents;
}

/** The tools that start sub-agents and look at them (spec runtime 7.12). */
export function createAgentTools({ clock }: { readonly clock: Pick<Clock, 'now'> }): readonly ToolDefinition[] {
  const spawn = defineTool({
    name: SPAWN_TOOL,
    description:
      'Give a self-contained part of the work to a sub-agent and get its result. It sees nothing of this conversation. Several calls at once run in parallel.',
    args: z.object({
      name: z.string().trim().min(1).max(60).describe('Short, for people: "Prices"'),
      role: z
        .string()
        .max(40)
        .describe(
          'researcher, writer, coder, analyst, reviewer, planner, synthesizer, summarizer, custom; or "persona:ID"',
        ),
      task: z.string().trim().min(1).max(20_000).describe('Goal, form of the result, test of success'),
      context: z.string().max(40_000).describe('All that it must know').optional(),
      tools: z.array(z.string().max(64)).max(30).describe('Tool names, role custom only').optional(),
      model: z.string().max(200).optional(),
      max_turns: z.int().min(1).max(200).optional(),
    }),
    idempotent: false,
    mutating: true,
    parallelSafe: true,
    resumes: true,
    offlineCapable: true,
    quota: 'subAgent',
    source: 'native',
    risk: 'low',
    timeoutMs: AGENT_TIMEOUT_MS,
    execute: async ({ max_turns: maxTurns, ...task }, context) => {
      const record = await agentsOf(context).run({ ...task, maxTurns }, { signal: context.signal });
      if (record.status === 'error') throw new ToolFailure(resultOf(record));
      return resultOf(record);
    },
  });
  const list = defineTool({
    name: 'list_agents',
    deferred: true,
    description: 'List the sub-agents of this turn and how they stand.',
    args: z.object({}),
    idempotent: true,
    mutating: false,
    parallelSafe: true,
    polling: true,
    offlineCapable: true,
    source: 'native',
    risk: 'none',
    execute: async (_, context) => {
      const all = agentsOf(context).list();
      return all.length === 0
        ? 'No sub-agents in this turn.'
        : all.map((record) => lineOf(record, clock.now())).join('\n');
    },
  });
  const get = defineTool({
    name: 'get_agent_result',
    deferred: true,
    description: 'Read the result of a sub-agent of this turn again.',
    args: z.object({ agent: z.string().min(1).max(60).describe('Id or name') }),
    ...READS_HERE,
    execute: async ({ agent }, context) => {
      const record = agentsOf(context).find(agent);
      if (record === null) throw new Error(`no sub-agent of this turn is called "${agent}"; list_agents names them`);
      return resultOf(record);
    },
  });
  return [spawn, list, get];
}
