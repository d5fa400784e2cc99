import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { STAND_IN_COMPILER } from './standInCompiler.js';
import { createTree, type Tree } from './tree.js';

const PREPARE = ['scripts/prepare.mjs'];

function manifest(version: string) {
  return {
    'package.json': JSON.stringify({
      name: 'tree',
      version: '1.0.0',
      dependencies: { part: 'file:packages/part' },
      devDependencies: { typescript: 'file:packages/typescript' },
    }),
    'package-lock.json': JSON.stringify({
      name: 'tree',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': {
          name: 'tree',
          version: '1.0.0',
          dependencies: { part: 'file:packages/part' },
          devDependencies: { typescript: 'file:packages/typescript' },
        },
        'node_modules/part': { resolved: 'packages/part', link: true },
        'node_modules/typescript': { resolved: 'packages/typescript', link: true },
        'packages/part': { version },
        'packages/typescript': { version: '1.0.0', dev: true },
      },
    }),
    'packages/part/package.json': JSON.stringify({ name: 'part', version }),
    'packages/typescript/package.json': JSON.stringify({ name: 'typescript', version: '1.0.0' }),
    'packages/typescript/bin/tsc': STAND_IN_COMPILER,
  };
}

let tree: Tree;
beforeEach(() => {
  tree = createTree(
    {
      ...manifest('1.0.0'),
      'tsconfig.json': '{}',
      'tsconfig.build.json': '{}',
      'src/main.ts': 'export {};\n',
      'src/two.ts': '',
    },
    false,
  );
});
afterEach(() => tree.remove());

const count = (output: string, words: string) => output.split(words).length - 1;
const lockFile = () => join(tree.root, '.prepare-lock', 'owner.json');
const leftovers = () => readdirSync(tree.root).filter((name) => /^\.(dist|prepare)-/.test(name));
const isWhole = () => existsSync(join(tree.root, 'dist/two.js')) && existsSync(join(tree.root, 'dist/.stamp.json'));

