import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOldFiles } from '../../../src/runtime/workspace/removeOld.js';

const DAY_MS = 24 * 3_600_000;

it('files from and for chats go after 30 days, whatever lane they are of; other files stay', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waggle-old-'));
  const now = Date.now();
  const at = (lane: string, folder: string, name: string, ageDays: number) => {
    const path = join(dataDir, 'workspaces', lane, folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'x');
    const time = (now - ageDays * DAY_MS) / 1000;
    utimesSync(path, time, time);
    return path;
  };
  const old = [at('a', 'inbox', 'one', 31), at('b', 'outbox', 'two', 40)];
  const kept = [at('a', 'inbox', 'three', 29), at('a', '.', 'work.md', 90)];
  expect(await removeOldFiles(dataDir, now)).toBe(2);
  expect(old.map((path) => existsSync(path))).toEqual([false, false]);
  expect(kept.map((path) => existsSync(path))).toEqual([true, true]);
  expect(await removeOldFiles(join(dataDir, 'nowhere'), now)).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});
