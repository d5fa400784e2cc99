import { flagsOf, type ToolDefinition } from './toolDefinition.js';
import { ToolFailure } from './toolFailure.js';

/**
 * What is left of some tools in a turn that is to change nothing. One with several actions stays, and refuses those that change
 * something.
 */
export function readOnlyTools(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.flatMap((tool) => {
    if (tool.flagsFor !== undefined) return [refusingChanges(tool)];
    return tool.mutating ? [] : [tool];
  });
}

const wrapped = new WeakMap<ToolDefinition, ToolDefinition>();

/** The same object each time, for whoever keeps something by tool. */
function refusingChanges(tool: ToolDefinition): ToolDefinition {
  const known = wrapped.get(tool);
  if (known !== undefined) return known;
  const reading: ToolDefinition = {
    ...tool,
    execute: async (args, context) => {
      if (flagsOf(tool, args).mutating)
        throw new ToolFailure('Error: this turn only reads; that call changes something.');
      return tool.execute(args, context);
    },
  };
  wrapped.set(tool, reading);
  return reading;
}
