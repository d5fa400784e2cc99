import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { NetAllowEntry } from '../../net/allowList.js';
import { type GitNetDeps, type GitProxy, openGitProxy } from '../../net/gitProxy.js';
import { defineTool, type ToolContext, type ToolDefinition } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';
import { branchName, repo } from './gitArguments.js';
import { CHANGES_GIT, whereGitIs } from './gitFlags.js';
import { GIT_TUNNEL } from './gitPrelude.js';
import { type GitDeps, quote, repoParts, runGit } from './runGit.js';

/** What the operator lets git do with the network. */
export interface GitNetwork extends GitNetDeps {
  /** `WAGGLE_GIT_TOKEN`: shown to the hosts of the list, and to nobody else. */
  readonly token?: string;
}

export interface GitNetworkDeps extends GitDeps {
  readonly network: GitNetwork;
}

const TIME_MS = 180_000;

const NOT_ALLOWED =
  'Error: this gateway lets git go nowhere. Its operator can allow it with WAGGLE_GIT_HOSTS=github.com (and others), and give a token for them with WAGGLE_GIT_TOKEN. Do not look for a way around, and ask nobody for a password.';

/** Plain https, without a user or a password: those are the operator's to give. */
const url = z
  .string()
  .max(500)
  .regex(
    /^https:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,5})?\/[\w./~+-]+$/i,
    'is no address of the form https://HOST/PATH without a user',
  );
const remote = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][\w.-]*$/, 'is no name of a remote')
  .describe('Default origin')
  .optional();

const args = z.object({
  repo,
  remote,
  url: url.describe('In place of a remote; becomes origin where there is none').optional(),
  branch: branchName.optional(),
});

type Args = z.output<typeof args>;

const GOES_OUT = {
  ...CHANGES_GIT,
  offlineCapable: false,
  risk: 'high',
  timeoutMs: TIME_MS + 15_000,
} as const satisfies Partial<ToolDefinition>;

/** Sends the commits of a branch to a server. Never by force. */
export function createGitPush(deps: GitNetworkDeps): ToolDefinition {
  return defineTool({
    name: 'git_push',
    description: 'Push a branch to a remote, without force.',
    args,
    ...GOES_OUT,
    ...whereGitIs(deps),
    execute: async (given, context) => {
      const refs = given.branch === undefined ? 'HEAD' : `refs/heads/${given.branch}:refs/heads/${given.branch}`;
      const push = [
        'push',
        '--no-verify',
        '--no-signed',
        '--recurse-submodules=no',
        '--no-progress',
        '--',
        sourceOf(given),
        refs,
      ];
      return throughProxy(deps, given, [push], false, context);
    },
  });
}

/** Gets the commits of a branch from a server and merges them; in a workspace without a repository that is a clone. */
export function createGitPull(deps: GitNetworkDeps): ToolDefinition {
  return defineTool({
    name: 'git_pull',
    description: 'Get a branch from a remote and merge it; with url also into an empty workspace (clone).',
    args,
    ...GOES_OUT,
    ...whereGitIs(deps),
    execute: async (given, context) => {
      const refs = given.branch === undefined ? 'HEAD' : `refs/heads/${given.branch}`;
      const fetch = [
        'fetch',
        '--no-recurse-submodules',
        '--no-auto-maintenance',
        '--no-progress',
        '--',
        sourceOf(given),
        refs,
      ];
      const merge = [
        'merge',
        '--no-edit',
        '--no-verify',
        '--no-verify-signatures',
        '--no-gpg-sign',
        '--stat',
        'FETCH_HEAD',
      ];
      return throughProxy(deps, given, [fetch, merge], given.url !== undefined, context);
    },
  });
}

const sourceOf = (given: Args) => given.url ?? given.remote ?? 'origin';

async function throughProxy(
  deps: GitNetworkDeps,
  given: Args,
  commands: readonly (readonly string[])[],
  init: boolean,
  context: ToolContext,
): Promise<string> {
  const { network } = deps;
  if (network.hosts.length === 0) throw new ToolFailure(NOT_ALLOWED);
  const before = [await describeNetwork(network), GIT_TUNNEL].join('\n');
  const after = given.url === undefined ? {} : { after: rememberOrigin(given.url) };
  const proxy = await openGitProxy(network);
  try {
    const call = { repo: repoParts(given.repo), commands, writes: true, init, before, ...after, net: proxy.socket };
    const output = await runGit(deps, { ...call, timeMs: TIME_MS }, context);
    return output === '' ? 'Done.' : output;
  } catch (thrown) {
    throw explained(thrown, given, proxy);
  } finally {
    await proxy.close();
  }
}

/** How git takes a name that is no remote: as a folder. */
const NO_REMOTE = /transport 'file' not allowed|does not appear to be a git repository/;

/** What git said, and what it cannot know: why the way was closed, and which remotes are heeded. */
function explained(thrown: unknown, given: Args, { refusals }: GitProxy): unknown {
  if (!(thrown instanceof ToolFailure)) return thrown;
  const hints = [...new Set(refusals)];
  if (given.url === undefined && NO_REMOTE.test(thrown.message)) {
    hints.push(`There is no remote ${given.remote ?? 'origin'} over https in this repository; give its url.`);
  }
  return hints.length === 0 ? thrown : new ToolFailure([thrown.message, ...hints].join('\n'), thrown);
}

/** Assignments for the tunnel: the token's header by host, and authorities that the operator trusts besides the usual ones. */
async function describeNetwork({ hosts, token }: GitNetwork): Promise<string> {
  const header = token === undefined ? '' : Buffer.from(`x-access-token:${token}`).toString('base64');
  const places = header === '' ? [] : hosts.flatMap(placeOf);
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const authorities = extra === undefined ? '' : await readFile(extra, 'utf8').catch(() => '');
  return [
    `header=${quote(header)}`,
    `places=(${places.map(quote).join(' ')})`,
    `authorities=${quote(authorities.slice(0, 1_000_000))}`,
  ].join('\n');
}

/** An entry of the list as git matches addresses: with `*` for one name. Ranges of addresses get no token. */
function placeOf({ target, port }: NetAllowEntry): readonly string[] {
  return 'host' in target ? [`https://${target.host}${port === null || port === 443 ? '' : `:${port}`}/`] : [];
}

function rememberOrigin(address: string): string {
  return [
    'if [ -z "$(git config --file "$G/config" --get remote.origin.url)" ]; then',
    `  git config --file "$G/config" remote.origin.url ${quote(address)}`,
    `  git config --file "$G/config" remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'`,
    'fi',
  ].join('\n');
}
