import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A Node process of a test: it is told and tells by lines, and can be killed, frozen and thawed. */
export interface TestChild {
  readonly pid: number;
  /** Lines that it has written to stdout so far. */
  readonly lines: readonly string[];
  /** Lines that it has written to stderr so far; with `WAGGLE_TEST_STDERR=1` they are shown, too. */
  readonly errors: readonly string[];
  /** Resolves with the first line that fits; rejects when the process ends before. */
  waitForLine(fits: (line: string) => boolean): Promise<string>;
  /** Writes a line to its stdin. */
  tell(line: string): void;
  signal(name: NodeJS.Signals): void;
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** SIGKILL, when it still runs. */
  stop(): Promise<void>;
}

/** Starts a script (JavaScript) that stands at `path` relative to `callerUrl` (`import.meta.url`). */
export function startChild(
  path: string,
  callerUrl: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): TestChild {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL(path, callerUrl)), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const { stdout, stderr, stdin, pid } = child;
  if (stdout === null || stderr === null || stdin === null || pid === undefined)
    throw new Error(`${path} could not be started`);
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  const look = () => {
    for (const watcher of [...watchers]) watcher();
  };
  createInterface({ input: stdout }).on('line', (line) => {
    lines.push(line);
    look();
  });
  const errors: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => {
    errors.push(line);
    if (process.env.WAGGLE_TEST_STDERR === '1') process.stderr.write(`${line}\n`);
  });
  stdin.on('error', () => {});
  let isOver = false;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => {
      isOver = true;
      resolve(code ?? signal ?? 'SIGKILL');
      look();
    });
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.once('close', () => process.removeListener('exit', killAtExit));

  return {
    pid,
    lines,
    errors,
    waitForLine: (fits) =>
      new Promise((resolve, reject) => {
        const watcher = () => {
          const line = lines.find(fits);
          if (line === undefined && !isOver) return;
          watchers.delete(watcher);
          if (line === undefined) reject(new Error(`${path} ended; it wrote:\n${[...lines, ...errors].join('\n')}`));
          else resolve(line);
        };
        watchers.add(watcher);
        watcher();
      }),
    tell: (line) => stdin.write(`${line}\n`),
    signal: (name) => child.kill(name),
    ended,
    stop: async () => {
      if (isOver) return;
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await ended;
    },
  };
}
