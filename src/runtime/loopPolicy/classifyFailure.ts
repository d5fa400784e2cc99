import { z } from 'zod';

/** How much of a result is looked at, in characters. */
const LOOKED_AT_CHARS = 500;

const SHELLS: ReadonlySet<string> = new Set([
  'bash',
  'shell',
  'run_shell',
  'sh',
  'terminal',
  'powershell',
  'cmd',
  'exec',
  'exec_command',
  'execute_command',
  'run_command',
  'cli_execute',
  'run_code',
]);
const FILE_WRITERS: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'multi_edit',
  'apply_patch',
  'append_file',
  'patch',
]);

const exitSchema = z.looseObject({ exit_code: z.number().exactOptional(), exitCode: z.number().exactOptional() });
const writeSchema = z.union([
  z.looseObject({ bytes_written: z.number().positive() }),
  z.looseObject({ success: z.literal(true) }),
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The exit code in a result that reports one. */
export function exitCodeOf(result: unknown): number | null {
  const exit = exitSchema.safeParse(result).data;
  return exit?.exit_code ?? exit?.exitCode ?? null;
}

/**
 * Whether the text of a result says that the tool failed: for tools that do not throw (contract: agent notes). A shell
 * fails by its exit code alone, a file that was written is a success whatever else is said, everything else fails when the
 * beginning says `"error"` or `"failed"` in quotes or the text starts with `Error`.
 */
export function classifyFailure(tool: string, result: string | null): boolean {
  if (result === null) return false;
  if (SHELLS.has(tool)) {
    const exitCode = exitCodeOf(parseJson(result));
    return exitCode !== null && exitCode !== 0;
  }
  if (FILE_WRITERS.has(tool) && writeSchema.safeParse(parseJson(result)).success) return false;
  const beginning = result.slice(0, LOOKED_AT_CHARS).toLowerCase();
  return beginning.includes('"error"') || beginning.includes('"failed"') || result.startsWith('Error');
}
