import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { laneIdOf } from '../../../src/core/lane.js';
import { createApplyPatch } from '../../../src/runtime/tools/files/patch/applyPatch.js';
import { createTree } from '../../../src/runtime/tools/files/tree.js';
import type { ToolContext } from '../../../src/runtime/tools/toolDefinition.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { makeScope } from '../memoryFixture.js';

const scope = makeScope();
const context: ToolContext = { signal: new AbortController().signal, agents: null, scope };
let dataDir: string;
let workspace: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-patch-'));
  workspace = laneWorkspace(dataDir, laneIdOf(scope.address));
  mkdirSync(workspace, { recursive: true });
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const put = (path: string, content: string | Buffer) => writeFileSync(join(workspace, path), content);
const get = (path: string) => readFileSync(join(workspace, path), 'utf8');
const has = (path: string) => existsSync(join(workspace, path));

async function patch(...lines: string[]): Promise<string> {
  const tool = createApplyPatch({ dataDir });
  return String(await tool.execute(tool.args.parse({ patch: lines.join('\n') }), context));
}

async function tree(args: Record<string, unknown> = {}): Promise<string> {
  const tool = createTree({ dataDir });
  return String(await tool.execute(tool.args.parse(args), context));
}

const numbered = (count: number) => `${Array.from({ length: count }, (_, i) => `line ${i + 1}`).join('\n')}\n`;

