import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { laneIdOf } from '../../../src/core/lane.js';
import { openSandbox } from '../../../src/runtime/sandbox/sandbox.js';
import type { ToolContext } from '../../../src/runtime/tools/toolDefinition.js';
import { createWorkspaceTools } from '../../../src/runtime/tools/workspaceTools.js';
import { createExtractor } from '../../../src/runtime/web/extractor.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { makeScope } from '../memoryFixture.js';
import { noTasks } from './noTasks.js';

const SECRET = 'the neighbour’s diary';
const scope = makeScope();
const context: ToolContext = { signal: new AbortController().signal, agents: null, scope };
const sandbox = openSandbox({ clock: systemClock, hidden: [] });
const extractor = createExtractor({ clock: systemClock });
let dataDir: string;
let workspace: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-files-'));
  workspace = laneWorkspace(dataDir, laneIdOf(scope.address));
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(dataDir, 'secret.txt'), SECRET);
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const tools = createWorkspaceTools({
    dataDir,
    sandbox,
    extractor,
    tasks: noTasks(dataDir, sandbox),
    clock: systemClock,
  });
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return String(await tool.execute(tool.args.parse(args), context));
}

const put = (path: string, content: string | Buffer = 'x') => writeFileSync(join(workspace, path), content);
const get = (path: string) => readFileSync(join(workspace, path), 'utf8');

describe('read_file', () => {
  it('gives a file, or lines of it with what is left', async () => {
    put('a.txt', Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join('\n'));
    expect(await call('read_file', { path: '/workspace/a.txt' })).toMatch(/^line 1\n(.*\n){28}line 30$/);
    expect(await call('read_file', { path: './a.txt', offset: 3, limit: 2 })).toBe(
      '[./a.txt, lines 3 to 4 of 30. Go on with offset 5.]\nline 3\nline 4',
    );
    await expect(call('read_file', { path: 'a.txt', offset: 31 })).rejects.toThrow('has 30 lines');
  });

  it('shows of a long file what a prompt takes, and of a long line its beginning', async () => {
    put('long.txt', `${'y'.repeat(50_000)}\n${'z\n'.repeat(20_000)}`);
    const text = await call('read_file', { path: 'long.txt' });
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain('[line of 50000 characters, cut]');
    expect(text).toMatch(/^\[long\.txt, lines 1 to \d+ of 20001\. Go on with offset \d+\.\]/);
  });

  it('tells what is no text, and that a file is empty', async () => {
    put('p.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1]));
    put('utf16.txt', Buffer.from('\ufeffBienen', 'utf16le'));
    put('empty.txt', '');
    expect(await call('read_file', { path: 'p.png' })).toBe('p.png is no text: image/png, 10 bytes.');
    expect(await call('read_file', { path: 'utf16.txt' })).toBe('Bienen');
    expect(await call('read_file', { path: 'empty.txt' })).toBe('empty.txt is empty.');
    await expect(call('edit_file', { path: 'utf16.txt', old_string: 'B', new_string: 'C' })).rejects.toThrow('UTF-8');
  });
});

describe('write_file and the edits', () => {
  it('make folders, replace whole files and keep their mode', async () => {
    expect(await call('write_file', { path: 'a/b/c.sh', content: 'é' })).toBe('Created a/b/c.sh, 2 bytes.');
    chmodSync(join(workspace, 'a/b/c.sh'), 0o755);
    expect(await call('write_file', { path: 'a/b/c.sh', content: 'ls' })).toBe('Replaced a/b/c.sh, 2 bytes.');
    expect(statSync(join(workspace, 'a/b/c.sh')).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(workspace, 'a/b'))).toEqual(['c.sh']);
  });

  it('replace a text that is there once, with $ and line ends as they are', async () => {
    put('a.txt', 'one\r\ntwo\r\n');
    await call('edit_file', { path: 'a.txt', old_string: 'one\ntwo', new_string: "$& $1 $'\n2" });
    expect(get('a.txt')).toBe("$& $1 $'\r\n2\r\n");
  });

  it.each([
    ['missing', { old_string: 'bee', new_string: 'b' }, /not in the file; read it/],
    ['there twice', { old_string: 'hive', new_string: 'b' }, /there 2 times \(lines 1, 3\)/],
    ['other white space', { old_string: 'the\n\tqueen hive', new_string: 'b' }, /line 2 differs in white space only/],
    ['empty', { old_string: '', new_string: 'b' }, /is empty/],
    ['the same', { old_string: 'hive', new_string: 'hive' }, /are the same/],
  ])('refuse a text that is %s', async (_, edit, why) => {
    put('a.txt', 'hive\n  the\n queen hive');
    await expect(call('edit_file', { path: 'a.txt', ...edit })).rejects.toThrow(why);
    expect(get('a.txt')).toBe('hive\n  the\n queen hive');
  });

  it('make several or none', async () => {
    put('a.txt', 'a b c');
    const first = { old_string: 'a', new_string: 'b' };
    const bad = [first, { old_string: 'b', new_string: 'd' }];
    await expect(call('multi_edit', { path: 'a.txt', edits: bad })).rejects.toThrow(/^edit 2: .* nothing was changed/);
    expect(get('a.txt')).toBe('a b c');
    await call('multi_edit', {
      path: 'a.txt',
      edits: [first, { old_string: 'b', new_string: 'd', replace_all: true }],
    });
    expect(get('a.txt')).toBe('d d c');
  });
});

