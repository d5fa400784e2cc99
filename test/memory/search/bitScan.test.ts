import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestRows, SKIPPED, scanBits } from '../../../src/memory/search/bitScan.js';
import { bytesOf, codesOf, cosineOf, signWords, toCodes, toSigns } from '../../../src/memory/search/vectorMath.js';

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

function differing(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + ((x ^ (b[i] ?? 0)) >>> 0).toString(2).replaceAll('0', '').length, 0);
}

describe('scanBits', () => {
  it('counts the signs in which rows differ from the question', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(4, 8, 12, 48, 96).chain((words) =>
          fc.record({
            question: fc.array(word, { minLength: words, maxLength: words }),
            rows: fc.array(fc.array(word, { minLength: words, maxLength: words }), { minLength: 1, maxLength: 5 }),
          }),
        ),
        ({ question, rows }) => {
          const distances = new Uint16Array(rows.length + 1);
          const wanted = Uint8Array.from([...rows.map(() => 1), 0]);
          const bits = Int32Array.from([...rows.flat(), ...question]);
          scanBits(
            { bits, count: rows.length + 1, words: question.length },
            Int32Array.from(question),
            wanted,
            distances,
          );
          expect([...distances]).toEqual([...rows.map((row) => differing(row, question)), SKIPPED]);
        },
      ),
    );
  });

  it('counts up to the longest rows', () => {
    const distances = new Uint16Array(1);
    const bits = new Int32Array(248).fill(-1);
    scanBits({ bits, count: 1, words: 248 }, new Int32Array(248), Uint8Array.of(1), distances);
    expect(distances[0]).toBe(248 * 32);
  });
});

describe('nearestRows', () => {
  it('gives the rows of the smallest distances, without those that were skipped', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 20 }))),
        fc.integer({ min: 1, max: 10 }),
        (list, most) => {
          const distances = Uint16Array.from(list, (distance) => distance ?? SKIPPED);
          const rows = nearestRows(distances, list.length, most, 20);
          const looked = list.filter((distance) => distance !== null).sort((a, b) => a - b);
          const given = rows.map((row) => list[row] ?? 99).sort((a, b) => a - b);
          expect(given).toEqual(looked.slice(0, given.length));
          expect(given.length).toBeGreaterThanOrEqual(Math.min(most, looked.length));
          expect(given.length).toBeLessThan(2 * most + 1);
          expect(new Set(rows).size).toBe(rows.length);
        },
      ),
    );
  });
});

describe('stored vectors', () => {
  it('keep their direction, and their signs', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 130, maxLength: 130 }), (list) => {
        fc.pre(list.some((value) => Math.abs(value) > 0.1));
        const values = Float32Array.from(list);
        const codes = codesOf(bytesOf(toCodes(values)));
        let dot = 0;
        let square = 0;
        for (const [i, value] of values.entries()) {
          dot += value * (codes[i] ?? 0);
          square += value * value;
        }
        const length = Math.sqrt(codes.reduce((sum, code) => sum + code * code, 0));
        expect(dot / Math.sqrt(square) / length).toBeGreaterThan(0.995);
        expect(cosineOf(codes, codes)).toBeCloseTo(1);
        const signs = toSigns(codes);
        expect(signs).toHaveLength(signWords(130));
        expect(differing([...signs], [0])).toBe(codes.filter((code) => code > 0).length);
      }),
    );
  });
});