describe('apply_patch', () => {
  it('changes, creates, deletes, renames and copies files in one go', async () => {
    put('a.txt', 'one\ntwo\nthree\n');
    put('old.txt', 'bye\n');
    put('was.txt', 'x\ny\n');
    const told = await patch(
      'diff --git a/a.txt b/a.txt',
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -1,3 +1,4 @@',
      ' one',
      '-two',
      '+2',
      '+2.5',
      ' three',
      'diff --git a/sub/new.txt b/sub/new.txt',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/sub/new.txt',
      '@@ -0,0 +1,1 @@',
      '+hello',
      'diff --git a/old.txt b/old.txt',
      'deleted file mode 100644',
      '--- a/old.txt',
      '+++ /dev/null',
      '@@ -1,1 +0,0 @@',
      '-bye',
      'diff --git a/was.txt b/is.txt',
      'similarity index 50%',
      'rename from was.txt',
      'rename to is.txt',
      '--- a/was.txt',
      '+++ b/is.txt',
      '@@ -1,2 +1,2 @@',
      ' x',
      '-y',
      '+z',
      'diff --git a/a.txt b/copy.txt',
      'similarity index 100%',
      'copy from a.txt',
      'copy to copy.txt',
      '',
    );
    expect(told.split('\n')).toEqual([
      'Changed a.txt (+2 -1).',
      'Created sub/new.txt (+1 -0).',
      'Deleted old.txt.',
      'Renamed was.txt to is.txt (+1 -1).',
      'Copied a.txt to copy.txt.',
    ]);
    expect([get('a.txt'), get('sub/new.txt'), get('is.txt')]).toEqual(['one\n2\n2.5\nthree\n', 'hello\n', 'x\nz\n']);
    expect(get('copy.txt')).toBe(get('a.txt'));
    expect([has('old.txt'), has('was.txt')]).toEqual([false, false]);
  });

  it('finds a hunk at other lines than it says, and does not mind wrong counts', async () => {
    put('a.txt', `${numbered(30)}`);
    await patch('--- a.txt', '+++ a.txt', '@@ -2,9 +2,1 @@', ' line 20', '-line 21', '+changed', ' line 22', '');
    expect(get('a.txt')).toBe(numbered(30).replace('line 21\n', 'changed\n'));
  });

  it('does what git diff writes, as git apply would', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, encoding: 'utf8' });
    git('init', '-q');
    put('a b.txt', numbered(50));
    put('ü.txt', 'no end');
    put('gone.txt', numbered(3));
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one');
    put('a b.txt', numbered(50).replace('line 7\n', 'seven\n').replace('line 44\n', ''));
    put('ü.txt', 'an end\n');
    rmSync(join(workspace, 'gone.txt'));
    const wanted = [get('a b.txt'), get('ü.txt')];
    const text = git('diff');
    git('checkout', '-q', '.');
    await patch(text);
    expect([get('a b.txt'), get('ü.txt')]).toEqual(wanted);
    expect(has('gone.txt')).toBe(false);
  });

  it('keeps Windows line ends, also mixed ones, and the mode', async () => {
    put('win.txt', 'one\r\ntwo\r\nthree\r\n');
    put('mixed.sh', 'one\r\ntwo\nthree\r\n');
    chmodSync(join(workspace, 'mixed.sh'), 0o755);
    const hunk = ['@@ -1,3 +1,3 @@', ' one', '-two', '+2', ' three'];
    await patch('--- a/win.txt', '+++ b/win.txt', ...hunk, '--- a/mixed.sh', '+++ b/mixed.sh', ...hunk, '');
    expect(get('win.txt')).toBe('one\r\n2\r\nthree\r\n');
    expect(get('mixed.sh')).toBe('one\r\n2\nthree\r\n');
    expect(statSync(join(workspace, 'mixed.sh')).mode & 0o777).toBe(0o755);
  });

  it('writes nothing where one hunk of one file does not fit, and names both', async () => {
    put('a.txt', 'one\n');
    put('b.txt', 'one\ntwo\n');
    const doomed = patch(
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -1 +1 @@',
      '-one',
      '+1',
      '--- a/b.txt',
      '+++ b/b.txt',
      '@@ -1 +1 @@',
      '-one',
      '+1',
      '@@ -2 +2 @@',
      '-three',
      '+3',
      '',
    );
    await expect(doomed).rejects.toThrow(
      /^b\.txt: hunk 2 of 2 \(@@ -2\) does not fit: no line .* "three".*nothing was changed$/,
    );
    expect([get('a.txt'), get('b.txt')]).toEqual(['one\n', 'one\ntwo\n']);
  });

  it('puts back what it wrote where a later file cannot be written', async () => {
    put('a.txt', 'one\n');
    const changed = ['--- a/a.txt', '+++ b/a.txt', '@@ -1 +1 @@', '-one', '+1'];
    const made = ['--- /dev/null', '+++ b/d', '@@ -0,0 +1 @@', '+x'];
    // There is neither, so each could be made, but not both.
    const below = ['--- /dev/null', '+++ b/d/x', '@@ -0,0 +1 @@', '+x', ''];
    await expect(patch(...changed, ...made, ...below)).rejects.toThrow(/"d" is no folder.*; nothing was changed/);
    expect(get('a.txt')).toBe('one\n');
    expect(readdirSync(workspace)).toEqual(['a.txt']);
  });

  const change = (path: string) => [`--- a/${path}`, `+++ b/${path}`, '@@ -1 +1 @@', '-one', '+1', ''];
  const create = (path: string) => ['--- /dev/null', `+++ b/${path}`, '@@ -0,0 +1 @@', '+x', ''];
  it.each<[what: string, lines: readonly string[], why: RegExp]>([
    ['a way out', change('../../secret.txt'), /only files in the workspace/],
    ['an absolute path', ['--- /etc/passwd', '+++ /etc/passwd', '@@ -1 +1 @@', '-one', '+1', ''], /only files in/],
    ['a hidden way out', change('a/../../../secret.txt'), /only files in the workspace/],
    ['a link', change('link.txt'), /link/],
    ['a folder that is a link', create('out/x.txt'), /links cannot be used/],
    ['the outbox', create('outbox/x.txt'), /outbox/],
    ['a quoted path with a line break', ['--- "a/x\\ny"', '+++ "b/x\\ny"', '@@ -1 +1 @@', '-one', '+1'], /control/],
    ['a file that is there', create('a.txt'), /is there already/],
    ['a file that is not', change('none.txt'), /there is no file "none.txt"/],
    ['a binary file', change('bin'), /no UTF-8 text/],
    ['a binary patch', ['diff --git a/bin b/bin', 'index 1..2', 'Binary files a/bin and b/bin differ', ''], /binary/],
    ['a link made', ['diff --git a/l b/l', 'new file mode 120000', ...create('l')], /mode 120000/],
    ['only a mode', ['diff --git a/a.txt b/a.txt', 'old mode 100644', 'new mode 100755', ''], /chmod/],
    [
      'a rename that says nothing',
      ['--- a/a.txt', '+++ b/b.txt', '@@ -1 +1 @@', '-one', '+1', ''],
      /rename from a\.txt/,
    ],
    [
      'a rename onto a file',
      ['diff --git a/a.txt b/long.txt', 'rename from a.txt', 'rename to long.txt', ''],
      /there already/,
    ],
    [
      'a deletion of more than it knows',
      ['--- a/long.txt', '+++ /dev/null', '@@ -1 +0,0 @@', '-one', ''],
      /more in it/,
    ],
    ['no names', ['@@ -1 +1 @@', '-one', '+1', ''], /has no name/],
    ['no patch', ['please change a.txt'], /there is no patch/],
    [
      'a context that differs',
      ['--- a/a.txt', '+++ b/a.txt', '@@ -1,2 +1,2 @@', '-one', '+1', ' two', ''],
      /does not fit/,
    ],
    ['too many files', Array.from({ length: 51 }, (_, i) => create(`f${i}`).slice(0, -1)).flat(), /51 files/],
  ])('refuses %s', async (_, lines, why) => {
    put('../../secret.txt', 'one\n');
    put('a.txt', 'one\n');
    put('long.txt', 'one\ntwo\n');
    put('bin', Buffer.from([0, 1, 2, 255]));
    symlinkSync(join(dataDir, 'secret.txt'), join(workspace, 'link.txt'));
    symlinkSync(dataDir, join(workspace, 'out'));
    await expect(patch(...lines)).rejects.toThrow(why);
    expect(readFileSync(join(dataDir, 'secret.txt'), 'utf8')).toBe('one\n');
    expect(get('a.txt')).toBe('one\n');
    expect(readdirSync(workspace).sort()).toEqual(['a.txt', 'bin', 'link.txt', 'long.txt', 'out']);
  });

  it('makes of one text the other, whatever they are', async () => {
    const text = fc.array(fc.constantFrom('', 'a', 'b', '--- x', '+++ y', '@@ -1 +1 @@', '\\ No', ' c'), {
      maxLength: 12,
    });
    const end = fc.constantFrom('', '\n');
    await fc.assert(
      fc.asyncProperty(text, end, text, end, async (before, endBefore, after, endAfter) => {
        const [one, other] = [before.join('\n') + endBefore, after.join('\n') + endAfter];
        put('f.txt', one);
        if (one === other) return;
        await patch(createTwoFilesPatch('a/f.txt', 'b/f.txt', one, other));
        expect(get('f.txt')).toBe(other);
      }),
      { numRuns: 60 },
    );
  });
});

