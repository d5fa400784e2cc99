import type { ToolRisk } from '../../core/ports/toolPolicy.js';
import type { ToolDefinition } from '../tools/toolDefinition.js';
import { ToolFailure } from '../tools/toolFailure.js';
import type { McpToolCard } from './readTool.js';
import type { McpCallResult } from './renderResult.js';
import { renderResult } from './renderResult.js';
import type { McpServerOptions } from './serverOptions.js';

/** Makes a call at the server; waits for the server where it is just coming up. */
export type McpCall = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  isRepeatable: boolean,
  signal: AbortSignal,
) => Promise<McpCallResult>;

/** What a wrong call can do: what the operator says; the server's own word can only make it worse. */
function riskOf({ risk, risks }: McpServerOptions, card: McpToolCard): ToolRisk {
  const said = risks[card.name] ?? risk;
  return card.isDestructive && risks[card.name] === undefined ? 'high' : said;
}

/** A server's tool as a tool of the agent. Found by `tool_search`: servers bring them by the dozen. */
export function createMcpTool(
  card: McpToolCard,
  name: string,
  options: McpServerOptions,
  deps: { readonly call: McpCall; readonly redact: (text: string) => string },
): ToolDefinition {
  const risk = riskOf(options, card);
  const readsOnly = risk === 'none';
  return {
    name,
    description: card.description === '' ? `${card.name}, a tool of the server ${options.name}.` : card.description,
    args: card.args,
    parameters: card.parameters,
    deferred: true,
    idempotent: readsOnly,
    mutating: !readsOnly,
    parallelSafe: readsOnly,
    offlineCapable: options.access.kind === 'stdio' && !options.access.network,
    source: `mcp:${options.name}`,
    ...(options.personas === null ? {} : { onlyFor: options.personas }),
    risk,
    timeoutMs: options.timeoutMs,
    execute: async (args, { signal }) => {
      const sent = JSON.stringify(args);
      if (deps.redact(sent) !== sent) {
        throw new ToolFailure(
          `Error: the arguments of ${name} contain a key or token of this gateway, which never leaves it.`,
        );
      }
      const result = await deps.call(card.name, args, readsOnly, signal);
      // A server may well say what it was given to keep.
      const text = deps.redact(renderResult(result));
      if (result.isError) throw new ToolFailure(`Error from ${name}: ${text || 'it does not say what'}`);
      return text === '' ? 'Done. (no output)' : text;
    },
  };
}
