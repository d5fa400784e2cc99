import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import type { MindId } from '../../src/core/memory/reach.js';
import { mindPath, ownerText } from '../../src/memory/mindFile/mindPath.js';
import { createMinds } from '../../src/memory/minds.js';
import { createSeededRandom } from '../../test/setup/seededRandom.js';
import { makeFrame } from './frames.js';
import { loadMind, someOf } from './loadMind.js';
import { measureVectorRecall, type VectorRecall } from './vectorRecall.js';

const QUESTIONS = 400;
const WARM_UP = 60;
const SAVES = 300;
const COMPARED = 60;

/** Milliseconds on the clock, and of all processors: on a busy machine only the latter say something about the program. */
export interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

export interface MindFigures {
  readonly frames: number;
  /** Each recall of ten, through the mind's thread, the vector of the question included. */
  readonly recalls: readonly Spent[];
  /** The first one, which reads the vectors. */
  readonly firstMs: number;
  readonly writes: readonly Spent[];
  readonly bytes: number;
  readonly vectors: VectorRecall;
}

/** Fills a mind with so many frames and measures what a turn would wait for. */
export async function measureMind(folder: string, frames: number, seed: number): Promise<MindFigures> {
  const dataDir = join(folder, `mind-${frames}`);
  const id: MindId = { kind: 'person', person: 'bench' };
  const now = Date.UTC(2026, 5, 1);
  const random = createSeededRandom(seed);
  const file = mindPath(dataDir, id);
  const loaded = loadMind(file, { frames, random, now, vectors: null });
  loaded.db.prepare("INSERT INTO meta (key, value) VALUES ('owner', ?)").run(ownerText(id));
  const questions = someOf(loaded.questions, QUESTIONS);
  const vectors = measureVectorRecall(loaded, someOf(questions, COMPARED), null, now);
  loaded.db.close();

  const minds = createMinds({ dataDir, clock: systemClock, log: silentLog });
  try {
    const view = { mind: id, scopes: ['private', 'shared'] as const };
    const recall = (text: string) => timed(() => minds.search([view], { text, limit: 10, now }));
    const { wall: firstMs } = await recall('first question');
    for (const question of questions.slice(0, WARM_UP)) await recall(`${question} now`);
    const recalls: Spent[] = [];
    for (const question of questions) recalls.push(await recall(question));
    const writes: Spent[] = [];
    for (let n = 0; n < SAVES; n += 1) {
      const { frame } = makeFrame(random, frames + n, now);
      writes.push(await timed(() => minds.save(id, { ...frame, now })));
    }
    return { frames, recalls, firstMs, writes: writes.slice(20), bytes: loaded.bytes, vectors };
  } finally {
    await minds.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timed(run: () => Promise<unknown>): Promise<Spent> {
  const before = process.cpuUsage();
  const begin = performance.now();
  await run();
  const wall = performance.now() - begin;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}
