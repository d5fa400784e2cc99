import { z } from 'zod';
import type { McpStatus } from '../mcp/mcpServer.js';
import { defineTool, READS_HERE, type ToolDefinition } from '../tools/toolDefinition.js';
import { CONNECTOR_CATEGORIES, type Connector } from './connector.js';
import { CONNECTORS } from './connectors.js';
import { findConnectors } from './findConnectors.js';

/** Connectors in one answer. */
const MAX_SHOWN = 8;

/** The tools that tell what the agent could be connected to; they connect nothing. */
export function createConnectorTools(deps: {
  readonly mcpStatus: () => readonly McpStatus[];
}): readonly ToolDefinition[] {
  const find = defineTool({
    name: 'find_connector',
    deferred: true,
    description: 'Find services that this gateway could be connected to, and how: MCP server or API.',
    args: z.object({
      query: z.string().trim().max(200).describe('Service or purpose, English').default(''),
      category: z.enum(CONNECTOR_CATEGORIES).optional(),
    }),
    ...READS_HERE,
    execute: async ({ query, category }) => {
      const found = findConnectors(query, category ?? null);
      if (found.length === 0) return `No connector fits. Categories: ${CONNECTOR_CATEGORIES.join(', ')}.`;
      const names = new Set(deps.mcpStatus().map(({ name }) => name));
      const lines = found.slice(0, MAX_SHOWN).map((connector) => lineOf(connector, names.has(connector.id)));
      const left = found.length - MAX_SHOWN;
      return [...lines, ...(left > 0 ? [`And ${left} more; narrow the query.`] : [])].join('\n');
    },
  });
  const list = defineTool({
    name: 'list_connector_categories',
    deferred: true,
    description: 'List the kinds of services that this gateway could be connected to.',
    args: z.object({}),
    ...READS_HERE,
    execute: async () =>
      CONNECTOR_CATEGORIES.map((category) => {
        const names = CONNECTORS.filter((connector) => connector.category === category).map(({ name }) => name);
        return `- ${category}: ${names.join(', ')}`;
      }).join('\n'),
  });
  return [find, list];
}

function lineOf({ id, name, category, use, mcp, api, note }: Connector, isConfigured: boolean): string {
  const ways = [
    ...(mcp === undefined ? [] : ['npm' in mcp ? `MCP server ${mcp.npm} (npm)` : `MCP server ${mcp.url}`]),
    ...(api === undefined ? [] : [`API ${api}`]),
  ];
  const state = isConfigured ? 'an MCP server of this name is configured' : 'not connected';
  return `- ${name} (${id}; ${category}): ${use}. ${ways.join('; ')}. Source: ${note}. ${state}.`;
}
