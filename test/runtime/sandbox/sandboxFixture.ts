import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../../src/core/clock.js';
import { openSandbox, type SandboxDeps, type SandboxEnd } from '../../../src/runtime/sandbox/sandbox.js';
import { ADDED } from '../../../src/runtime/sandbox/sandboxArguments.js';

/** What no command may ever print. */
export const SECRET = 'sk-waggle-secret-7d3f';

export interface RunOptions {
  readonly isReadOnly?: boolean;
  readonly timeMs?: number;
  readonly signal?: AbortSignal;
  readonly deps?: Partial<SandboxDeps>;
}

/** A data directory with a secret in it and the workspaces of two lanes. */
export interface Premises {
  readonly dataDir: string;
  readonly workspace: string;
  readonly neighbour: string;
  bash(text: string, options?: RunOptions): Promise<SandboxEnd>;
  /** Lets the process do so much else. */
  turnsOfTheLoop(count: number): Promise<void>;
  remove(): void;
}

export function openPremises(): Premises {
  const dataDir = mkdtempSync(join(tmpdir(), 'waggle-sandbox-'));
  const workspace = join(dataDir, 'workspaces', 'mine');
  const neighbour = join(dataDir, 'workspaces', 'neighbour');
  for (const folder of [workspace, neighbour]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'gateway.db'), SECRET);
  writeFileSync(join(neighbour, 'diary.txt'), SECRET);
  return {
    dataDir,
    workspace,
    neighbour,
    bash: (text, { isReadOnly = false, timeMs = 20_000, signal = new AbortController().signal, deps } = {}) =>
      openSandbox({ clock: systemClock, hidden: [dataDir], ...deps }).run({
        workspace,
        isReadOnly,
        command: ['bash', `${ADDED}/script`],
        script: { name: 'script', text },
        timeMs,
        signal,
      }),
    turnsOfTheLoop: async (count) => {
      for (let turn = 0; turn < count; turn += 1) await setImmediate();
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Processes of this machine in whose command line a text stands. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}
