import { z } from 'zod';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { ADDED } from '../../sandbox/sandboxArguments.js';
import { workspaceOf } from '../files/workspaceOf.js';
import { defineTool, type ToolDefinition } from '../toolDefinition.js';
import { runInSandbox } from './runInSandbox.js';
import { LOOKS_ONLY, RUNS_ANYTHING, timeLimit } from './shellFlags.js';

export interface ShellDeps {
  readonly dataDir: string;
  readonly sandbox: Sandbox;
}

const args = z.object({ command: z.string().min(1).max(50_000), ...timeLimit });

/** Runs a command of bash in the sandbox. Read-only personas get one whose workspace cannot be written. */
export function createBash(deps: ShellDeps): ToolDefinition {
  const make = (isReadOnly: boolean) =>
    defineTool({
      name: 'bash',
      description: isReadOnly
        ? 'Run a shell command in a sandbox: no network, only /tmp can be written.'
        : 'Run a shell command in a sandbox: no network, files in /workspace, nothing runs on afterwards.',
      args,
      ...(isReadOnly ? LOOKS_ONLY : RUNS_ANYTHING),
      checkAvailability: () => deps.sandbox.trouble === null,
      execute: ({ command, timeout }, context) =>
        runInSandbox(deps.sandbox, {
          workspace: workspaceOf(deps.dataDir, context),
          isReadOnly,
          command: ['bash', `${ADDED}/script`],
          script: { name: 'script', text: `${command}\n` },
          ...(timeout === undefined ? {} : { timeMs: timeout * 1000 }),
          signal: context.signal,
        }),
    });
  return { ...make(false), readOnly: make(true) };
}
