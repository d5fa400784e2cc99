import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createTree, type Outcome, type Tree } from './tree.js';

const RULE = readFileSync('.dependency-cruiser.mjs', 'utf8');

let tree: Tree | undefined;
afterEach(() => tree?.remove());

/** Checks the import rule on a tree with these sources. */
function check(sources: Readonly<Record<string, string>>, rule = RULE): Promise<Outcome> {
  tree = createTree(
    {
      'package.json': '{"type":"module","devDependencies":{"fast-check":"*"},"dependencies":{"zod":"*"}}',
      'tsconfig.json': readFileSync('tsconfig.json', 'utf8'),
      '.dependency-cruiser.mjs': rule,
      ...sources,
    },
    true,
  );
  return tree.run(['scripts/check.mjs', 'imports']);
}

/** A module that imports others, by value. */
function importing(...targets: string[]): string {
  return targets.map((target, index) => `import * as m${index} from '${target}';\nvoid m${index};\n`).join('');
}

const FOLDERS = ['core', 'store', 'access', 'memory', 'runtime', 'commands', 'reply', 'turns'];
const LEAVES = Object.fromEntries(
  [...FOLDERS, 'config', 'http', 'console', 'cli', 'channels/telegram', 'channels/slack'].map((folder) => [
    `src/${folder}/leaf.ts`,
    'export const leaf = 1;\n',
  ]),
);

describe('the import rule', () => {
  it('accepts every import that the rule allows', async () => {
    const sources: Record<string, string> = { ...LEAVES };
    for (const [index, folder] of FOLDERS.entries()) {
      const earlier = FOLDERS.slice(0, index).map((other) => `../${other}/leaf.js`);
      sources[`src/${folder}/user.ts`] = importing('./leaf.js', 'node:fs', 'zod', ...earlier);
    }
    sources['src/channels/telegram/user.ts'] = importing(
      ...['core', 'reply', 'http', 'config'].map((folder) => `../../${folder}/leaf.js`),
      './leaf.js',
    );
    sources['src/http/user.ts'] = importing('../core/leaf.js', '../config/leaf.js');
    sources['src/console/user.ts'] = importing('../core/leaf.js', '../http/leaf.js');
    sources['src/main.ts'] = importing('./turns/leaf.js', './config/leaf.js', './channels/telegram/user.js');
    sources['src/cli/main.ts'] = importing('../main.js', '../store/leaf.js', '../console/leaf.js');
    const { code, output } = await check(sources);
    expect(output).toMatch(/ok {4} imports: 27 of 27 modules read, 0 violations/);
    expect(code).toBe(0);
  });

  it('refuses every import that it forbids, of types too, each by name', async () => {
    const sources: Record<string, string> = { ...LEAVES };
    const forbidden: string[] = [];
    const forbid = (from: string, ...targets: string[]) => {
      sources[`src/${from}.ts`] = importing(...targets);
      for (const target of targets) {
        const resolved = new URL(target.replace(/\.js$/, '.ts'), `file:///src/${from}.ts`).pathname.slice(1);
        forbidden.push(`src/${from}.ts → ${resolved}`);
      }
    };
    for (const [index, folder] of FOLDERS.entries()) {
      const later = FOLDERS.slice(index + 1);
      const never = ['config', 'http', 'console', 'cli', 'channels/telegram'];
      forbid(`${folder}/bad`, ...[...later, ...never].map((other) => `../${other}/leaf.js`));
    }
    const notForChannels = ['store', 'access', 'memory', 'runtime', 'commands', 'turns', 'console', 'cli'];
    forbid('channels/slack/bad', ...notForChannels.map((folder) => `../../${folder}/leaf.js`), '../telegram/leaf.js');
    forbid('http/bad', '../reply/leaf.js', '../store/leaf.js', '../channels/slack/leaf.js');
    forbid('config/bad', '../store/leaf.js', '../http/leaf.js');
    forbid('console/bad', '../store/leaf.js', '../turns/leaf.js', '../config/leaf.js');
    sources['src/core/badType.ts'] = "import type { leaf } from '../store/leaf.js';\nexport type L = typeof leaf;\n";
    forbidden.push('src/core/badType.ts → src/store/leaf.ts');

    const { code, output } = await check(sources);
    expect(code).toBe(1);
    for (const pair of forbidden) expect(output).toContain(pair);
    const reported = output.split('\n').filter((line) => line.includes(' → '));
    const pairs = new Set(reported.map((line) => line.replace(/^[\w-]+: /, '')));
    expect([...pairs].sort()).toEqual([...new Set(forbidden)].sort());
  });

  it('refuses circles, of types too', async () => {
    const { code, output } = await check({
      'src/core/one.ts': "import type { Two } from './two.js';\nexport type One = Two | 1;\n",
      'src/core/two.ts': "import type { One } from './one.js';\nexport type Two = One | 2;\n",
    });
    expect(output).toMatch(/no-circles: src\/core\/one\.ts → src\/core\/two\.ts → src\/core\/one\.ts/);
    expect(code).toBe(1);
  });

  it('refuses a development tool in built code, and what cannot be resolved', async () => {
    const { code, output } = await check({ 'src/core/bad.ts': importing('fast-check', './missing.js') });
    expect(output).toMatch(/built-code-needs-no-development-tool: src\/core\/bad\.ts → .*fast-check/);
    expect(output).toMatch(/every-import-can-be-resolved: src\/core\/bad\.ts → \.\/missing\.js/);
    expect(code).toBe(1);
  });

  it('refuses a folder that the house does not have', async () => {
    const { code, output } = await check({ 'src/utils/strings.ts': 'export const a = 1;\n' });
    expect(output).toContain('src/utils/strings.ts stands in no folder of the house');
    expect(code).toBe(1);
  });

  it('fails when no module was read', async () => {
    const blind = RULE.replace('tsPreCompilationDeps: true,', "tsPreCompilationDeps: true, exclude: '.*',");
    expect(blind).not.toBe(RULE);
    const { code, output } = await check({ 'src/core/leaf.ts': 'export const leaf = 1;\n' }, blind);
    expect(output).toMatch(/FAILED imports: 0 of 1 modules read/);
    expect(code).toBe(1);
  });

  it('fails when there is nothing to read', async () => {
    const { code, output } = await check({ 'src/readme.txt': 'nothing', 'test/one.ts': 'export const one = 1;\n' });
    expect(output).toContain('src has no TypeScript files');
    expect(code).toBe(1);
  });
});
