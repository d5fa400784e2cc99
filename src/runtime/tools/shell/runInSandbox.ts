import type { Sandbox, SandboxEnd, SandboxRun } from '../../sandbox/sandbox.js';
import { ToolFailure } from '../toolFailure.js';

/** Exit codes from here on say which signal ended a program. */
const SIGNAL_BASE = 128;

/**
 * Runs a command for a tool and tells how it ended.
 *
 * @throws ToolFailure with the output when it ended badly, so that it counts as a failed call
 */
export async function runInSandbox(sandbox: Sandbox, run: SandboxRun): Promise<string> {
  const end = await sandbox.run(run);
  const output = end.output.replace(/\n+$/, '');
  const told = `${describeEnd(end, run.isReadOnly)}\n${output === '' ? '(no output)' : output}`;
  if (end.exitCode !== 0 || end.stopped !== null) throw new ToolFailure(told);
  return told;
}

function describeEnd({ exitCode, stopped, elapsedMs, output }: SandboxEnd, isReadOnly: boolean): string {
  const time = `${(elapsedMs / 1000).toFixed(1)} s`;
  if (stopped !== null) return `[stopped after ${time}: ${stopped}; all that it started has ended]`;
  const code = exitCode ?? 'unknown';
  const signal = exitCode !== null && exitCode > SIGNAL_BASE ? `, ended by signal ${exitCode - SIGNAL_BASE}` : '';
  const isRefused = /Read-only file system/.test(output);
  const why = isRefused
    ? `; ${isReadOnly ? 'this turn may not write' : 'only /workspace and /tmp can be written'}`
    : '';
  const noNetwork = /Network is unreachable|Temporary failure in name resolution|Could not resolve host/i.test(output);
  return `[exit code ${code}${signal}, ${time}${why}${noNetwork ? '; the sandbox has no network' : ''}]`;
}
