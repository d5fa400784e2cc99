import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttackStage, openAttackStage, PLANTED } from './attackStage.js';
import { expectRefusal } from './expectRefusal.js';
import { HARMLESS_PATHS, PATH_USES, REFUSED_PATHS } from './traversalRows.js';

let stage: AttackStage;
let before: string;

beforeAll(() => {
  stage = openAttackStage();
});
afterAll(() => stage.close());

beforeEach(() => {
  stage.renew();
  before = stage.snapshot();
});

afterEach(() => {
  // Whatever was tried: nothing but the own workspace has changed.
  expect(stage.snapshot()).toBe(before);
});

const here = (path: string) => join(stage.workspace, path);
const own = () => readFileSync(here('a/note.txt'), 'utf8');

const filled = (path: string) =>
  path
    .replaceAll('DATA', stage.dataDir)
    .replaceAll('OUT', stage.outside)
    .replaceAll('OWN', basename(stage.workspace))
    .replaceAll('OTHER', basename(stage.otherWorkspace));

describe('a path that leads out of the workspace', () => {
  it.each(REFUSED_PATHS)('%j is refused by every tool', async (path) => {
    for (const [tool, argsFor] of PATH_USES) {
      // Line ends cannot be in a header of a patch: there they end it.
      if (tool === 'apply_patch' && /[\n\r]/.test(path)) continue;
      expectRefusal(tool, await stage.use(tool, argsFor(filled(path), PLANTED)));
    }
    expect(readdirSync(stage.workspace)).toEqual(['a']);
    expect(readdirSync(here('a'))).toEqual(['note.txt']);
  });
});

describe('a path that only looks as if it led out', () => {
  it.each(HARMLESS_PATHS)('%j is the name of a file in the workspace, and no more', async (path) => {
    for (const [tool, argsFor] of PATH_USES) {
      const args = argsFor(path, PLANTED);
      if (tool === 'write_file' || tool === 'apply_patch') continue;
      expectRefusal(tool, await stage.use(tool, args));
    }
    const written = await stage.use('write_file', { path, content: 'attack' });
    expect(written).toEqual({ failed: false, text: `Created ${path}, 6 bytes.` });
    expect(readFileSync(`${stage.workspace}/${path}`, 'utf8')).toBe('attack');
    expect(own()).toBe('own words\n');
    const patched = await stage.use('apply_patch', {
      patch: `--- /dev/null\n+++ ${path}.2\n@@ -0,0 +1 @@\n+attack\n`,
    });
    expect(patched.text).not.toContain(PLANTED);
  });
});