describe('the searches', () => {
  beforeEach(() => {
    mkdirSync(join(workspace, 'src/deep'), { recursive: true });
    mkdirSync(join(workspace, 'node_modules'));
    put('src/bee.ts', 'const Queen = 1;\nqueen(a.b)\n');
    put('src/deep/wasp.tsx', 'queen aXb\n');
    put('node_modules/x.ts', 'nothing');
    put('odd [1].txt', 'Königin\n');
  });

  it.each([
    ['*.ts', ['src/bee.ts']],
    ['**/*.{ts,tsx}', ['src/bee.ts', 'src/deep/wasp.tsx']],
    ['src/*.ts?', []],
    ['src/**', ['src/bee.ts', 'src/deep/wasp.tsx']],
    ['odd [1].*', ['odd [1].txt']],
  ])('find files by %s', async (pattern, paths) => {
    const found = await call('search_files', { pattern });
    const lines = found.startsWith('No file') ? [] : found.split('\n').map((line) => line.replace(/ {2}\d.*$/, ''));
    expect(lines.sort()).toEqual(paths);
  });

  it('stand a pattern that is made to take for ever', async () => {
    put('a'.repeat(150));
    expect(await call('search_files', { pattern: `${'*a'.repeat(100)}*b` })).toMatch(/^No file/);
  });

  it('find text as it stands, in any case', async () => {
    expect(await call('search_content', { query: 'QUEEN' })).toBe(
      'src/bee.ts:1:const Queen = 1;\nsrc/bee.ts:2:queen(a.b)\nsrc/deep/wasp.tsx:1:queen aXb',
    );
    expect(await call('search_content', { query: 'a.b', path: 'src' })).toBe('src/bee.ts:2:queen(a.b)');
    expect(await call('search_content', { query: 'queen', glob: '*.tsx' })).toBe('src/deep/wasp.tsx:1:queen aXb');
    expect(await call('search_content', { query: '--help' })).toBe('Nothing found for --help.');
  });

  it('list a tree', async () => {
    put('inside', '');
    expect(await call('list_files', {})).toBe(
      'inside  0 B\nnode_modules/\nodd [1].txt  9 B\nsrc/\n  bee.ts  28 B\n  deep/',
    );
  });
});

/** Paths that lead out, or to what is no file; each tried with every tool that takes one. */
const PATHS: readonly (readonly [path: string, why: RegExp])[] = [
  ['../../secret.txt', /only files in the workspace/],
  ['a/../../../secret.txt', /only files in the workspace/],
  ['/workspace/../../../secret.txt', /only files in the workspace/],
  ['/etc/passwd', /only files in the workspace/],
  ['//etc/passwd', /only files in the workspace/],
  ['~/.ssh/id_rsa', /only files in the workspace/],
  ['/proc/self/environ', /only files in the workspace/],
  ['..\\..\\secret.txt', /write paths with/],
  ['a\0.txt', /control characters/],
  ['a\n.txt', /control characters/],
  ['link.txt', /link/],
  ['dangling.txt', /link/],
  ['folder-link/secret.txt', /links cannot be used/],
  ['inner/deep-link/secret.txt', /links cannot be used/],
  ['loop/loop/x', /links cannot be used/],
  ['pipe', /no plain file/],
  ['socket', /no plain file/],
  [`${'d/'.repeat(40)}x`, /nested/],
  ['n'.repeat(300), /200 bytes/],
  ['', /(folder, not a file|workspace itself)/],
  ['.', /(folder, not a file|workspace itself)/],
  ['inner', /is a folder/],
];

