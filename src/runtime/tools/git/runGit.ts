import { lstat } from 'node:fs/promises';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { ADDED } from '../../sandbox/sandboxArguments.js';
import { codeOf, openFolder } from '../../workspace/openFolder.js';
import { PathRefused, partsOf, WORKSPACE_MOUNT } from '../../workspace/workspacePath.js';
import { workspaceOf } from '../files/workspaceOf.js';
import type { ToolContext } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';
import { authorOf } from './gitAuthor.js';
import { GIT_PRELUDE } from './gitPrelude.js';

export interface GitDeps {
  readonly dataDir: string;
  readonly sandbox: Sandbox;
}

/** What the prelude ends with when git was not asked at all. */
const NOT_ASKED = 125;

const TIME_MS = 60_000;

export interface GitCall {
  /** Parts of the folder of the repository. */
  readonly repo: readonly string[];
  /** Arguments of git, one list per call; each only runs when the one before did well. */
  readonly commands: readonly (readonly string[])[];
  /** Whether the workspace may be written; the kernel refuses everything else. */
  readonly writes: boolean;
  /** Makes a repository where there is none. */
  readonly init?: boolean;
  /** Shell that runs before the commands, where git alone cannot say it. */
  readonly before?: string;
  /** Shell that runs when all of them did well. */
  readonly after?: string;
  /** Socket of a proxy: the one way out. Default: none. */
  readonly net?: string;
  /** Milliseconds; default a minute. */
  readonly timeMs?: number;
}

/**
 * Runs git over a lane's workspace, in the sandbox and with nothing of the repository's configuration that names a program.
 *
 * @throws ToolFailure with what git said when it failed, PathRefused for a repository that cannot be used
 */
export async function runGit(deps: GitDeps, call: GitCall, context: ToolContext): Promise<string> {
  const workspace = workspaceOf(deps.dataDir, context);
  await checkRepository(workspace, call);
  const author = authorOf(context.scope);
  const folder = [WORKSPACE_MOUNT, ...call.repo].join('/');
  const end = await deps.sandbox.run({
    workspace,
    isReadOnly: !call.writes,
    command: ['bash', `${ADDED}/git`],
    // In the script, which no list of processes shows: messages and names are the person's.
    script: {
      name: 'git',
      text: [
        ...assignments({ repo: folder, init: call.init === true ? '1' : '0', who: author.name, mail: author.email }),
        ...(call.writes ? [] : ['export GIT_OPTIONAL_LOCKS=0']),
        GIT_PRELUDE,
        call.before ?? '',
        [
          ...call.commands.map((args) => `g ${args.map(quote).join(' ')}`),
          ...(call.after === undefined ? [] : [call.after]),
        ].join(' &&\n'),
        '',
      ].join('\n'),
    },
    timeMs: call.timeMs ?? TIME_MS,
    ...(call.net === undefined ? {} : { net: call.net }),
    signal: context.signal,
  });
  const output = end.output.trimEnd();
  if (end.stopped !== null) throw new ToolFailure(`git was stopped: ${end.stopped}; ask for less.\n${output}`);
  if (end.exitCode === NOT_ASKED) throw new ToolFailure(`git was not run: ${output}`);
  if (end.exitCode !== 0) throw new ToolFailure(`git ended with exit code ${end.exitCode ?? 'unknown'}:\n${output}`);
  return output;
}

/** The parts of a repository's folder, as the argument `repo` names it. */
export function repoParts(repo: string | undefined): readonly string[] {
  return partsOf(repo ?? '.');
}

/** Whether there is a repository. @throws PathRefused for a folder that is none, and a `.git` that is a link or a file */
export async function hasRepository(workspace: string, repo: readonly string[]): Promise<boolean> {
  const folder = await openFolder(workspace, repo).catch((thrown: unknown) => {
    if (repo.length === 0 && thrown instanceof PathRefused) return null;
    throw thrown;
  });
  if (folder === null) return false;
  try {
    const found = await lstat(folder.at('.git'));
    if (found.isDirectory()) return true;
    throw new PathRefused(
      `the .git of ${repo.length === 0 ? 'the workspace' : repo.join('/')} is ${found.isSymbolicLink() ? 'a link' : 'a file'} that leads to a repository elsewhere (a submodule or worktree), which is not followed`,
    );
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return false;
    throw thrown;
  } finally {
    await folder.close();
  }
}

export const NO_REPOSITORY =
  'There is no git repository here yet. git_commit makes one with its first commit, git_branch with action create too.';

async function checkRepository(workspace: string, { repo, init }: GitCall): Promise<void> {
  if (await hasRepository(workspace, repo)) return;
  if (init !== true) throw new ToolFailure(NO_REPOSITORY);
}

function assignments(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${quote(value)}`);
}

/** A word of a shell that is only itself. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