/** Links and special files as a command of the sandbox, or a repository that was cloned, may leave them in a workspace. */
const TRAPS: readonly (readonly [what: string, set: () => void | Promise<void>, path: string])[] = [
  ['a link to a file outside', () => symlinkSync(join(stage.outside, 'secret.txt'), here('trap')), 'trap'],
  ['a link to the data base', () => symlinkSync('../../gateway.db', here('trap')), 'trap'],
  ['a link to the token', () => symlinkSync('../../../http-token', here('a/trap')), 'a/trap'],
  ['a link to nothing yet', () => symlinkSync(join(stage.outside, 'new.txt'), here('trap')), 'trap'],
  ['a link to nothing in a folder outside', () => symlinkSync(join(stage.outside, 'no/new.txt'), here('trap')), 'trap'],
  ['a link to a file inside', () => symlinkSync('a/note.txt', here('trap')), 'trap'],
  ['a link to itself', () => symlinkSync('trap', here('trap')), 'trap'],
  ['a link to a folder, itself', () => symlinkSync(stage.outside, here('door')), 'door'],
  ['a link to a folder, a file in it', () => symlinkSync(stage.outside, here('door')), 'door/secret.txt'],
  ['a link to a folder, a new file in it', () => symlinkSync(stage.outside, here('door')), 'door/new.txt'],
  ['a link to a folder, a new folder in it', () => symlinkSync(stage.outside, here('door')), 'door/new/new.txt'],
  ['a link to the folder above', () => symlinkSync('..', here('up')), 'up'],
  ['a link two folders up', () => symlinkSync('../..', here('up')), 'up/gateway.db'],
  ['a link to the root', () => symlinkSync('/', here('root')), 'root/etc/passwd'],
  ['a link to the workspace itself', () => symlinkSync('.', here('me')), 'me/a/note.txt'],
  ['a link to another lane', () => symlinkSync(stage.otherWorkspace, here('door')), 'door/secret.txt'],
  [
    'a link deep below',
    () => {
      mkdirSync(here('e/c/d'), { recursive: true });
      symlinkSync(stage.outside, here('e/c/d/door'));
    },
    'e/c/d/door/secret.txt',
  ],
  [
    'a chain of links',
    () => {
      symlinkSync('two', here('one'));
      symlinkSync('three', here('two'));
      symlinkSync(stage.outside, here('three'));
    },
    'one/secret.txt',
  ],
  [
    'two links that lead to each other',
    () => {
      symlinkSync('two', here('one'));
      symlinkSync('one', here('two'));
    },
    'one/x',
  ],
  ['a link through /proc', () => symlinkSync('/proc/self/root', here('door')), 'door/etc/passwd'],
  ['a link to the folder of the gateway', () => symlinkSync('/proc/self/cwd', here('door')), 'door/package.json'],
  ['a link to its open files', () => symlinkSync('/proc/self/fd', here('door')), 'door/0'],
  ['a link to its environment', () => symlinkSync('/proc/self/environ', here('trap')), 'trap'],
  ['a link to an endless device', () => symlinkSync('/dev/zero', here('trap')), 'trap'],
  ['a link to the standard input', () => symlinkSync('/dev/stdin', here('trap')), 'trap'],
  ['a pipe that nobody writes', () => void execFileSync('mkfifo', [here('trap')]), 'trap'],
  ['a pipe in the place of a folder', () => void execFileSync('mkfifo', [here('trap')]), 'trap/x'],
  ['a file in the place of a folder', () => undefined, 'a/note.txt/x'],
];

describe('what a command may leave in the workspace', () => {
  it.each(TRAPS)('%s is refused by every tool', async (_, set, path) => {
    await set();
    for (const [tool, argsFor] of PATH_USES) expectRefusal(tool, await stage.use(tool, argsFor(path, PLANTED)));
    expect(own()).toBe('own words\n');
  });

  it('a socket is refused by every tool', async () => {
    const server = createServer().listen(here('trap'));
    await once(server, 'listening');
    try {
      for (const [tool, argsFor] of PATH_USES) expectRefusal(tool, await stage.use(tool, argsFor('trap', PLANTED)));
    } finally {
      server.close();
      await once(server, 'close');
    }
  });

  it('links are told by those that walk, and never entered', async () => {
    symlinkSync(stage.outside, here('door'));
    symlinkSync(join(stage.outside, 'secret.txt'), here('a/trap.txt'));
    symlinkSync('/', here('a/root'));
    symlinkSync('..', here('a/up'));
    execFileSync('mkfifo', [here('a/pipe')]);
    for (const [tool, args] of [
      ['list_files', { depth: 8 }],
      ['tree', { depth: 16, all: true }],
      ['search_files', { pattern: '**' }],
      ['search_files', { pattern: '**/secret.txt' }],
      ['search_files', { pattern: '../**' }],
      ['search_content', { query: 'planted' }],
      ['search_content', { query: 'planted', glob: '../**' }],
      ['search_content', { query: 'planted', glob: '/**' }],
      ['search_content', { query: '--follow' }],
      ['search_content', { query: '--pre=cat' }],
    ] as const) {
      const { text } = await stage.use(tool, args);
      expect(text).not.toMatch(/secret\.txt {2}|passwd|gateway\.db/);
      expect(text).not.toContain(PLANTED);
    }
    expect((await stage.use('list_files', {})).text).toMatch(/door \(a link, cannot be used\)/);
  });

  it('a second name of a file outside is not written through', async () => {
    const secret = join(stage.outside, 'secret.txt');
    linkSync(secret, here('trap'));
    await stage.use('edit_file', { path: 'trap', old_string: PLANTED, new_string: 'attack' });
    await stage.use('write_file', { path: 'trap', content: 'attack' });
    expect(readFileSync(here('trap'), 'utf8')).toBe('attack');
    expect(statSync(secret).ino).not.toBe(statSync(here('trap')).ino);
  });

  it('links in the place of the outbox do not lead what is sent elsewhere', async () => {
    symlinkSync(stage.outside, here('outbox'));
    expectRefusal('send_file', await stage.use('send_file', { path: 'a/note.txt' }));
    expectRefusal('generate_xlsx', await stage.use('generate_xlsx', { path: 'x', from: 'a/note.txt', send: true }));
    expectRefusal('bash', await stage.use('bash', { command: 'true' }));
  });

  it('a link in the place of the folder of a content does not lead what is sent elsewhere', async () => {
    const first = await stage.use('send_file', { path: 'a/note.txt' });
    const hash = /outbox\/([0-9a-f]{16})\//.exec(first.text)?.[1] ?? '';
    stage.renew();
    mkdirSync(here('outbox'));
    symlinkSync(stage.outside, here(`outbox/${hash}`));
    expectRefusal('send_file', await stage.use('send_file', { path: 'a/note.txt' }));
  });
});

