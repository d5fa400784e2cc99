import type { ToolAttempt } from '../loop/completionCheck.js';
import { isCheckTool, isShellTool } from './checkTools.js';
import { leavesFiles } from './shellCommand.js';
import { isChangeTool, isWriteTool } from './writeTools.js';

/** A history of which only the names are known: every call counts as done and as what its name says. */
export function historyOf(toolsUsed: readonly string[]): readonly ToolAttempt[] {
  return toolsUsed.map((name) => ({ name, arguments: '{}', failed: false, mutating: true }));
}

/** Whether a check ran to its end after the last change: one before it, or one that failed, confirms nothing. */
export function wasChecked(attempts: readonly ToolAttempt[]): boolean {
  const lastCheck = attempts.findLastIndex(({ name, failed }) => isCheckTool(name) && !failed);
  const lastChange = attempts.findLastIndex(({ name, failed, mutating }) => isChangeTool(name) && mutating && !failed);
  return lastCheck > lastChange;
}

/** Whether a call of the run left a file, a document or a commit behind. */
export function wroteFiles(attempts: readonly ToolAttempt[]): boolean {
  return attempts.some(
    ({ name, arguments: args, failed }) => !failed && (isWriteTool(name) || (isShellTool(name) && leavesFiles(args))),
  );
}
