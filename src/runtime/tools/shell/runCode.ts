import { existsSync } from 'node:fs';
import { z } from 'zod';
import { ADDED } from '../../sandbox/sandboxArguments.js';
import { workspaceOf } from '../files/workspaceOf.js';
import { defineTool, type ToolDefinition } from '../toolDefinition.js';
import type { ShellDeps } from './bash.js';
import { runInSandbox } from './runInSandbox.js';
import { LOOKS_ONLY, RUNS_ANYTHING, timeLimit } from './shellFlags.js';

/** Where a Python lies that the sandbox sees. */
const PYTHONS = ['/usr/bin/python3', '/usr/local/bin/python3'];

/** Signs of a module with `import`, which Node 20 only tells by the file's ending. */
const IS_MODULE = /^\s*(?:import\s*[\w{*"']|export\s|await\s)/m;

/** Runs a program of Node or, where it is installed, of Python in the sandbox. */
export function createRunCode(deps: ShellDeps): ToolDefinition {
  const python = PYTHONS.find((path) => existsSync(path));
  const languages = python === undefined ? (['node'] as const) : (['python', 'node'] as const);
  const args = z.object({ language: z.enum(languages), code: z.string().min(1).max(200_000), ...timeLimit });
  const programFor = (language: string, code: string) => {
    if (language === 'python') return { name: 'script.py', program: python ?? 'python3' };
    return { name: IS_MODULE.test(code) ? 'script.mjs' : 'script.cjs', program: 'node' };
  };
  const make = (isReadOnly: boolean) =>
    defineTool({
      name: 'run_code',
      description: 'Run a program in the same sandbox as bash and get what it prints.',
      args,
      ...(isReadOnly ? LOOKS_ONLY : RUNS_ANYTHING),
      checkAvailability: () => deps.sandbox.trouble === null,
      execute: ({ language, code, timeout }, context) => {
        const { name, program } = programFor(language, code);
        return runInSandbox(deps.sandbox, {
          workspace: workspaceOf(deps.dataDir, context),
          isReadOnly,
          command: [program, `${ADDED}/${name}`],
          script: { name, text: code },
          ...(timeout === undefined ? {} : { timeMs: timeout * 1000 }),
          signal: context.signal,
        });
      },
    });
  return { ...make(false), readOnly: make(true) };
}
