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

/** Runs `waggle ...` as an operator does, on a data directory and from a folder. */
export function runWaggle(
  args: readonly string[],
  place: { readonly dataDir: string; readonly cwd: string },
): ReturnType<CommandLine['run']> {
  const env = { ...process.env, WAGGLE_DATA_DIR: place.dataDir, WAGGLE_CONFIG: '' };
  return new Promise((done) => {
    execFile(process.execPath, [MAIN, ...args], { env, cwd: place.cwd }, (error, out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
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
    run: (...args) => runWaggle([...before, ...args], { dataDir: join(home, 'data'), cwd: home }),
  };
}