describe('tree', () => {
  it('tells what files and folders weigh, and goes as deep as asked', async () => {
    mkdirSync(join(workspace, 'src/deep/er'), { recursive: true });
    mkdirSync(join(workspace, 'node_modules/x'), { recursive: true });
    put('src/a.ts', 'x'.repeat(1500));
    put('src/deep/er/b.ts', 'xx');
    put('node_modules/x/i.js', 'xxx');
    symlinkSync('/etc/passwd', join(workspace, 'z'));
    expect((await tree({ depth: 2 })).split('\n')).toEqual([
      '/workspace  (3 files, 1.5 kB)',
      '├── node_modules/  (1 file, 3 B)',
      '├── src/  (2 files, 1.5 kB)',
      '│   ├── a.ts  1.5 kB',
      '│   └── deep/  (1 file, 2 B)',
      '└── z  (a link, cannot be used)',
    ]);
    expect(await tree({ path: 'src/deep' })).toBe('src/deep  (1 file, 2 B)\n└── er/  (1 file, 2 B)\n    └── b.ts  2 B');
    expect(await tree({ all: true })).toContain('i.js');
  });

  it('ends at its limits and says so', async () => {
    for (let i = 0; i < 30; i += 1) put(`f${i}`, '');
    const told = await tree({ max_entries: 10 });
    expect(told.split('\n')).toHaveLength(12);
    expect(told).toContain('[20 more;');
    await expect(tree({ path: '../..' })).rejects.toThrow('only files in the workspace');
  });

  it('of an empty workspace is empty', async () => {
    rmSync(workspace, { recursive: true });
    expect(await tree()).toBe('/workspace  (0 files, 0 B)');
  });
});
