import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTree, type Tree } from './tree.js';

let tree: Tree;
beforeEach(() => {
  tree = createTree({ 'src/short.ts': 'export const short = 1;\n' }, false);
});
afterEach(() => tree.remove());

describe('node scripts/check.mjs lengths', () => {
  const check = () => tree.run(['scripts/check.mjs', 'lengths']);

  it('takes a file of 499 lines', async () => {
    tree.write('test/long.test.ts', '\n'.repeat(499));
    expect(await check()).toMatchObject({ code: 0, output: expect.stringContaining('the longest has 499 lines') });
  });

  it.each(['src/a/long.ts', 'test/long.test.ts', 'scripts/long.mjs'])('refuses 500 lines in %s', async (file) => {
    tree.write(file, '\n'.repeat(500));
    const { code, output } = await check();
    expect(code).toBe(1);
    expect(output).toContain(`${file} has 500 lines`);
  });

  it('refuses a name that is no check', async () => {
    const { code, output } = await tree.run(['scripts/check.mjs', 'lenghts']);
    expect(code).toBe(2);
    expect(output).toContain('no check is called lenghts; there are: types, biome, imports, lengths, knip');
  });
});

describe('node scripts/ci/summary.mjs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waggle-summary-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes what a step leaves behind: its exit code, and a report where it made one. */
  function leave(step: string, code: number, report?: object) {
    writeFileSync(join(folder, `${step}.code`), `${code}\n`);
    if (report !== undefined) writeFileSync(join(folder, `${step}.json`), JSON.stringify(report));
  }
  const sum = () => tree.run(['scripts/ci/summary.mjs', folder]);

  it('adds up tests, steps without a report counting as one', async () => {
    leave('check', 0);
    leave('start', 0, { passed: 4, failed: 0 });
    leave('test', 0, { numPassedTests: 100, numFailedTests: 0, numPendingTests: 0 });
    expect(await sum()).toEqual({ code: 0, output: '105 passed, 0 failed\n' });
  });

  it('counts failed tests, and names skipped ones', async () => {
    leave('test', 1, { numPassedTests: 10, numFailedTests: 2, numPendingTests: 3 });
    expect(await sum()).toEqual({ code: 1, output: 'FAILED test: exit code 1\n3 skipped\n10 passed, 2 failed\n' });
  });

  it('counts a step that failed without a failed test', async () => {
    leave('check', 1);
    leave('test', 1, { numPassedTests: 10, numFailedTests: 0 });
    leave('test-long', 124);
    const named = 'FAILED check: exit code 1\nFAILED test-long: exit code 124\nFAILED test: exit code 1\n';
    expect(await sum()).toEqual({ code: 1, output: `${named}10 passed, 3 failed\n` });
  });

  it('names failed tests and files that could not be read, with the beginning of what they said', async () => {
    const test = {
      status: 'failed',
      fullName: 'a lane keeps its order',
      failureMessages: [`Error: 2 before 1${'.'.repeat(999)}`],
    };
    leave('test', 1, {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        { name: 'test/a.test.ts', status: 'failed', assertionResults: [test, { status: 'passed', fullName: 'other' }] },
        { name: 'test/b.test.ts', status: 'failed', message: 'SyntaxError: no', assertionResults: [] },
      ],
    });
    const { output } = await sum();
    expect(output).toContain('FAILED test: test/a.test.ts: a lane keeps its order: Error: 2 before 1...');
    expect(output).toContain('FAILED test: test/b.test.ts: SyntaxError: no\n1 passed, 1 failed\n');
    expect(output).not.toContain('other');
    expect(output.length).toBeLessThan(700);
  });

  it('names what was running when the time of a step was over, and tests that needed a second try', async () => {
    leave('test-long', 124, {
      numPassedTests: 7,
      numFailedTests: 0,
      testResults: [],
      running: ['test/slow.test.ts'],
      retried: ['test/shaky.test.ts: holds'],
      seconds: { 'test/quick.test.ts': 1, 'test/shaky.test.ts': 90 },
    });
    expect(await sum()).toEqual({
      code: 1,
      output: [
        'RETRIED test-long: test/shaky.test.ts: holds',
        'FAILED test-long: unfinished: test/slow.test.ts',
        'FAILED test-long: the slowest files before it: test/shaky.test.ts 90 s, test/quick.test.ts 1 s',
        '7 passed, 1 failed\n',
      ].join('\n'),
    });
  });

  it('takes no step at all for a failure', async () => {
    expect(await sum()).toEqual({ code: 1, output: '0 passed, 1 failed\n' });
  });
});
