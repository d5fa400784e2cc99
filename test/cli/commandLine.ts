import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

const MAIN = resolve(import.meta.dirname, '../../dist/cli/main.js');

export interface CommandLine {
  /** An empty folder; the data directory is `data` in it. */
  home(): string;
  /** Runs `waggle ...` as an operator does. */
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>;
}

/**
 * The command line in an empty folder for each test.
 *
 * @param before the words that every call begins with
 */
export function useCommandLine(...before: readonly string[]): CommandLine {
  let home = '';
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'waggle-cli-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));
  return {
    home: () => home,
    run: (...args) => {
      const env = { ...process.env, WAGGLE_DATA_DIR: join(home, 'data'), WAGGLE_CONFIG: '' };
      return new Promise((done) => {
        execFile(process.execPath, [MAIN, ...before, ...args], { env, cwd: home }, (error, out, err) => {
          done({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        });
      });
    },
  };
}
