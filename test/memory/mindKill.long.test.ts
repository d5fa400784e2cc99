import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import type { MindId } from '../../src/core/memory/reach.js';
import { mindPath } from '../../src/memory/mindFile/mindPath.js';
import { createMinds } from '../../src/memory/minds.js';
import { startChild } from '../setup/childProcess.js';
import { createSeededRandom } from '../setup/seededRandom.js';
import { faultsOf } from './checkMind.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-kill-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const ann: MindId = { kind: 'person', person: 'ann' };
const view = { mind: ann, scopes: ['private' as const, 'shared' as const] };
const start = (name: string, most?: number) =>
  startChild('./children/writeForever.mjs', import.meta.url, [
    dataDir,
    name,
    ...(most === undefined ? [] : [String(most)]),
  ]);

interface Promised {
  readonly id: number;
  readonly word: string;
}

function promisesOf(lines: readonly string[]): { saved: Promised[]; forgotten: number[] } {
  const words = lines.map((line) => line.split(' '));
  return {
    saved: words.flatMap(([what, id, word]) =>
      what === 'saved' && word !== undefined ? [{ id: Number(id), word }] : [],
    ),
    forgotten: words.flatMap(([what, id]) => (what === 'forgotten' ? [Number(id)] : [])),
  };
}

/** What was promised is there, in the row that was named, and is found by its word if it is in force. */
async function expectKept(lines: readonly string[]) {
  const { saved, forgotten } = promisesOf(lines);
  const minds = createMinds({ dataDir, clock: systemClock, log: silentLog });
  const frames = new Map(
    (
      await minds.get(
        view,
        saved.map(({ id }) => id),
      )
    ).map((frame) => [frame.id, frame]),
  );
  for (const { id, word } of saved) {
    const frame = frames.get(id);
    expect(frame?.content).toContain(word);
    if (forgotten.includes(id)) expect(frame?.validTo).not.toBeNull();
    if (frame?.validTo !== null) continue;
    const found = await minds.search([view], { text: word, limit: 5, now: Date.now() });
    expect(found.map((hit) => hit.id)).toContain(id);
  }
  await minds.close();
  return saved.length;
}

describe('kill -9', () => {
  it('at any point of a write leaves no frame unsearchable and no row without its index entry', async () => {
    const random = createSeededRandom(5);
    const lines: string[] = [];
    for (let kill = 0; kill < 14; kill += 1) {
      const child = start(`k${kill}`);
      const enough = random.between(1, 60);
      await child.waitForLine(() => child.lines.length >= enough);
      child.signal('SIGKILL');
      await child.ended;
      lines.push(...child.lines);
      expect(faultsOf(mindPath(dataDir, ann))).toEqual([]);
    }
    expect(await expectKept(lines)).toBeGreaterThan(100);
  });

  it('of one of two processes that write to one mind leaves the other at work', async () => {
    const random = createSeededRandom(6);
    const steady = start('steady', 400);
    const lines: string[] = [];
    for (let kill = 0; kill < 5; kill += 1) {
      const child = start(`m${kill}`);
      await child.waitForLine(() => child.lines.length >= random.between(5, 40));
      child.signal('SIGKILL');
      await child.ended;
      lines.push(...child.lines);
    }
    await steady.waitForLine((line) => line === 'done');
    expect(await steady.ended).toBe(0);
    expect(faultsOf(mindPath(dataDir, ann))).toEqual([]);
    await expectKept([...lines, ...steady.lines]);
  });
});

describe('two processes', () => {
  it('write to one mind at once without losing, doubling or failing anything', async () => {
    const children = ['a', 'b', 'c'].map((name) => start(name, 200));
    expect(await Promise.all(children.map((child) => child.ended))).toEqual([0, 0, 0]);
    expect(faultsOf(mindPath(dataDir, ann))).toEqual([]);
    const lines = children.flatMap((child) => child.lines);
    expect(await expectKept(lines)).toBe(600);
  });
});
