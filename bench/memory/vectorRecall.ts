import { HASHED_DIMS, HASHED_MODEL, hashedVector } from '../../src/memory/embedding/hashedVector.js';
import { filterOf } from '../../src/memory/search/rowFilter.js';
import { vectorTable } from '../../src/memory/search/searchMind.js';
import { toCodes } from '../../src/memory/search/vectorMath.js';
import type { OpenedMind } from '../../src/memory/threads/openedMind.js';
import type { MakeVector } from './loadMind.js';

export interface VectorRecall {
  /** Share of the ten and twenty nearest that the short cut by signs finds, on average. */
  readonly at10: number;
  readonly at20: number;
  /** Bytes that the vectors of an open mind hold in memory. */
  readonly bytes: number;
}

/** Compares the search of vectors with the exact one, over questions. */
export function measureVectorRecall(
  mind: OpenedMind,
  questions: readonly string[],
  vectors: MakeVector,
  now: number,
): VectorRecall {
  const { model, of } = vectors ?? { model: HASHED_MODEL, of: hashedVector };
  const filter = filterOf(['private', 'shared'], { text: '', limit: 20, now });
  const shares: { readonly at10: number; readonly at20: number }[] = [];
  let bytes = 0;
  mind.db.transaction(() => {
    const table = vectorTable(mind, model, vectors === null ? HASHED_DIMS : of('x').length);
    if (table === undefined) throw new Error('the mind has no vectors');
    for (const question of questions) {
      const codes = toCodes(of(question));
      const near = table.nearest(codes, filter, 20);
      const exact = table.nearestExactly(codes, filter, 20);
      shares.push({ at10: shareOf(near, exact, 10), at20: shareOf(near, exact, 20) });
    }
    bytes = table.bytes();
  })();
  const mean = (pick: (share: (typeof shares)[number]) => number) =>
    shares.reduce((sum, share) => sum + pick(share), 0) / shares.length;
  return { at10: mean(({ at10 }) => at10), at20: mean(({ at20 }) => at20), bytes };
}

interface Near {
  readonly id: number;
  readonly cosine: number;
}

/** A frame as near as the last of the exact ones counts: among equals the choice is arbitrary. */
function shareOf(near: readonly Near[], exact: readonly Near[], count: number): number {
  const last = exact.slice(0, count).at(-1)?.cosine ?? 0;
  const found = near.slice(0, count).filter(({ cosine }) => cosine >= last - 1e-9).length;
  return found / Math.min(count, exact.length);
}
