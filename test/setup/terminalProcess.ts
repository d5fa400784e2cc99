import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describeWhere } from './describeWhere.js';

/** A Node program that sits at a terminal of its own (a real pty), as a person would start it. */
export interface TerminalProcess {
  /** Types keys as they are: `\t` is Tab, `\r` Enter. */
  type(keys: string): void;
  /** All that was written to the screen so far, without control sequences. */
  screen(): string;
  /** Waits until the screen's text since the last call fits; rejects with the screen after some seconds. */
  waitFor(fits: RegExp): Promise<void>;
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 10_000;
const INSTALL_PYTHON = 'apt-get install python3';

/** Starts `node file ...args`, `file` relative to `callerUrl`. */
export function startAtTerminal(
  file: string,
  callerUrl: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): TerminalProcess {
  const pty = fileURLToPath(new URL('./ptyScreen.py', import.meta.url));
  const program = fileURLToPath(new URL(file, callerUrl));
  const child = spawn('python3', [pty, process.execPath, program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TERM: 'xterm-256color', ...env },
  });
  let raw = '';
  let seen = 0;
  let changed = () => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
    changed();
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const screen = () => stripVTControlCharacters(raw).replaceAll('\r', '');
  return {
    type: (keys) => child.stdin.write(keys),
    screen,
    waitFor: (fits) => {
      const look = () => {
        const found = fits.exec(screen().slice(seen));
        if (found !== null) seen += found.index + found[0].length;
        return found !== null;
      };
      return new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          changed = () => {};
          reject(new Error(`${fits} did not come; the screen:\n${screen().slice(-2_000)}`));
        }, PATIENCE_MS);
        changed = () => {
          if (!look()) return;
          clearTimeout(giveUp);
          changed = () => {};
          resolve();
        };
        changed();
      });
    },
    ended,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A suite that needs a real terminal, which Python's standard library opens. */
export function describeAtTerminal(name: string, suite: () => void): void {
  const isThere = spawnSync('python3', ['--version']).status === 0;
  describeWhere(name, isThere ? null : `python3 is missing: ${INSTALL_PYTHON}`, suite);
}
