import { createGitPull, createGitPush, type GitNetworkDeps } from './git/gitNetwork.js';
import { createGitDiff, createGitLog, createGitStatus } from './git/gitReading.js';
import { createGitBranch, createGitCommit, createGitMerge, createGitStash } from './git/gitWriting.js';
import type { ToolDefinition } from './toolDefinition.js';

/** Git over a lane's workspace (spec runtime 8, Git). */
export function createGitTools(deps: GitNetworkDeps): readonly ToolDefinition[] {
  return [
    createGitStatus(deps),
    createGitDiff(deps),
    createGitLog(deps),
    createGitCommit(deps),
    createGitBranch(deps),
    createGitStash(deps),
    createGitMerge(deps),
    createGitPush(deps),
    createGitPull(deps),
  ];
}