describe('a name of a sent file', () => {
  it.each([
    '../../../outside/stolen.txt',
    '/etc/cron.d/attack',
    '..',
    '.',
    '.bashrc',
    'a/b/c.txt',
    '..\\..\\x.txt',
    'x\0.txt',
    'x\r\nX-Header: 1.txt',
    '\u202etxt.exe',
    'CON',
    `${'n'.repeat(190)}.txt`,
    '%2e%2e%2fx',
    '\u001b]0;title\u0007.txt',
  ])('%j is made harmless', async (name) => {
    const { failed, text } = await stage.use('send_file', { path: 'a/note.txt', name });
    expect(failed).toBe(false);
    const hash = readdirSync(here('outbox'));
    expect(hash).toHaveLength(1);
    const [made = ''] = readdirSync(here(`outbox/${hash[0]}`));
    expect(made).toMatch(/^[\p{L}\p{N}_(+-][\p{L}\p{M}\p{N}._ ()+-]{0,79}$/u);
    expect(text).toContain(made);
    expect(lstatSync(here(`outbox/${hash[0]}/${made}`)).isFile()).toBe(true);
  });
});

const HUNK = `@@ -1 +1 @@\n-${PLANTED}\n+attack\n`;

/** Headers of patches; `OTHER` and so on as in the rows of paths. */
const PATCHES: readonly (readonly [what: string, patch: string])[] = [
  ['names of git', `--- a/../../gateway.db\n+++ b/../../gateway.db\n${HUNK}`],
  ['names that are absolute behind those of git', `--- a//etc/passwd\n+++ b//etc/passwd\n${HUNK}`],
  ['one name of git, one not', `--- a/note.txt\n+++ ../../gateway.db\n${HUNK}`],
  ['a time behind the name', `--- ../../http-token\t2026-01-01\n+++ ../../http-token\t2026-01-01\n${HUNK}`],
  ['another line of names', `Index: ../../gateway.db\n===\n--- ../../gateway.db\n+++ ../../gateway.db\n${HUNK}`],
  [
    'names in quotes with octal signs',
    `--- "a/\\056\\056/\\056\\056/gateway.db"\n+++ "b/\\056\\056/\\056\\056/gateway.db"\n${HUNK}`,
  ],
  [
    'a rename outwards',
    'diff --git a/a/note.txt b/../../stolen.txt\nsimilarity index 100%\nrename from a/note.txt\nrename to ../../stolen.txt\n',
  ],
  [
    'a rename inwards',
    'diff --git a/../../gateway.db b/got.txt\nsimilarity index 100%\nrename from ../../gateway.db\nrename to got.txt\n',
  ],
  [
    'a copy inwards',
    'diff --git a/../../gateway.db b/got.txt\nsimilarity index 100%\ncopy from ../../gateway.db\ncopy to got.txt\n',
  ],
  [
    'a copy inwards of an absolute path',
    'diff --git a/etc/passwd b/got.txt\nsimilarity index 100%\ncopy from /etc/passwd\ncopy to got.txt\n',
  ],
  [
    'a copy whose first line is innocent',
    'diff --git a/a/note.txt b/got.txt\nsimilarity index 100%\ncopy from ../OTHER/secret.txt\ncopy to got.txt\n',
  ],
  ['a new file outside', '--- /dev/null\n+++ b/../../new.txt\n@@ -0,0 +1 @@\n+attack\n'],
  ['a deletion outside', `--- a/../../gateway.db\n+++ /dev/null\n@@ -1 +0,0 @@\n-${PLANTED}\n`],
  [
    'a deletion without its content',
    'diff --git a/../../gateway.db b/../../gateway.db\ndeleted file mode 100644\n--- a/../../gateway.db\n+++ /dev/null\n',
  ],
  [
    'a link that it makes',
    `diff --git a/door b/door\nnew file mode 120000\n--- /dev/null\n+++ b/door\n@@ -0,0 +1 @@\n+../../gateway.db\n\\ No newline at end of file\n`,
  ],
  [
    'a link that it makes and writes through',
    `diff --git a/door b/door\nnew file mode 120000\n--- /dev/null\n+++ b/door\n@@ -0,0 +1 @@\n+../..\n\\ No newline at end of file\n--- /dev/null\n+++ b/door/new.txt\n@@ -0,0 +1 @@\n+attack\n`,
  ],
  [
    'a file that becomes a link',
    'diff --git a/a/note.txt b/a/note.txt\nold mode 100644\nnew mode 120000\n--- a/a/note.txt\n+++ b/a/note.txt\n@@ -1 +1 @@\n-own words\n+../../../gateway.db\n',
  ],
  [
    'a submodule',
    'diff --git a/sub b/sub\nnew file mode 160000\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit 0123\n',
  ],
  [
    'a good file before a bad one',
    `--- a/a/note.txt\n+++ b/a/note.txt\n@@ -1 +1 @@\n-own words\n+attack\n--- a/../../gateway.db\n+++ b/../../gateway.db\n${HUNK}`,
  ],
  ['a file in the outbox', '--- /dev/null\n+++ b/outbox/new.txt\n@@ -0,0 +1 @@\n+attack\n'],
  ['a file in the outbox by another way', '--- /dev/null\n+++ b/a/../outbox/./new.txt\n@@ -0,0 +1 @@\n+attack\n'],
  ['the workspace itself', '--- /dev/null\n+++ b/.\n@@ -0,0 +1 @@\n+attack\n'],
  ['signs that end a name', '--- a/x\0/../../gateway.db\n+++ b/x\0/../../gateway.db\n@@ -1 +1 @@\n-x\n+attack\n'],
];

describe('a patch with', () => {
  it.each(PATCHES)('%s is refused, and nothing was changed', async (_, patch) => {
    const { failed, text } = await stage.use('apply_patch', { patch: filled(patch) });
    expect({ failed, text }).toMatchObject({ failed: true });
    expect(text.length).toBeGreaterThan(20);
    expect(text).not.toMatch(/\bE[A-Z]{4,}\b/);
    expect(own()).toBe('own words\n');
    expect(readdirSync(stage.workspace)).toEqual(['a']);
  });
});
