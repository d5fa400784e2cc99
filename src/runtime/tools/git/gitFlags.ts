import { existsSync } from 'node:fs';
import { CHANGES_HERE, READS_HERE, type ToolDefinition } from '../toolDefinition.js';
import type { GitDeps } from './runGit.js';

/** Where a git lies that the sandbox sees. */
const GITS = ['/usr/bin/git', '/usr/local/bin/git'];

/** Whether there is a git that the sandbox sees. */
export function hasGit(): boolean {
  return GITS.some((path) => existsSync(path));
}

/** They run with a workspace that cannot be written. */
export const LOOKS_AT_GIT = { ...READS_HERE, deferred: true } as const satisfies Partial<ToolDefinition>;

/** What they do can be found again in the history, its log or a stash. */
export const CHANGES_GIT = { ...CHANGES_HERE, deferred: true } as const satisfies Partial<ToolDefinition>;

/** On offer where there is a sandbox and a git in it. */
export function whereGitIs({ sandbox }: GitDeps): Pick<ToolDefinition, 'checkAvailability'> {
  const isThere = sandbox.trouble === null && hasGit();
  return { checkAvailability: () => isThere };
}
