import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { now } from './now.js';

/** A child process that tells what happens by lines on stdout. */
export interface LineProcess {
  readonly pid: number;
  /** When it was spawned. */
  readonly startedAt: number;
  tell(line: string): void;
  /** Ends it, by force after 10 s. */
  stop(): Promise<void>;
}

export interface LineProcessOptions {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Receives its stderr. */
  readonly logFile: string;
  readonly onLine: (line: string) => void;
  /** Called when it has ended, by whomever. */
  readonly onEnd?: () => void;
}

const KILL_AFTER_MS = 10_000;

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Starts a process that ends with this one at the latest. */
export function startLineProcess(options: LineProcessOptions): LineProcess {
  const [command, ...args] = options.command;
  const log = openSync(options.logFile, 'a');
  const startedAt = now();
  const child: ChildProcess = spawn(command, args, {
    cwd: options.cwd,
    env: { PATH: process.env.PATH ?? '', HOME: options.cwd, ...options.env },
    stdio: ['pipe', 'pipe', log],
  });
  closeSync(log);
  const { pid, stdin, stdout } = child;
  if (pid === undefined || stdin === null || stdout === null) throw new Error(`${command} cannot be started`);
  living.add(child);
  child.once('exit', () => {
    living.delete(child);
    options.onEnd?.();
  });
  stdin.on('error', () => {});
  createInterface({ input: stdout }).on('line', options.onLine);

  return {
    pid,
    startedAt,
    tell: (line) => stdin.write(`${line}\n`),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
