import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small project of its own, with our scripts in it. */
export interface Tree {
  readonly root: string;
  write(file: string, text: string): void;
  /** Runs a Node program in the tree and waits for its end. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Starts one and hands it over as soon as it has printed `until`. */
  start(args: readonly string[], until: string, env?: Readonly<Record<string, string>>): Promise<ChildProcess>;
  remove(): void;
}

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** @param shareModules link our own `node_modules` into the tree */
export function createTree(files: Readonly<Record<string, string>>, shareModules: boolean): Tree {
  const root = mkdtempSync(join(tmpdir(), 'waggle-tree-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  cpSync('scripts', join(root, 'scripts'), { recursive: true });
  if (shareModules) symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  for (const [file, text] of Object.entries(files)) write(file, text);
  const children = new Set<ChildProcess>();

  const launch = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    return child;
  };

  return {
    root,
    write,
    run: (args, env) =>
      new Promise((resolve, reject) => {
        const child = launch(args, env);
        let output = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, output }));
      }),
    start: (args, until, env) =>
      new Promise((resolve, reject) => {
        const child = launch(args, env);
        let output = '';
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk) => {
            output += chunk;
            if (output.includes(until)) resolve(child);
          });
        }
        child.once('error', reject);
        child.once('close', () => reject(new Error(`ended without saying "${until}": ${output}`)));
      }),
    remove: () => {
      for (const child of children) child.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}
