import { z } from 'zod';
import { defineTool, READS_HERE, type ToolDefinition } from '../toolDefinition.js';
import { lineAbout } from './describeDeferred.js';
import { rankTools } from './rankTools.js';
import { TOOL_SEARCH } from './toolSearchName.js';
import { ToolsFound } from './toolsFound.js';

/** Tools that one search makes callable, and further ones that it only names. */
const MAX_FOUND = 6;
const MAX_NAMED = 12;

/** Names in the answer of a search that found nothing. */
const MAX_LISTED = 60;

/**
 * Finds the tools that are not in every request, and makes the best matches callable from the next round of the run on. It sees no
 * others than the run may call.
 */
export function createToolSearch(): ToolDefinition {
  return defineTool({
    name: TOOL_SEARCH,
    description: 'Find more tools than are listed here; they can be called from your next step on.',
    args: z.object({
      query: z.string().trim().min(1).max(500).describe('English keywords, or exact names'),
    }),
    ...READS_HERE,
    execute: async ({ query }, { hidden = [] }) => {
      const ranked = rankTools(query, hidden);
      const found = ranked.slice(0, MAX_FOUND);
      if (found.length === 0) return new ToolsFound([], nothingText(hidden));
      const others = ranked.slice(MAX_FOUND, MAX_FOUND + MAX_NAMED).map(({ name }) => name);
      const lines = [
        'Callable now:',
        ...found.map((tool) => `- ${tool.name}: ${lineAbout(tool)}`),
        ...(others.length === 0 ? [] : [`Less likely, callable by name too: ${others.join(', ')}`]),
      ];
      return new ToolsFound(
        found.map(({ name }) => name),
        lines.join('\n'),
      );
    },
  });
}

function nothingText(hidden: readonly ToolDefinition[]): string {
  if (hidden.length === 0) return 'There are no further tools.';
  const names = hidden.slice(0, MAX_LISTED).map(({ name }) => name);
  const more = hidden.length > MAX_LISTED ? `, and ${hidden.length - MAX_LISTED} more` : '';
  return `No tool fits these words. Those that there are: ${names.join(', ')}${more}.`;
}
