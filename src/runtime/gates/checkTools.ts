/** Which tools count as a check of one's own work (D3), by exact name or by a whole word of the name (spec runtime 4.1). */

const EXACT_NAMES: ReadonlySet<string> = new Set([
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
  'run_check',
  'run_checks',
  'run_harness',
  'python',
  'code_interpreter',
  'execute_code',
  'exec',
  'exec_command',
  'execute_command',
  'cli_execute',
  'lsp_diagnostics',
]);

const WORDS: ReadonlySet<string> = new Set([
  'test',
  'tests',
  'build',
  'verify',
  'verification',
  'lint',
  'typecheck',
  'tsc',
  'pytest',
  'jest',
  'vitest',
  'compile',
  'diagnostic',
  'diagnostics',
  'spec',
]);

/** Whether running this tool can confirm that something works. */
export function isCheckTool(name: string): boolean {
  const lower = name.toLowerCase();
  return EXACT_NAMES.has(lower) || lower.split(/[_:-]/).some((word) => WORDS.has(word));
}
