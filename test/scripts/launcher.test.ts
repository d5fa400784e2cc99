import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTree, type Tree } from './tree.js';

let tree: Tree;
beforeEach(() => {
  tree = createTree(
    {
      'package.json': '{"type":"module"}',
      'bin/waggle.js': readFileSync('bin/waggle.js', 'utf8'),
      'dist/cli/main.js': 'console.log(process.argv.slice(2).join(), process.env.FROM_FILE, process.env.FROM_BOTH);\n',
    },
    false,
  );
});
afterEach(() => tree.remove());

describe('bin/waggle.js', () => {
  it('hands its arguments to the built command line', async () => {
    expect(await tree.run(['bin/waggle.js', 'pair', 'CODE'])).toEqual({
      code: 0,
      output: 'pair,CODE undefined undefined\n',
    });
  });

  it('reads .env of the working directory, over which the environment wins', async () => {
    tree.write('.env', '# a comment\nFROM_FILE=file\nFROM_BOTH="file"\n');
    expect(await tree.run(['bin/waggle.js'], { FROM_BOTH: 'environment' })).toEqual({
      code: 0,
      output: ' file environment\n',
    });
  });

  it('prepares a clone that has no dist, and stops when that fails', async () => {
    rmSync(join(tree.root, 'dist'), { recursive: true });
    tree.write('package-lock.json', '{}');
    const { code, output } = await tree.run(['bin/waggle.js', 'start'], { npm_execpath: '', PATH: tree.root });
    expect(code).toBe(1);
    expect(output).toContain('waggle: installing what the lock file lists');
    expect(output).toContain('waggle: cannot start npm: ');
  });
});
