import { z } from 'zod';
import { defineTool, type ToolDefinition } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';
import { branchName, message, paths, pathspecs, repo, revision } from './gitArguments.js';
import { CHANGES_GIT, whereGitIs } from './gitFlags.js';
import { type GitDeps, repoParts, runGit } from './runGit.js';

/**
 * Leaves out what is a repository of its own: git would ask it for its state, and so run what its configuration says. Gives
 * `out`, the pathspecs that do that.
 */
const LEAVE_SUBMODULES = String.raw`out=()
while IFS= read -r -d '' inner; do out+=(":(top,exclude,literal)$inner"); done < <(g ls-files --stage -z | sed -zn 's/^160000 [^\t]*\t//p')
while IFS= read -r -d '' inner; do inner="\${inner#"$repo"/}"; out+=(":(top,exclude,literal)\${inner%/.git}"); done \
  < <(find "$repo" -mindepth 1 -path "$repo/.git" -prune -o -name node_modules -prune -o -name .git -prune -print0 | head -zn 200)
add() { g add --all "$@" "\${out[@]}"; }`.replaceAll('\\${', '${');

/** Commits what was changed; in a workspace without a repository it makes one. */
export function createGitCommit(deps: GitDeps): ToolDefinition {
  return defineTool({
    name: 'git_commit',
    description:
      'Commit changes, all or those of some paths, in the name of the person. Makes the repository if there is none.',
    args: z.object({ repo, message, paths }),
    ...CHANGES_GIT,
    ...whereGitIs(deps),
    execute: ({ message: text, ...args }, context) => {
      const parts = repoParts(args.repo);
      const chosen = pathspecs(parts, args.paths ?? ['.']);
      const commit = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--cleanup=strip', `--message=${text}`];
      const told = [
        'log',
        '--max-count=1',
        '--format=Committed %h on %D by %an: %s',
        '--stat=100',
        '--no-color',
        '--no-ext-diff',
      ];
      return runGit(
        deps,
        {
          repo: parts,
          commands: [commit, [...told, '--no-textconv', '--ignore-submodules=all']],
          before: `${LEAVE_SUBMODULES}\nadd -- ${chosen.map((path) => `'${path.replaceAll("'", "'\\''")}'`).join(' ')} || exit`,
          writes: true,
          init: true,
        },
        context,
      );
    },
  });
}

/** Lists, makes, deletes and changes to branches. */
export function createGitBranch(deps: GitDeps): ToolDefinition {
  return defineTool({
    name: 'git_branch',
    description: 'List branches, create one (and switch to it), switch, or delete one that is merged.',
    args: z.object({
      repo,
      action: z.enum(['list', 'create', 'switch', 'delete']),
      name: branchName.optional(),
      from: revision.describe('For create').optional(),
    }),
    ...CHANGES_GIT,
    flagsFor: ({ action }) => (action === 'list' ? { idempotent: true, mutating: false, parallelSafe: true } : {}),
    ...whereGitIs(deps),
    execute: async ({ action, name, from, ...args }, context) => {
      const parts = repoParts(args.repo);
      const listing = ['branch', '--list', '--all', '--verbose', '--no-color'];
      if (action === 'list') {
        const output = await runGit(deps, { repo: parts, commands: [listing], writes: false }, context);
        return output === '' ? 'No branches: there is no commit yet.' : output;
      }
      if (name === undefined) throw new ToolFailure(`Error: ${action} needs a name.`);
      const commands = {
        create: ['switch', '--no-track', '--create', name, ...(from === undefined ? [] : [from])],
        switch: ['switch', '--no-guess', name],
        delete: ['branch', '--delete', '--', name],
      };
      return runGit(
        deps,
        { repo: parts, commands: [commands[action]], writes: true, init: action === 'create' },
        context,
      );
    },
  });
}

/** Puts changes aside and takes them back. */
export function createGitStash(deps: GitDeps): ToolDefinition {
  return defineTool({
    name: 'git_stash',
    description: 'Put changes aside (push), take them back (pop), list, show or drop them.',
    args: z.object({
      repo,
      action: z.enum(['push', 'pop', 'list', 'show', 'drop']),
      message: message.optional(),
      index: z.int().min(0).max(1000).describe('Which one, default 0, the newest').optional(),
    }),
    ...CHANGES_GIT,
    flagsFor: ({ action }) =>
      action === 'list' || action === 'show' ? { idempotent: true, mutating: false, parallelSafe: true } : {},
    ...whereGitIs(deps),
    execute: async ({ action, message: text, index = 0, ...args }, context) => {
      const parts = repoParts(args.repo);
      const which = `stash@{${index}}`;
      const commands = {
        push: ['stash', 'push', '--include-untracked', ...(text === undefined ? [] : [`--message=${text}`])],
        pop: ['stash', 'pop', which],
        list: ['stash', 'list'],
        show: [
          'diff',
          '--no-color',
          '--no-ext-diff',
          '--no-textconv',
          '--ignore-submodules=all',
          '--stat',
          '--patch',
          `${which}^`,
          which,
          '--',
        ],
        drop: ['stash', 'drop', which],
      };
      const writes = action !== 'list' && action !== 'show';
      const output = await runGit(deps, { repo: parts, commands: [commands[action]], writes }, context);
      return output === '' ? 'Nothing is put aside.' : output;
    },
  });
}

/** Merges a branch into the one that is checked out. */
export function createGitMerge(deps: GitDeps): ToolDefinition {
  return defineTool({
    name: 'git_merge',
    description: 'Merge a branch into the current one; abort gives up a merge with conflicts.',
    args: z.object({ repo, branch: revision.optional(), message: message.optional(), abort: z.boolean().optional() }),
    ...CHANGES_GIT,
    ...whereGitIs(deps),
    execute: async ({ branch, message: text, abort = false, ...args }, context) => {
      const parts = repoParts(args.repo);
      if (abort) {
        await runGit(deps, { repo: parts, commands: [['merge', '--abort']], writes: true }, context);
        return 'The merge is given up; everything is as before.';
      }
      if (branch === undefined) throw new ToolFailure('Error: which branch?');
      const options = ['--no-edit', '--no-verify', '--no-verify-signatures', '--no-gpg-sign', '--stat'];
      const merge = ['merge', ...options, ...(text === undefined ? [] : [`--message=${text}`]), branch];
      try {
        return await runGit(deps, { repo: parts, commands: [merge], writes: true }, context);
      } catch (thrown) {
        if (!(thrown instanceof ToolFailure) || !/^CONFLICT /m.test(thrown.message)) throw thrown;
        throw new ToolFailure(
          `${thrown.message}\nResolve the conflicts in the files and call git_commit, or git_merge with abort.`,
          thrown,
        );
      }
    },
  });
}
