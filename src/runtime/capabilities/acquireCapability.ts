import { z } from 'zod';
import { findConnectors } from '../connectors/findConnectors.js';
import { rankTools } from '../tools/deferred/rankTools.js';
import { defineTool, READS_HERE, type ToolDefinition } from '../tools/toolDefinition.js';
import type { CapabilityRouter } from './capabilityRoute.js';

/** Of each kind, in one answer. */
const MAX_SHOWN = 4;

/**
 * Tells what can do something: what is there (tools that are not in every request, skills, servers, sub-agents), then what an
 * operator could connect. It changes nothing.
 */
export function createAcquireCapability(deps: { readonly router: () => CapabilityRouter }): ToolDefinition {
  return defineTool({
    name: 'acquire_capability',
    deferred: true,
    description:
      'Ask what could do something that you have no tool for: here already, or to be connected by the operator.',
    args: z.object({ need: z.string().trim().min(3).max(200).describe('What is to be done, English keywords') }),
    ...READS_HERE,
    execute: async ({ need }, { hidden = [] }) => {
      const tools = rankTools(need, hidden).slice(0, MAX_SHOWN);
      const routes = deps
        .router()
        .resolve(need)
        .filter(({ source }) => source !== 'missing' && source !== 'connector');
      const here = [
        ...tools.map(({ name }) => `- tool ${name} (call it by name, or find it by tool_search)`),
        ...routes.map(({ source, name, description, available }) => {
          return `- ${source} ${name}: ${description} (${available ? 'available' : 'down now'})`;
        }),
      ];
      const connectors = findConnectors(need, null).slice(0, MAX_SHOWN);
      const there = connectors.map(({ id, name, use }) => `- ${name} (${id}): ${use}`);
      if (here.length === 0 && there.length === 0) {
        return 'Nothing here does this, and no connector is known for it. Say so, or do it with the tools at hand.';
      }
      return [
        ...(here.length === 0 ? ['Nothing here does this.'] : ['Here:', ...here]),
        ...(there.length === 0
          ? []
          : [
              'The operator could connect, as an MCP server in waggle.config.json (find_connector says how):',
              ...there,
            ]),
      ].join('\n');
    },
  });
}