describe('paths that lead out of the workspace', () => {
  let listener: Server;

  beforeEach(async () => {
    mkdirSync(join(workspace, 'inner'));
    symlinkSync(join(dataDir, 'secret.txt'), join(workspace, 'link.txt'));
    symlinkSync(join(dataDir, 'new.txt'), join(workspace, 'dangling.txt'));
    symlinkSync(dataDir, join(workspace, 'folder-link'));
    symlinkSync('../../..', join(workspace, 'inner', 'deep-link'));
    symlinkSync('loop', join(workspace, 'loop'));
    spawnSync('sh', ['-c', 'mkfifo pipe'], { cwd: workspace });
    listener = createServer().listen(join(workspace, 'socket'));
    await once(listener, 'listening');
  });

  afterEach(() => listener.close());

  it.each(PATHS)('%j is refused by read_file', async (path, why) => {
    await expect(call('read_file', { path })).rejects.toThrow(why);
  });

  it.each(PATHS)('%j is refused by write_file', async (path, why) => {
    await expect(call('write_file', { path, content: 'evil' })).rejects.toThrow(why);
    expect(readFileSync(join(dataDir, 'secret.txt'), 'utf8')).toBe(SECRET);
    expect(existsSync(join(dataDir, 'new.txt'))).toBe(false);
  });

  it.each(PATHS)('%j is refused by edit_file', async (path, why) => {
    await expect(call('edit_file', { path, old_string: 'the', new_string: 'a' })).rejects.toThrow(why);
    expect(readFileSync(join(dataDir, 'secret.txt'), 'utf8')).toBe(SECRET);
  });

  it.each([['list_files'], ['search_files'], ['search_content']])('%s follows no link', async (tool) => {
    const extra = { list_files: { depth: 8 }, search_files: { pattern: '**' }, search_content: { query: 'diary' } }[
      tool
    ];
    for (const path of ['folder-link', 'inner/deep-link', '../..', '/etc']) {
      await expect(call(tool, { ...extra, path })).rejects.toThrow();
    }
    expect(await call(tool, { ...extra })).not.toMatch(/secret\.txt|:1:/);
  });

  it('what was sent cannot be changed', async () => {
    await expect(call('write_file', { path: 'outbox/x/report.md', content: 'x' })).rejects.toThrow('what was sent');
    await expect(call('write_file', { path: './a/../outbox/x', content: 'x' })).rejects.toThrow('what was sent');
  });

  it('a second name of a file in the workspace is written apart from the first', async () => {
    put('one.txt', 'one');
    linkSync(join(workspace, 'one.txt'), join(workspace, 'two.txt'));
    await call('write_file', { path: 'two.txt', content: 'two' });
    expect([get('one.txt'), get('two.txt')]).toEqual(['one', 'two']);
  });
});

describe('a folder that is exchanged for a link all the while', () => {
  it('is never read or written through', async () => {
    const outside = join(dataDir, 'outside');
    mkdirSync(join(workspace, 'a'));
    mkdirSync(outside);
    put('a/f.txt', 'mine');
    writeFileSync(join(outside, 'f.txt'), SECRET);
    // A write may make the folder in the moment in which it is away.
    const swap = `const fs = require('fs'); process.stdout.write('.');
      for (;;) {
        try {
          fs.renameSync('a', 'b');
          fs.symlinkSync(${JSON.stringify(outside)}, 'a');
          fs.unlinkSync('a');
          fs.renameSync('b', 'a');
        } catch {
          try {
            fs.rmSync('a', { recursive: true, force: true });
            fs.renameSync('b', 'a');
          } catch {}
        }
      }`;
    const swapper = spawn(process.execPath, ['-e', swap], { cwd: workspace });
    const ended = once(swapper, 'close');
    await once(swapper.stdout, 'data');
    const seen = new Set<string>();
    try {
      for (let i = 0; i < 150; i += 1) {
        for (const [tool, args] of [
          ['read_file', { path: 'a/f.txt' }],
          ['list_files', { path: 'a' }],
          ['write_file', { path: 'a/new.txt', content: 'evil' }],
        ] as const) {
          seen.add(await call(tool, args).catch((thrown: unknown) => (thrown instanceof Error ? thrown.message : '')));
        }
      }
    } finally {
      // Nothing else ended it.
      expect(swapper.exitCode).toBeNull();
      swapper.kill('SIGKILL');
      await ended;
    }
    expect([...seen].join('\n')).toContain('mine');
    expect([...seen].join('\n')).not.toContain(SECRET);
    expect(readdirSync(outside)).toEqual(['f.txt']);
  });
});

describe('the quota of a workspace', () => {
  it('holds for writes, which say so', async () => {
    for (let i = 0; i < 7; i += 1) {
      put(`${i}.bin`, Buffer.alloc(0));
      spawnSync('sh', ['-c', `fallocate -l 80000000 ${i}.bin`], { cwd: workspace });
    }
    await expect(call('write_file', { path: 'x', content: 'x' })).rejects.toThrow(/holds 561 MB of 500 MB/);
  });
});
