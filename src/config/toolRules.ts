import { z } from 'zod';

/** Forbids tool calls: those of the named tools (none: of all) whose arguments' JSON contains the pattern (none: all). */
const denyRuleSchema = z.strictObject({
  type: z.literal('deny'),
  tools: z.array(z.string().min(1)).exactOptional(),
  pattern: z.string().min(1).exactOptional(),
});

/** The parts of `waggle.config.json` that restrict tools. */
export const toolRulesSchemas = {
  hooks: z.strictObject({ 'pre:tool': z.array(denyRuleSchema).exactOptional() }).exactOptional(),
  governance: z
    .strictObject({
      blockedTools: z.array(z.string()).exactOptional(),
      allowedSources: z.array(z.string()).exactOptional(),
    })
    .exactOptional(),
};

/** Restrictions on tools, for everybody. */
export interface ToolRules {
  readonly deny: readonly z.infer<typeof denyRuleSchema>[];
  readonly governance: {
    /** Names of tools that must not run. */
    readonly blockedTools?: readonly string[];
    /** When not empty, only tools from these sources may run: `native`, `plugin:<name>`, `mcp:<server>`. */
    readonly allowedSources?: readonly string[];
  };
}

export const NO_TOOL_RULES: ToolRules = { deny: [], governance: {} };
