import { z } from 'zod';
import { defineTool, type ToolDefinition } from '../../../src/runtime/tools/toolDefinition.js';

type Behaviour = Partial<Omit<ToolDefinition, 'args' | 'execute'>> & {
  run?: (args: Record<string, unknown>, signal: AbortSignal) => unknown;
};

/** A tool with loose arguments for tests; read-only and repeatable unless told otherwise. */
export function makeTool(name: string, { run = () => 'ok', ...rest }: Behaviour = {}): ToolDefinition {
  return defineTool({
    name,
    description: `Test tool ${name}`,
    args: z.looseObject({}),
    idempotent: true,
    mutating: false,
    parallelSafe: true,
    offlineCapable: true,
    source: 'native',
    risk: 'none',
    ...rest,
    execute: async (args, context) => run(args, context.signal),
  });
}