describe('node scripts/prepare.mjs', () => {
  it('installs, development tools too under NODE_ENV=production, and builds; then is silent', async () => {
    const env = { NODE_ENV: 'production', npm_config_omit: 'dev' };
    const first = await tree.run(PREPARE, env);
    expect(first).toMatchObject({ code: 0 });
    expect(first.output).toMatch(/^waggle: installing .*\n[\s\S]*waggle: building dist \.\.\.\nwaggle: built in .*\n$/);
    expect(existsSync(join(tree.root, 'node_modules/typescript/bin/tsc'))).toBe(true);
    expect(isWhole()).toBe(true);
    expect(await tree.run(PREPARE, env)).toEqual({ code: 0, output: '' });
    expect(leftovers()).toEqual([]);
  });

  it('installs again when the lock file asks for something else', async () => {
    await tree.run(PREPARE);
    for (const [file, text] of Object.entries(manifest('2.0.0'))) tree.write(file, text);
    expect((await tree.run(PREPARE)).output).toContain('installing');
    expect(await tree.run(PREPARE)).toEqual({ code: 0, output: '' });
  });

  it('installs again when node_modules is gone, and does not build for that', async () => {
    await tree.run(PREPARE);
    rmSync(join(tree.root, 'node_modules'), { recursive: true });
    const { code, output } = await tree.run(PREPARE);
    expect(code).toBe(0);
    expect(output).toContain('installing');
    expect(output).not.toContain('building');
  });

  it('keeps what somebody else installed from the same lock file', async () => {
    await tree.run(PREPARE);
    rmSync(join(tree.root, 'node_modules/.waggle-stamp.json'));
    expect(await tree.run(PREPARE)).toEqual({ code: 0, output: '' });
    expect(existsSync(join(tree.root, 'node_modules/.waggle-stamp.json'))).toBe(true);
  });

  it('does not keep what another kind of machine installed', async () => {
    await tree.run(PREPARE);
    const stamp = join(tree.root, 'node_modules/.waggle-stamp.json');
    writeFileSync(stamp, readFileSync(stamp, 'utf8').replace(`"${process.arch}"`, '"vax"'));
    expect((await tree.run(PREPARE)).output).toContain('installing');
  });

  it('tells that an install failed, and does not take it for done', async () => {
    tree.write('package.json', manifest('1.0.0')['package.json'].replace('"part"', '"unlocked"'));
    const { code, output } = await tree.run(PREPARE);
    expect(code).toBe(1);
    expect(output).toContain('waggle: npm ci failed; its own words stand above.');
    expect(existsSync(join(tree.root, 'node_modules/.waggle-stamp.json'))).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  it('names the tools that a build of better-sqlite3 lacks, and how to get them', async () => {
    tree.write('package-lock.json', '{"packages":{"node_modules/better-sqlite3":{"version":"12.11.1"}}}');
    tree.write('bin/npm', '#!/bin/sh\necho no compiler here\nexit 1\n');
    chmodSync(join(tree.root, 'bin/npm'), 0o755);
    const { code, output } = await tree.run(PREPARE, { PATH: join(tree.root, 'bin'), npm_execpath: '' });
    expect(code).toBe(1);
    expect(output).toContain('no compiler here');
    expect(output).toContain('this machine lacks: python3, make, g++.');
    expect(output).toContain('waggle: On Debian or Ubuntu: apt-get install -y python3 make g++');
  });

  it('does each thing once when two start at the same time', async () => {
    const both = await Promise.all([tree.run(PREPARE), tree.run(PREPARE)]);
    expect(both.map((outcome) => outcome.code)).toEqual([0, 0]);
    const output = both.map((outcome) => outcome.output).join('');
    expect(count(output, 'waggle: installing')).toBe(1);
    expect(count(output, 'waggle: building')).toBe(1);
    expect(isWhole()).toBe(true);
    expect(leftovers()).toEqual([]);
  });

  it('takes over from a process that was killed, once its compiler is gone too, and trusts nothing half done', async () => {
    const child = await tree.start(PREPARE, 'compiler hangs', { COMPILER: 'hang' });
    const owner = z.object({ pids: z.array(z.number()) }).parse(JSON.parse(readFileSync(lockFile(), 'utf8')));
    expect(owner.pids).toHaveLength(2);
    child.kill('SIGKILL');
    expect(readdirSync(tree.root).some((name) => name.startsWith('.dist-'))).toBe(true);

    const waiting = await tree.start(PREPARE, 'is preparing this tree; waiting for it');
    const ended = new Promise((resolve) => waiting.once('close', resolve));
    const compiler = owner.pids[1];
    if (compiler !== undefined) process.kill(compiler, 'SIGKILL');
    expect(await ended).toBe(0);
    expect(isWhole()).toBe(true);
    expect(leftovers()).toEqual([]);
  });

  it('gives the tree back when it is told to stop', async () => {
    const child = await tree.start(PREPARE, 'compiler hangs', { COMPILER: 'hang' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(existsSync(lockFile())).toBe(false);
    expect(isWhole()).toBe(false);
    expect((await tree.run(PREPARE)).code).toBe(0);
    expect(isWhole()).toBe(true);
    expect(leftovers()).toEqual([]);
  });
});

describe('the Node version', () => {
  it.each([
    ['18.20.4', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['20.20.2', true],
    ['26.10.0', true],
  ])('%s: good enough is %s', async (version, isGood) => {
    const program = `import('./scripts/prepare/nodeVersion.mjs').then((m) => console.log(m.explainNodeVersion('${version}')))`;
    const { output } = await tree.run(['-e', program]);
    const complaint = `Waggle needs Node 20.19.0 or newer, and this is Node ${version}.`;
    expect(output.startsWith(isGood ? 'undefined' : complaint)).toBe(true);
  });

  it('is the one of package.json', () => {
    const manifestSchema = z.object({ engines: z.object({ node: z.string() }) });
    expect(manifestSchema.parse(JSON.parse(readFileSync('package.json', 'utf8'))).engines.node).toBe('>=20.19');
    expect(readFileSync('scripts/prepare/nodeVersion.mjs', 'utf8')).toContain("MINIMUM_NODE = '20.19.0'");
  });
});
