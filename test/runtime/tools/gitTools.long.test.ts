import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { laneIdOf } from '../../../src/core/lane.js';
import { openSandbox, type Sandbox } from '../../../src/runtime/sandbox/sandbox.js';
import { createGitTools } from '../../../src/runtime/tools/gitTools.js';
import { flagsOf, type ToolContext } from '../../../src/runtime/tools/toolDefinition.js';
import { filterAvailableTools } from '../../../src/runtime/tools/toolFilter.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { makeScope } from '../memoryFixture.js';

const NO_NETWORK = { hosts: [], allow: [] };
const scope = makeScope();
const context: ToolContext = { signal: new AbortController().signal, agents: null, scope };
const sandbox = openSandbox({ clock: systemClock, hidden: [] });
let dataDir: string;
let workspace: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-git-'));
  workspace = laneWorkspace(dataDir, laneIdOf(scope.address));
  mkdirSync(workspace, { recursive: true });
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const put = (path: string, content: string | Buffer) => {
  mkdirSync(join(workspace, path, '..'), { recursive: true });
  writeFileSync(join(workspace, path), content);
};
const get = (path: string) => readFileSync(join(workspace, path), 'utf8');
const has = (path: string) => existsSync(join(workspace, path));

async function git(name: string, args: Record<string, unknown> = {}, from: ToolContext = context): Promise<string> {
  const tool = createGitTools({ dataDir, sandbox, network: NO_NETWORK }).find((one) => one.name === `git_${name}`);
  if (tool === undefined) throw new Error(`no tool git_${name}`);
  return String(await tool.execute(tool.args.parse(args), from));
}

