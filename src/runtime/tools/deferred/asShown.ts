import type { ToolDefinition } from '../toolDefinition.js';

const shown = new WeakMap<ToolDefinition, ToolDefinition>();

/**
 * The tool for somebody whose work it is, so that it need not be looked for: a persona that lists it, a sub-agent whose role
 * names it. The same object each time, for whoever keeps something by tool.
 */
export function asShown(tool: ToolDefinition): ToolDefinition {
  if (tool.deferred !== true) return tool;
  const known = shown.get(tool);
  if (known !== undefined) return known;
  const present: ToolDefinition = { ...tool, deferred: false };
  shown.set(tool, present);
  return present;
}
