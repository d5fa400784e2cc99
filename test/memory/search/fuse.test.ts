import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuseLegs, priorOf } from '../../../src/memory/search/fuse.js';
import { fuseMinds } from '../../../src/memory/search/fuseMinds.js';
import { thinOut } from '../../../src/memory/search/thinOut.js';

const DAY = 86_400_000;
const row = { id: 1, importance: 2, trust: 1, uses: 0, createdAt: 0 } as const;
const balanced = { profile: 'balanced', isTemporal: false } as const;

describe('fuseLegs', () => {
  it('adds up what each leg gives, by rank', () => {
    const scores = fuseLegs(
      [
        { leg: 'keyword', ids: [7, 8] },
        { leg: 'vector', ids: [8] },
        { leg: 'entity', ids: [9] },
      ],
      balanced,
    );
    expect(scores.get(7)).toBeCloseTo(1 / 60);
    expect(scores.get(8)).toBeCloseTo(1 / 61 + 1 / 60);
    expect(scores.get(9)).toBeCloseTo(0.6 / 60);
  });

  it('weighs the newest by what the question is about, and entities by the profile', () => {
    const recent = [{ leg: 'recent', ids: [1] }] as const;
    expect(fuseLegs(recent, balanced).get(1)).toBeCloseTo(0.4 / 60);
    expect(fuseLegs(recent, { ...balanced, isTemporal: true }).get(1)).toBeCloseTo(1.2 / 60);
    const entity = [{ leg: 'entity', ids: [1] }] as const;
    expect(fuseLegs(entity, { ...balanced, profile: 'connected' }).get(1)).toBeCloseTo(1.5 / 60);
  });
});

describe('priorOf', () => {
  // Part B, 1.
  it('never lifts a frame from rank 20 in both legs over the first', () => {
    fc.assert(
      fc.property(
        fc.record({
          importance: fc.integer({ min: 0, max: 4 }),
          trust: fc.constantFrom(0, 1, 2, 3),
          uses: fc.nat(1e6),
          createdAt: fc.integer({ min: -4000 * DAY, max: DAY }),
        }),
        fc.constantFrom('balanced', 'recent', 'important', 'connected'),
        (of, profile) => {
          const prior = priorOf({ id: 1, ...of }, profile, 0);
          expect(Math.abs(prior)).toBeLessThanOrEqual(0.3);
          expect((2 / 80) * (1 + prior)).toBeLessThan(2 / 60);
        },
      ),
    );
  });

  // Part B, 4: no step at day seven, and no step at all.
  it('falls smoothly with age', () => {
    const at = (days: number) => priorOf({ ...row, createdAt: -days * DAY }, 'balanced', 0);
    for (let day = 0; day < 400; day += 1) {
      expect(at(day)).toBeGreaterThan(at(day + 1));
      expect(at(day) - at(day + 1)).toBeLessThan(0.0025);
    }
    expect(at(30)).toBeCloseTo(0.04);
  });

  // Part B, 3: only confirmed use counts.
  it('grows with uses', () => {
    expect(priorOf({ ...row, uses: 99 }, 'balanced', 1e15) - priorOf(row, 'balanced', 1e15)).toBeCloseTo(0.08);
  });
});

describe('thinOut', () => {
  const a = Int8Array.from([127, 3, 0, 0]);
  const likeA = Int8Array.from([127, 0, 2, 0]);
  const other = Int8Array.from([0, 0, 127, 90]);
  const vectors = new Map([
    [1, a],
    [2, likeA],
    [3, other],
  ]);
  const never = () => false;
  const hit = (id: number, score: number, content = `text ${'x'.repeat(id + 1)}`) => ({
    id,
    score,
    content,
  });

  it('tells what says the same once, the best of it', () => {
    expect(thinOut([hit(1, 3), hit(2, 2), hit(3, 1)], vectors, never, 5).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('keeps both of two that contradict each other or differ in a number', () => {
    const all = [hit(1, 3), hit(2, 2), hit(3, 1)];
    expect(thinOut(all, vectors, () => true, 5).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(thinOut([hit(1, 3, 'rent 900'), hit(2, 2, 'rent 950')], vectors, never, 5)).toHaveLength(2);
    expect(thinOut([hit(1, 3, 'lot A is sold'), hit(2, 2, 'lot C is sold')], vectors, never, 5)).toHaveLength(2);
  });

  it('keeps what has no vector, and no more than asked for', () => {
    expect(thinOut([hit(8, 3), hit(9, 2), hit(1, 1)], vectors, never, 2).map(({ id }) => id)).toEqual([8, 9]);
  });
});

describe('fuseMinds', () => {
  it('goes by rank, whatever the scores; the workspace a little first', () => {
    const lists = [
      { weight: 1, hits: ['mine 1', 'mine 2', 'mine 3'] },
      { weight: 1.1, hits: ['theirs 1', 'theirs 2'] },
    ];
    expect(fuseMinds(lists, 4).map(({ hit }) => hit)).toEqual(['theirs 1', 'theirs 2', 'mine 1', 'mine 2']);
    expect(fuseMinds([], 4)).toEqual([]);
  });
});
