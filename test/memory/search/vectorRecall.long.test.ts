import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadMind, type MakeVector, someOf } from '../../../bench/memory/loadMind.js';
import { measureVectorRecall } from '../../../bench/memory/vectorRecall.js';
import { meaningVector } from '../../platforms/model/embeddings.js';
import { createSeededRandom } from '../../setup/seededRandom.js';

/** The gate of the issue, for the search of vectors by their signs beside the exact one. */
const GATE = 0.95;
const FRAMES = 12_000;
const QUESTIONS = 60;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-recall-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const meaning: MakeVector = {
  model: 'meaning',
  of: (text) => Float32Array.from(meaningVector('meaning', text)),
};

describe('the search of vectors by their signs', () => {
  it.each([
    ['hashed vectors', null],
    ['vectors of a model', meaning],
  ])('finds at least 95 of 100 of the nearest: %s', (_, vectors) => {
    const now = Date.UTC(2026, 5, 1);
    const mind = loadMind(join(folder, 'mind.db'), { frames: FRAMES, random: createSeededRandom(7), now, vectors });
    const { at10, at20 } = measureVectorRecall(mind, someOf(mind.questions, QUESTIONS), vectors, now);
    mind.db.close();
    expect(at10).toBeGreaterThanOrEqual(GATE);
    expect(at20).toBeGreaterThanOrEqual(GATE);
  });
});
