import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { importanceCode, sourceCode } from '../../src/memory/frames/codes.js';
import { hashOf } from '../../src/memory/frames/normalForm.js';
import { openMind } from '../../src/memory/mindFile/openMind.js';
import { embedHere, keepVectors, type NewVector, waitingFrames } from '../../src/memory/search/vectorStore.js';
import type { OpenedMind } from '../../src/memory/threads/openedMind.js';
import type { SeededRandom } from '../../test/setup/seededRandom.js';
import { makeFrame } from './frames.js';

/** Frames of one transaction. */
const BATCH = 2000;

/** Vectors of a model that is not ours; null: the hashed ones. */
export type MakeVector = { readonly model: string; of(text: string): Float32Array } | null;

export interface LoadedMind extends OpenedMind {
  /** Questions, each made of words of one frame. */
  readonly questions: readonly string[];
  readonly bytes: number;
}

/**
 * A mind with so many frames, each with its vector. The rows are written directly, because 100,000 saves one by one take
 * minutes; triggers fill the index as always.
 */
export function loadMind(
  file: string,
  options: {
    readonly frames: number;
    readonly random: SeededRandom;
    readonly now: number;
    readonly vectors: MakeVector;
  },
): LoadedMind {
  const { frames, random, now, vectors } = options;
  mkdirSync(dirname(file), { recursive: true });
  const db = openMind(file);
  const mind: OpenedMind = { file, db };
  const insert = db.prepare(
    `INSERT INTO frame (kind, gop_id, t, content, norm_hash, importance, source, confidence, trust, author, scope, valid_from, created_at)
     VALUES ('I', @gop, @t, @content, @hash, @importance, @source, 0.7, @trust, @author, @scope, @at, @at)`,
  );
  const questions: string[] = [];
  const add = db.transaction((from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      const { frame, question } = makeFrame(random, n, now);
      insert.run({
        gop: frame.gop ?? 'bench',
        t: n,
        content: frame.content,
        hash: hashOf(frame.content),
        importance: importanceCode(frame.importance),
        source: sourceCode(frame.source),
        trust: frame.trust,
        author: frame.author,
        scope: frame.scope,
        at: frame.now,
      });
      questions.push(question);
    }
  });
  for (let from = 0; from < frames; from += BATCH) add.immediate(from, Math.min(frames, from + BATCH));
  while (db.transaction(() => embed(mind, vectors, now)).immediate()) {}
  db.pragma('wal_checkpoint(TRUNCATE)');
  return { ...mind, questions, bytes: statSync(file).size };
}

function embed(mind: OpenedMind, vectors: MakeVector, now: number): boolean {
  if (vectors === null) return embedHere(mind, { limit: BATCH, now });
  const waiting = waitingFrames(mind, { model: vectors.model, dims: null, limit: BATCH, now });
  const made = waiting.map(({ id, content }): NewVector => ({ id, content, values: vectors.of(content) }));
  keepVectors(mind, { model: vectors.model, vectors: made });
  return waiting.length === BATCH;
}

/** So many questions, spread over all of them. */
export function someOf<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, i) => i % step === 0).slice(0, count);
}
