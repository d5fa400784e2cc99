/** Which tools count as a check of one's own work (D3), by exact name or by whole words of the name (spec runtime 4.1). */

/** Tools that run whatever they are given. */
const SHELLS: ReadonlySet<string> = new Set([
  'bash',
  'shell',
  'terminal',
  'powershell',
  'cmd',
  'run',
  'run_code',
  'run_command',
  'run_commands',
  'run_script',
  'run_shell',
  'run_python',
  'run_in_terminal',
  'exec',
  'exec_command',
  'execute_command',
  'execute_code',
  'execute_python',
  'shell_exec',
  'shell_command',
  'cli_execute',
  'code_interpreter',
  'python',
  'repl',
  'ssh',
]);

const EXACT_NAMES: ReadonlySet<string> = new Set(['run_harness', 'run_check', 'run_checks', 'lsp_diagnostics']);

const WORDS: ReadonlySet<string> = new Set([
  'test',
  'tests',
  'build',
  'verify',
  'verification',
  'validate',
  'validation',
  'validator',
  'lint',
  'linter',
  'typecheck',
  'tsc',
  'mypy',
  'ruff',
  'eslint',
  'clippy',
  'pytest',
  'jest',
  'vitest',
  'compile',
  'diagnostic',
  'diagnostics',
  'spec',
  'specs',
  'benchmark',
  'bash',
  'pwsh',
]);

/** Whether the tool runs commands or code of any kind. */
export function isShellTool(name: string): boolean {
  return SHELLS.has(name.toLowerCase());
}

/** Whether running this tool can confirm that something works. */
export function isCheckTool(name: string): boolean {
  const lower = name.toLowerCase();
  if (SHELLS.has(lower) || EXACT_NAMES.has(lower)) return true;
  const words = lower.split(/[_:.-]+/);
  return words.some((word) => WORDS.has(word)) || (words.length > 1 && words.at(-1) === 'check');
}
