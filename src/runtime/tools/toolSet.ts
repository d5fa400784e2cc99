import { z } from 'zod';
import type { Log } from '../../core/log.js';
import type { ToolSchema } from '../llm/agentMessage.js';
import { catalogueOf } from './deferred/describeDeferred.js';
import { TOOL_SEARCH } from './deferred/toolSearchName.js';
import type { ToolDefinition } from './toolDefinition.js';

/** Tools from outside the product, which may come and go between runs. */
export interface PluginToolProvider {
  /** The tools of the plugins that are active now. */
  activeTools(): readonly ToolDefinition[];
  /** Waits a little for those that are just coming up. @throws the signal's reason */
  settled?(signal: AbortSignal): Promise<void>;
}

/** The tools on offer in one run. */
export interface ToolSet {
  readonly names: readonly string[];
  /** What the endpoint is told at first, in the same order and bytes every time. */
  readonly schemas: readonly ToolSchema[];
  /** Those that are on offer but left out of that. */
  readonly hidden: readonly ToolDefinition[];
  /** The same with tools that were found since behind it, in the order in which they were; other names mean nothing. */
  schemasWith(found: readonly string[]): readonly ToolSchema[];
  find(name: string): ToolDefinition | undefined;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const schemas = new WeakMap<ToolDefinition, ToolSchema>();

/**
 * Takes out of a schema what no model heeds and every request would carry (a tenth of the tokens of all tools): limits of text
 * lengths and of what a number can hold, and that something has to be there. A call is held against the whole schema all the same.
 */
function leaveOutLimits(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.minLength;
  delete schema.maxLength;
  if (schema.minItems === 1) delete schema.minItems;
  if (schema.minimum === Number.MIN_SAFE_INTEGER || schema.minimum === 1) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

function schemaOf(tool: ToolDefinition): ToolSchema {
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const { $schema: _, ...parameters } =
    tool.parameters ??
    z.toJSONSchema(tool.args, { io: 'input', override: ({ jsonSchema }) => leaveOutLimits(jsonSchema) });
  const schema: ToolSchema = {
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters: { ...parameters, type: 'object', properties: parameters.properties ?? {} },
    },
  };
  schemas.set(tool, schema);
  return schema;
}

/** The search says what can be found. */
function searchSchema(tool: ToolDefinition, hidden: readonly ToolDefinition[]): ToolSchema {
  const schema = schemaOf(tool);
  const description = `${tool.description}${catalogueOf(hidden)}`;
  return { ...schema, function: { ...schema.function, description } };
}

/**
 * Joins our tools and those of plugins. A plugin tool that takes the name of another one is left out, with a warning:
 * it could replace a built-in unseen.
 */
export function createToolSet(
  tools: readonly ToolDefinition[],
  pluginTools: readonly ToolDefinition[],
  log: Log,
): ToolSet {
  const byName = new Map<string, ToolDefinition>();
  for (const tool of [...tools, ...pluginTools]) {
    if (!NAME.test(tool.name)) log.warn({ tool: tool.name }, 'a tool with an unusable name is left out');
    else if (byName.has(tool.name))
      log.warn({ tool: tool.name, source: tool.source }, 'a second tool of this name is left out');
    else byName.set(tool.name, tool);
  }
  const hidden = [...byName.values()].filter((tool) => tool.deferred === true);
  if (hidden.length === 0) byName.delete(TOOL_SEARCH);
  const shown = [...byName.values()].filter((tool) => tool.deferred !== true);
  const atFirst = shown.map((tool) => (tool.name === TOOL_SEARCH ? searchSchema(tool, hidden) : schemaOf(tool)));
  return {
    names: [...byName.keys()],
    schemas: atFirst,
    hidden,
    schemasWith: (found) => {
      const later = [...new Set(found)].flatMap((name) => hidden.find((tool) => tool.name === name) ?? []);
      return later.length === 0 ? atFirst : [...atFirst, ...later.map(schemaOf)];
    },
    find: (name) => byName.get(name),
  };
}
