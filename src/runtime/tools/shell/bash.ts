import { z } from 'zod';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { ADDED } from '../../sandbox/sandboxArguments.js';
import { SANDBOX_LIMITS } from '../../sandbox/sandboxLimits.js';
import type { BackgroundTasks } from '../../tasks/backgroundTasks.js';
import { workspaceOf } from '../files/workspaceOf.js';
import { defineTool, type ToolContext, type ToolDefinition } from '../toolDefinition.js';
import { runInSandbox } from './runInSandbox.js';
import { LOOKS_ONLY, RUNS_ANYTHING, timeLimit } from './shellFlags.js';
import { laneOf } from './taskTools.js';

export interface ShellDeps {
  readonly dataDir: string;
  readonly sandbox: Sandbox;
}

export interface BashDeps extends ShellDeps {
  readonly tasks: BackgroundTasks;
}

const args = z.object({ command: z.string().min(1).max(50_000), ...timeLimit });

/**
 * Runs a command of bash in the sandbox, or starts it as a background task. Read-only personas get one whose workspace cannot be
 * written, and which leaves nothing running.
 */
export function createBash(deps: BashDeps): ToolDefinition {
  const runOf = (command: string, timeout: number | undefined, isReadOnly: boolean, context: ToolContext) => ({
    workspace: workspaceOf(deps.dataDir, context),
    isReadOnly,
    command: ['bash', `${ADDED}/script`],
    script: { name: 'script', text: `${command}\n` },
    ...(timeout === undefined ? {} : { timeMs: timeout * 1000 }),
  });
  const checkAvailability = () => deps.sandbox.trouble === null;
  const readOnly = defineTool({
    name: 'bash',
    description: 'Run a shell command in a sandbox: no network, only /tmp can be written.',
    args,
    ...LOOKS_ONLY,
    checkAvailability,
    execute: ({ command, timeout }, context) =>
      runInSandbox(deps.sandbox, { ...runOf(command, timeout, true, context), signal: context.signal }),
  });
  const full = defineTool({
    name: 'bash',
    description:
      'Run a shell command in a sandbox: no network, files in /workspace. Nothing runs on afterwards, unless in background.',
    args: args.extend({ background: z.boolean().optional() }),
    ...RUNS_ANYTHING,
    checkAvailability,
    execute: async ({ command, timeout, background }, context) => {
      const run = runOf(command, timeout, false, context);
      if (background !== true) return runInSandbox(deps.sandbox, { ...run, signal: context.signal });
      const timeMs = run.timeMs ?? SANDBOX_LIMITS.maxTimeMs;
      const { id } = await deps.tasks.start(laneOf(context), command, { ...run, timeMs });
      return `Started as ${id}, for at most ${timeMs / 1000} s. get_task_output shows what it prints, kill_task ends it; it also ends with this conversation or a restart.`;
    },
  });
  return { ...full, readOnly };
}