/** Git itself, outside of the sandbox: what the tools did, as it sees it. */
function real(...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: dataDir, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-c', 'user.name=Real', '-c', 'user.email=r@example.com', ...args], {
    cwd: workspace,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function begin(): Promise<void> {
  put('a.txt', 'one\n');
  await git('commit', { message: 'First' });
}

describeWithSandbox('git in a workspace', () => {
  it('begins with the first commit, in the name of the person, without the files of the gateway', async () => {
    expect(await git('status')).toMatch(/no git repository here yet. git_commit makes one/);
    put('a.txt', 'one\n');
    put('sub/b c.txt', 'two\n');
    put('inbox/photo.jpg', 'x');
    expect(await git('commit', { message: "It's the first\n\nWith a body; $(touch /workspace/pwned)" })).toMatch(
      /^Committed [0-9a-f]{7,} on HEAD -> main by Ann: It's the first\n[\s\S]* 2 files changed/,
    );
    expect(real('ls-files').split('\n')).toEqual(['a.txt', 'sub/b c.txt', '']);
    expect(real('log', '--format=%an <%ae> %cn%n%B')).toMatch(
      /^Ann <[0-9a-f]{12}@people\.waggle\.invalid> Ann\nIt's the first\n\nWith a body; \$\(touch/,
    );
    expect(has('pwned')).toBe(false);
    expect(await git('status')).toMatch(/On branch main\nnothing to commit, working tree clean/);
    await expect(git('commit', { message: 'Nothing' })).rejects.toThrow(/nothing to commit/);
    real('fsck', '--strict');
  });

  it('shows what changed, and the history', async () => {
    await begin();
    put('a.txt', 'one\ntwo\n');
    put('new.txt', 'x\n');
    expect(await git('status')).toMatch(/modified: +a\.txt[\s\S]*Untracked files:\n\s+new\.txt/);
    expect(await git('diff')).toMatch(/1 file changed, 1 insertion[\s\S]*\n\+two/);
    expect(await git('diff', { paths: ['new.txt'] })).toMatch(/^No changes/);
    await git('commit', { message: 'Second', paths: ['/workspace/a.txt'] });
    expect(real('status', '--short')).toBe('?? new.txt\n');
    expect(await git('diff', { from: 'HEAD~1', to: 'HEAD', stat: true })).toMatch(/^ a\.txt \| 1 \+\n/);
    expect(await git('log')).toMatch(/^[0-9a-f]{7,} \S+ \S+ \S+ Ann \(HEAD -> main\): Second\n.*: First$/);
    expect(await git('log', { ref: 'HEAD~1..HEAD', patch: true })).toMatch(/Second[\s\S]*\+two/);
    expect(await git('log', { limit: 1, paths: ['new.txt'] })).toBe('No commits.');
  });

  it('branches, merges, tells of conflicts and gives up', async () => {
    await begin();
    expect(await git('branch', { action: 'create', name: 'feature/x' })).toMatch(/Switched to a new branch/);
    put('a.txt', 'theirs\n');
    await git('commit', { message: 'Theirs' });
    await git('branch', { action: 'switch', name: 'main' });
    await expect(git('branch', { action: 'delete', name: 'feature/x' })).rejects.toThrow(/not fully merged/);
    put('a.txt', 'ours\n');
    await git('commit', { message: 'Ours' });
    await expect(git('merge', { branch: 'feature/x' })).rejects.toThrow(/CONFLICT[\s\S]*call git_commit, or git_merge/);
    expect(await git('status')).toMatch(/You have unmerged paths[\s\S]*both modified: +a\.txt/);
    expect(await git('merge', { abort: true })).toMatch(/given up/);
    expect(get('a.txt')).toBe('ours\n');
    await expect(git('merge', { branch: 'feature/x' })).rejects.toThrow(/CONFLICT/);
    put('a.txt', 'both\n');
    await git('commit', { message: 'Merged' });
    expect(real('log', '--format=%p', '-1').trim().split(' ')).toHaveLength(2);
    expect(await git('branch', { action: 'delete', name: 'feature/x' })).toMatch(/Deleted branch feature\/x/);
    expect(await git('branch', { action: 'list' })).toMatch(/^\* main [0-9a-f]+ Merged$/);
  });

  it('puts aside and takes back', async () => {
    await begin();
    put('a.txt', 'two\n');
    put('new.txt', 'x');
    await git('stash', { action: 'push', message: 'later' });
    expect([get('a.txt'), has('new.txt')]).toEqual(['one\n', false]);
    expect(await git('stash', { action: 'list' })).toBe('stash@{0}: On main: later');
    expect(await git('stash', { action: 'show' })).toMatch(/\+two/);
    await git('stash', { action: 'pop' });
    expect([get('a.txt'), get('new.txt')]).toEqual(['two\n', 'x']);
    expect(await git('stash', { action: 'list' })).toBe('Nothing is put aside.');
  });

  it('works in a folder, in packed repositories, and beside git itself', async () => {
    put('p/x.txt', 'x\n');
    await git('commit', { repo: 'p', message: 'In p' });
    put('p/x.txt', 'y\n');
    await git('commit', { repo: 'p', message: 'More', paths: ['/workspace/p/x.txt'] });
    expect(has('.git')).toBe(false);
    real('-C', 'p', 'gc', '--quiet');
    real('-C', 'p', 'pack-refs', '--all');
    expect(await git('log', { repo: 'p' })).toMatch(/More\n.*In p$/);
    await git('branch', { repo: 'p', action: 'create', name: 'b' });
    await git('branch', { repo: 'p', action: 'switch', name: 'main' });
    await git('branch', { repo: 'p', action: 'delete', name: 'b' });
    real('-C', 'p', 'fsck', '--strict');
    await expect(git('commit', { repo: 'p', message: 'x', paths: ['/workspace/q'] })).rejects.toThrow(/not in that/);
  });

  it('cuts what is long, and ends with its turn', async () => {
    put('big.txt', Array.from({ length: 60_000 }, (_, i) => `line ${i}`).join('\n'));
    await git('commit', { message: 'Big' });
    put('big.txt', Array.from({ length: 60_000 }, (_, i) => `row ${i}`).join('\n'));
    const told = await git('diff');
    expect(told.length).toBeLessThan(10_000);
    expect(told).toMatch(/^ big\.txt \|[\s\S]*bytes left out/);
    const over = AbortSignal.abort(new Error('stopped'));
    await expect(git('status', {}, { ...context, signal: over })).rejects.toThrow('stopped');
  });

  it('says who committed where the person has no name, and cannot be given a false one', async () => {
    put('a.txt', 'x');
    await git('commit', { message: 'One' }, { ...context, scope: named('\u202e <> ') });
    expect(real('log', '-1', '--format=%an')).toBe('Waggle Gateway\n');
    real('config', 'user.name', 'Own Name');
    put('a.txt', 'y');
    await git('commit', { message: 'Two' }, { ...context, scope: named('') });
    expect(real('log', '-1', '--format=%an')).toBe('Own Name\n');
    put('a.txt', 'z');
    await git('commit', { message: 'Three' }, { ...context, scope: named('Eve <root@example.com>\nSigned-off-by: x') });
    expect(real('log', '-1', '--format=%an|%ae')).toMatch(
      /^Eve root@example\.com Signed-off-by: x\|[0-9a-f]{12}@people/,
    );
  });
});

const named = (name: string) =>
  makeScope({
    principal: { person: 'p', role: 'member', sender: { user: '7', name, isBot: false, verifiedBy: 'platform' } },
  });

/** Leaves a mark where anything of the repository runs: in the workspace, so that it is seen from outside. */
const MARK = 'touch /workspace/pwned-$$; touch /tmp/pwned; echo pwned';

const CONFIGS: Readonly<Record<string, string>> = {
  fsmonitor: `[core]\n\tfsmonitor = "${MARK}"\n`,
  hooksPath: '[core]\n\thooksPath = /workspace/hooks\n',
  pager: `[core]\n\tpager = "${MARK}"\n[pager]\n\tlog = "${MARK}"\n\tdiff = "${MARK}"\n\tbranch = "${MARK}"\n`,
  editor: `[core]\n\teditor = "${MARK}"\n[sequence]\n\teditor = "${MARK}"\n`,
  'external diff': `[diff]\n\texternal = "${MARK}"\n`,
  'a diff driver': `[diff "evil"]\n\ttextconv = "${MARK}"\n\tcommand = "${MARK}"\n`,
  'a filter': `[filter "evil"]\n\tclean = "${MARK}"\n\tsmudge = "${MARK}"\n\trequired = true\n`,
  'a filter process': `[filter "evil"]\n\tprocess = "${MARK}"\n\trequired = true\n`,
  'a merge driver': `[merge "evil"]\n\tdriver = "${MARK}"\n`,
  aliases: `[alias]\n\tstatus = "!${MARK}"\n\tlog = "!${MARK}"\n\tcommit = "!${MARK}"\n\tswitch = "!${MARK}"\n`,
  signatures: `[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = /workspace/evil.sh\n[log]\n\tshowSignature = true\n`,
  'an included file': '[include]\n\tpath = /workspace/evil.config\n',
  'a conditional include': '[includeIf "gitdir:/"]\n\tpath = /workspace/evil.config\n',
  'another work tree': '[core]\n\tworktree = /tmp\n',
  trailers: `[trailer "x"]\n\tcommand = "${MARK}"\n\tifmissing = add\n`,
  'a config of the worktree': '[extensions]\n\tworktreeConfig = true\n',
  'an injected key': '[remote "x\\"]\\n[core]"]\n\turl = https://a/b\n\tfetch = "+refs/*:refs/*\\n[core]fsmonitor=x"\n',
  'no configuration at all': '[core\n\tbroken',
};

describeWithSandbox('a hostile repository', () => {
  beforeEach(async () => {
    await begin();
    put('.gitattributes', '* filter=evil diff=evil merge=evil\n');
    put('evil.sh', `#!/bin/sh\n${MARK}\n`);
    put('evil.config', `[core]\n\tfsmonitor = "${MARK}"\n[alias]\n\tstatus = "!${MARK}"\n`);
    for (const hook of readHooks()) {
      for (const folder of ['hooks', '.git/hooks']) {
        put(`${folder}/${hook}`, `#!/bin/sh\n${MARK}\n`);
        chmodSync(join(workspace, folder, hook), 0o755);
      }
    }
    chmodSync(join(workspace, 'evil.sh'), 0o755);
  });

  const expectUnharmed = () => expect(readdirSync(workspace).filter((name) => name.startsWith('pwned'))).toEqual([]);

  /** Every tool once, as a person would. */
  async function useAll(): Promise<void> {
    await git('status');
    put('a.txt', 'two\n');
    await git('diff');
    await git('stash', { action: 'push' });
    await git('stash', { action: 'show' });
    await git('stash', { action: 'pop' });
    await git('commit', { message: 'Two' });
    await git('branch', { action: 'create', name: 'side', from: 'HEAD~1' });
    put('b.txt', 'b\n');
    await git('commit', { message: 'Side' });
    await git('branch', { action: 'switch', name: 'main' });
    await git('merge', { branch: 'side' });
    await git('log', { patch: true });
    await git('branch', { action: 'list' });
    await git('branch', { action: 'delete', name: 'side' });
  }

  it.each(Object.keys(CONFIGS))('runs nothing with %s', async (name) => {
    const config = CONFIGS[name] ?? '';
    put('.git/config', `[core]\n\trepositoryformatversion = 0\n${config}`);
    put('.git/config.worktree', CONFIGS.fsmonitor ?? '');
    await useAll();
    expectUnharmed();
  });

  it('would run something if git saw it', async () => {
    put('.git/config', `[core]\n\trepositoryformatversion = 0\n${CONFIGS.fsmonitor}`);
    const end = { workspace, isReadOnly: false, script: { name: 'none', text: '' }, signal: context.signal };
    await sandbox.run({ ...end, command: ['git', 'status'] });
    expect(expectUnharmed).toThrow('pwned');
  });

  it('runs nothing of a submodule, and takes none in', async () => {
    put(
      '.git/config',
      '[core]\n\trepositoryformatversion = 0\n[submodule]\n\trecurse = true\n[submodule "sub"]\n\tupdate = "!touch /workspace/pwned"\n\tactive = true\n\turl = /workspace/sub\n',
    );
    mkdirSync(join(workspace, 'sub'));
    real('-C', 'sub', 'init', '--quiet');
    put('sub/s.txt', 's\n');
    real('-C', 'sub', 'add', '.');
    real('-C', 'sub', 'commit', '--quiet', '--message=sub');
    const head = real('-C', 'sub', 'rev-parse', 'HEAD').trim();
    real('update-index', '--add', '--cacheinfo', `160000,${head},sub`);
    real('commit', '--quiet', '--no-verify', '--message=with sub');
    for (const name of readdirSync(workspace)) if (name.startsWith('pwned')) rmSync(join(workspace, name));
    put('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c "touch /workspace/pwned"\n');
    put('sub/.git/config', `[core]\n\trepositoryformatversion = 0\n${CONFIGS.fsmonitor}`);
    put('sub/s.txt', 'changed\n');
    mkdirSync(join(workspace, 'other'));
    real('-C', 'other', 'init', '--quiet');
    put('other/o.txt', 'o\n');
    await useAll();
    expectUnharmed();
    expect(real('ls-files', '--stage', 'sub', 'other')).toMatch(/^160000 [0-9a-f]{40} 0\tsub\n$/);
  });

  it.each<[what: string, make: () => void]>([
    [
      'a link',
      () => {
        renameSync(join(workspace, '.git'), join(dataDir, 'elsewhere'));
        symlinkSync(join(dataDir, 'elsewhere'), join(workspace, '.git'));
      },
    ],
    [
      'a file',
      () => {
        renameSync(join(workspace, '.git'), join(workspace, 'other.git'));
        put('.git', 'gitdir: /workspace/other.git\n');
      },
    ],
  ])('is not followed where its .git is %s', async (_, make) => {
    make();
    for (const [name, args] of [
      ['status', {}],
      ['log', {}],
      ['commit', { message: 'x' }],
    ] as const) {
      await expect(git(name, args)).rejects.toThrow(/elsewhere.*not followed/);
    }
  });

  it('shows nothing from outside by links, and writes nothing there', async () => {
    writeFileSync(join(dataDir, 'secret.txt'), 'the secret\n');
    symlinkSync(join(dataDir, 'secret.txt'), join(workspace, 'leak.txt'));
    symlinkSync(dataDir, join(workspace, 'out'));
    put('.git/objects/info/alternates', `${dataDir}\n`);
    await git('commit', { message: 'Links' });
    expect(await git('log', { patch: true })).not.toContain('the secret');
    await expect(git('commit', { message: 'x', paths: ['out/secret.txt'] })).rejects.toThrow(/beyond a symbolic link/);
    await expect(git('status', { repo: 'out' })).rejects.toThrow(/links cannot be used/);
    expect(readdirSync(dataDir).sort()).toEqual(['secret.txt', 'workspaces']);
  });

  it('changes nothing while it is only looked at', async () => {
    const before = execFileSync('find', [workspace, '-printf', '%p %T@ %s\n'], { encoding: 'utf8' });
    await git('status');
    await git('diff');
    await git('log');
    await git('stash', { action: 'list' });
    await git('branch', { action: 'list' });
    expect(execFileSync('find', [workspace, '-printf', '%p %T@ %s\n'], { encoding: 'utf8' })).toBe(before);
  });
});

function readHooks(): readonly string[] {
  return [
    ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-merge-commit', 'post-merge'],
    ...[
      'post-checkout',
      'reference-transaction',
      'post-index-change',
      'pre-auto-gc',
      'post-rewrite',
      'fsmonitor-watchman',
    ],
  ];
}

describe('arguments of git tools', () => {
  it.each<[name: string, args: Record<string, unknown>]>([
    ['log', { ref: '--output=/workspace/x' }],
    ['log', { ref: '-n1' }],
    ['log', { ref: ':/secret' }],
    ['log', { ref: 'a b' }],
    ['log', { ref: '$(id)' }],
    ['diff', { from: '--no-index', to: '/etc/passwd' }],
    ['diff', { from: 'HEAD\n--output=x' }],
    ['branch', { action: 'create', name: '-f' }],
    ['branch', { action: 'create', name: '--help' }],
    ['branch', { action: 'switch', name: '-' }],
    ['branch', { action: 'create', name: 'a..b' }],
    ['branch', { action: 'create', name: 'x.lock' }],
    ['branch', { action: 'create', name: 'x', from: '--orphan' }],
    ['branch', { action: 'force' }],
    ['merge', { branch: '--strategy=evil' }],
    ['merge', { branch: '-s' }],
    ['stash', { action: 'push', index: -1 }],
    ['commit', { message: '' }],
    ['commit', { message: 'x\0y' }],
    ['commit', { message: 'x', paths: [] }],
  ])('%s refuses %o', async (name, args) => {
    const tool = createGitTools({ dataDir, sandbox, network: NO_NETWORK }).find((one) => one.name === `git_${name}`);
    expect(tool?.args.safeParse(args).success).toBe(false);
  });

  it.each<[name: string, args: Record<string, unknown>]>([
    ['commit', { message: 'x', paths: ['../../secret.txt'] }],
    ['commit', { message: 'x', paths: ['/etc/passwd'] }],
    ['diff', { paths: ['../x'] }],
    ['log', { paths: ['a\nb'] }],
    ['status', { repo: '../..' }],
    ['status', { repo: '/etc' }],
  ])('%s refuses the path in %o', async (name, args) => {
    await expect(git(name, args)).rejects.toThrow(/only files in the workspace|control characters/);
  });

  it('say truthfully what a call changes', () => {
    const tools = createGitTools({ dataDir, sandbox, network: NO_NETWORK });
    const changes = (name: string, args = {}) => {
      const tool = tools.find((one) => one.name === `git_${name}`);
      return tool === undefined ? null : flagsOf(tool, args).mutating;
    };
    expect(['status', 'diff', 'log'].map((name) => changes(name))).toEqual([false, false, false]);
    expect(['commit', 'merge'].map((name) => changes(name))).toEqual([true, true]);
    expect(['list', 'create'].map((action) => changes('branch', { action }))).toEqual([false, true]);
    expect(['list', 'show', 'pop'].map((action) => changes('stash', { action }))).toEqual([false, false, true]);
    expect(tools.every((tool) => tool.deferred === true)).toBe(true);
  });

  it('are not asked for where there is no sandbox', () => {
    const none: Sandbox = { trouble: 'none', run: () => Promise.reject(new Error('none')) };
    expect(filterAvailableTools(createGitTools({ dataDir, sandbox: none, network: NO_NETWORK }))).toEqual([]);
  });
});
