import type { HookRegistry } from './hookRegistry.js';

/** A rule of the configuration that forbids tool calls (spec runtime 7.8). */
export interface DenyRule {
  /** Names of the tools that it is for; none: all. */
  readonly tools?: readonly string[];
  /** Text within the arguments' JSON that forbids the call; none: every call. */
  readonly pattern?: string;
}

/** Registers the rules as hooks. */
export function addDenyRules(hooks: HookRegistry, rules: readonly DenyRule[]): void {
  for (const { tools = [], pattern } of rules) {
    hooks.on('pre:tool', ({ toolName = '', args = {} }) => {
      if (tools.length > 0 && !tools.includes(toolName)) return;
      if (pattern !== undefined && !JSON.stringify(args).includes(pattern)) return;
      return { cancel: true, reason: `${toolName} is denied by a rule of this gateway` };
    });
  }
}
