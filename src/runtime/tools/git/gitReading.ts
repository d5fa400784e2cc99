import { z } from 'zod';
import { workspaceOf } from '../files/workspaceOf.js';
import { defineTool, type ToolDefinition } from '../toolDefinition.js';
import { paths, pathspecs, repo, revision } from './gitArguments.js';
import { LOOKS_AT_GIT, whereGitIs } from './gitFlags.js';
import { type GitDeps, hasRepository, NO_REPOSITORY, repoParts, runGit } from './runGit.js';

const DIFF_OPTIONS = ['--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
const DEFAULT_COMMITS = 20;

/** Tells what was changed since the last commit, and on which branch. */
export function createGitStatus(deps: GitDeps): ToolDefinition {
  return defineTool({
    name: 'git_status',
    description: 'Show the branch and what changed since the last commit.',
    args: z.object({ repo }),
    ...LOOKS_AT_GIT,
    ...whereGitIs(deps),
    execute: async (args, context) => {
      const parts = repoParts(args.repo);
      if (!(await hasRepository(workspaceOf(deps.dataDir, context), parts))) return NO_REPOSITORY;
      const status = ['status', '--no-renames', '--ignore-submodules=all', '--untracked-files=normal'];
      return runGit(deps, { repo: parts, commands: [status], writes: false }, context);
    },
  });
}

/** Shows changes: of the files, of what is staged, or between two commits. */
export function createGitDiff(deps: GitDeps): ToolDefinition {
  return defineTool({
    name: 'git_diff',
    description: 'Show changes not committed yet, or between commits.',
    args: z.object({
      repo,
      staged: z.boolean().optional(),
      from: revision.optional(),
      to: revision.optional(),
      paths,
      stat: z.boolean().describe('Only how much').optional(),
    }),
    ...LOOKS_AT_GIT,
    ...whereGitIs(deps),
    execute: async ({ staged, from, to, stat, ...args }, context) => {
      if (to !== undefined && from === undefined) throw new Error('"to" needs "from"');
      if (staged === true && to !== undefined) throw new Error('what is staged is compared to one commit, not to two');
      const parts = repoParts(args.repo);
      const command = [
        ...['diff', ...DIFF_OPTIONS, '--stat=100', ...(stat === true ? [] : ['--patch'])],
        ...(staged === true ? ['--cached'] : []),
        ...[from, to].flatMap((one) => one ?? []),
        ...['--', ...pathspecs(parts, args.paths ?? [])],
      ];
      const output = await runGit(deps, { repo: parts, commands: [command], writes: false }, context);
      if (output !== '') return output;
      return `No changes${from === undefined && staged !== true ? ' (files that git does not know yet are in git_status)' : ''}.`;
    },
  });
}

/** Shows commits, the newest first. */
export function createGitLog(deps: GitDeps): ToolDefinition {
  return defineTool({
    name: 'git_log',
    description: 'Show commits, newest first.',
    args: z.object({
      repo,
      ref: revision.describe('Branch, commit or range a..b').optional(),
      limit: z.int().min(1).max(200).describe(`Default ${DEFAULT_COMMITS}`).optional(),
      paths,
      patch: z.boolean().describe('With whole messages and changes').optional(),
    }),
    ...LOOKS_AT_GIT,
    ...whereGitIs(deps),
    execute: async ({ ref, limit = DEFAULT_COMMITS, patch, ...args }, context) => {
      const parts = repoParts(args.repo);
      const command = [
        ...['log', '--no-show-signature', `--max-count=${limit}`, '--date=iso', ...DIFF_OPTIONS],
        ...(patch === true ? ['--stat=100', '--patch'] : ['--format=%h %ad %an%d: %s']),
        ...(ref === undefined ? [] : [ref]),
        ...['--', ...pathspecs(parts, args.paths ?? [])],
      ];
      const output = await runGit(deps, { repo: parts, commands: [command], writes: false }, context);
      return output === '' ? 'No commits.' : output;
    },
  });
}
