import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STAND_IN_COMPILER } from './standInCompiler.js';
import { createTree, type Tree } from './tree.js';

const BUILD = ['scripts/prepare.mjs', '--build-only'];
const SETTINGS = {
  'package.json': '{"type":"module"}',
  'package-lock.json': '{}',
  'tsconfig.json': readFileSync('tsconfig.json', 'utf8'),
  'tsconfig.build.json': readFileSync('tsconfig.build.json', 'utf8'),
};

let tree: Tree;
afterEach(() => tree.remove());

const built = (file: string) => readFileSync(join(tree.root, 'dist', file), 'utf8');
const leftovers = () => readdirSync(tree.root).filter((name) => /^\.(dist|prepare)-/.test(name));

describe('a build with the real compiler', () => {
  beforeEach(() => {
    tree = createTree(
      {
        ...SETTINGS,
        'src/main.ts': "import { two } from './part/two.js';\nexport const three: number = two + 1;\n",
        'src/part/two.ts': 'export const two: number = 2;\n',
        'src/part/page.html': '<p>hi</p>\n',
      },
      true,
    );
  });

  it('gives JavaScript and the assets, and then has nothing to do and to say', async () => {
    const first = await tree.run(BUILD);
    expect(first.output).toMatch(/^waggle: building dist \.\.\.\nwaggle: built in .*\n$/);
    expect(built('main.js')).toContain('export const three = two + 1;');
    expect(built('part/page.html')).toBe('<p>hi</p>\n');
    expect(await tree.run(BUILD)).toEqual({ code: 0, output: '' });
    expect(leftovers()).toEqual([]);
  });

  it('fails for bad syntax, but leaves type errors to npm run check', async () => {
    tree.write('src/main.ts', "export const three: number = 'three';\n");
    expect(await tree.run(BUILD)).toMatchObject({ code: 0 });
    tree.write('src/main.ts', 'export const broken = ;\n');
    const { code, output } = await tree.run(BUILD);
    expect(code).toBe(1);
    expect(output).toMatch(/src\/main\.ts.*error TS/);
    expect(built('main.js')).toContain("'three'");
  });
});

describe('when a build is due', () => {
  beforeEach(() => {
    tree = createTree(
      {
        ...SETTINGS,
        'node_modules/typescript/bin/tsc': STAND_IN_COMPILER,
        'src/main.ts': 'export const main = 1;\n',
        'src/two.ts': 'export const two = 2;\n',
        'src/page.html': '<p>hi</p>\n',
      },
      false,
    );
  });

  it('goes by content, not by time', async () => {
    await tree.run(BUILD);
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(tree.root, 'src/main.ts'), later, later);
    expect(await tree.run(BUILD)).toEqual({ code: 0, output: '' });
  });

  it.each([
    ['a changed source', () => tree.write('src/two.ts', 'export const two = 22;\n')],
    ['a new source', () => tree.write('src/three.ts', 'export const three = 3;\n')],
    ['a changed asset', () => tree.write('src/page.html', '<p>ho</p>\n')],
    ['a changed compiler setting', () => tree.write('tsconfig.json', '{}')],
    ['another lock file', () => tree.write('package-lock.json', '{ }')],
    ['a removed result', () => rmSync(join(tree.root, 'dist/two.js'))],
    ['a removed asset', () => rmSync(join(tree.root, 'dist/page.html'))],
  ])('builds again after %s', async (_, change) => {
    await tree.run(BUILD);
    change();
    expect((await tree.run(BUILD)).output).toContain('building dist');
    expect(built('page.html')).toBe(readFileSync(join(tree.root, 'src/page.html'), 'utf8'));
    expect(built('two.js')).toBe(readFileSync(join(tree.root, 'src/two.ts'), 'utf8'));
  });

  it('drops the results of removed sources', async () => {
    await tree.run(BUILD);
    rmSync(join(tree.root, 'src/two.ts'));
    await tree.run(BUILD);
    expect(existsSync(join(tree.root, 'dist/two.js'))).toBe(false);
    expect(existsSync(join(tree.root, 'dist/main.js'))).toBe(true);
  });

  it('keeps the old dist when the new one fails half-way, and tries again next time', async () => {
    await tree.run(BUILD);
    const before = built('main.js');
    tree.write('src/main.ts', 'export const main = 11;\n');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { code, output } = await tree.run(BUILD, { COMPILER: 'fail' });
      expect(code).toBe(1);
      expect(output).toContain('waggle: the build failed; dist is as it was before');
      expect(built('main.js')).toBe(before);
      expect(leftovers()).toEqual([]);
    }
    expect((await tree.run(BUILD)).code).toBe(0);
    expect(built('main.js')).toContain('11');
  });

  it('says what is missing when the compiler is not installed', async () => {
    rmSync(join(tree.root, 'node_modules'), { recursive: true });
    const { code, output } = await tree.run(BUILD);
    expect(code).toBe(1);
    expect(output).toContain('the TypeScript compiler is not installed; run "node scripts/prepare.mjs"');
    expect(existsSync(join(tree.root, 'dist'))).toBe(false);
  });
});
