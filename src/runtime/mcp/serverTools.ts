import type { Log } from '../../core/log.js';
import { namesTool } from '../personas/namesTool.js';
import type { ToolDefinition } from '../tools/toolDefinition.js';
import { createMcpTool, type McpCall } from './mcpTool.js';
import { type McpToolCard, nameIn, readTool } from './readTool.js';
import { RefusedTool } from './refusedTool.js';
import type { McpServerOptions } from './serverOptions.js';
import { nameTools } from './toolNames.js';

/** Tools of one server that are taken; the rest is left out with a line in the log. */
const MAX_TOOLS = 200;

/** The tools of one server, as they were read last. */
export interface ServerTools {
  readonly tools: readonly ToolDefinition[];
  /** How many are not on offer because of what they say of themselves. */
  readonly refused: number;
  /** Reads the server's list; what is no longer in it goes. */
  read(list: readonly unknown[]): void;
}

interface Known {
  readonly card: McpToolCard;
  readonly tool: ToolDefinition;
}

/**
 * Keeps what a server offers. A tool stays what it was when it was first read: one whose words change later is withheld until the
 * gateway starts anew, so that nothing harmless at first becomes an order afterwards, unseen.
 */
export function createServerTools(
  options: McpServerOptions,
  deps: { readonly call: McpCall; readonly redact: (text: string) => string; readonly log: Log },
): ServerTools {
  const first = new Map<string, Known>();
  let tools: readonly ToolDefinition[] = [];
  let refused = 0;
  /** Each is told once. */
  const told = new Set<string>();
  const refuse = (name: string, why: string) => {
    refused += 1;
    const line = `${name}: ${why}`;
    if (told.has(line)) return;
    told.add(line);
    deps.log.warn({ server: options.name, tool: name, why }, 'a tool of an MCP server is refused');
  };

  const admit = (given: unknown, named: ReadonlyMap<string, string>): ToolDefinition[] => {
    const name = nameIn(given) ?? 'unnamed';
    try {
      const card = readTool(given);
      const known = first.get(card.name);
      if (known !== undefined) {
        if (known.card.fingerprint === card.fingerprint) return [known.tool];
        refuse(name, 'it describes itself otherwise than at first; a restart of the gateway takes it as it is then');
        return [];
      }
      const tool = createMcpTool(card, named.get(card.name) ?? card.name, options, deps);
      first.set(card.name, { card, tool });
      return [tool];
    } catch (error) {
      if (!(error instanceof RefusedTool)) throw error;
      refuse(name, error.message);
      return [];
    }
  };

  return {
    get tools() {
      return tools;
    },
    get refused() {
      return refused;
    },
    read: (list) => {
      const wanted = list.filter((given) => {
        const name = nameIn(given);
        return name === null || options.tools === null || namesTool(options.tools, name);
      });
      if (wanted.length > MAX_TOOLS) {
        deps.log.warn(
          { server: options.name, tools: wanted.length, taken: MAX_TOOLS },
          'an MCP server has too many tools',
        );
      }
      const taken = wanted.slice(0, MAX_TOOLS);
      const names = taken.flatMap((given) => nameIn(given) ?? []);
      const named = nameTools(options.name, [...new Set([...first.keys(), ...names])]);
      refused = 0;
      tools = [...new Set(taken.flatMap((given) => admit(given, named)))];
    },
  };
}
