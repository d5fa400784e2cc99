import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestName } from '../../src/core/nearestName.js';

const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C', '_'), maxLength: 8 });

describe('editDistance', () => {
  it.each([
    ['', 'ABC', 3],
    ['HTPP', 'HTTP', 1],
    ['HTTP', 'HTPT', 1],
    ['PORT', 'PORTS', 1],
    ['TELEGRAM_TOKEN', 'TELEGRAM_BOT_TOKEN', 4],
  ])('counts the edits from "%s" to "%s"', (from, to, edits) => {
    expect(editDistance(from, to)).toBe(edits);
  });

  it('is zero for equal words only, the same both ways, and at most the longer length', () => {
    fc.assert(
      fc.property(word, word, (from, to) => {
        const distance = editDistance(from, to);
        expect(distance === 0).toBe(from === to);
        expect(editDistance(to, from)).toBe(distance);
        expect(distance).toBeLessThanOrEqual(Math.max(from.length, to.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(from.length - to.length));
      }),
    );
  });
});

describe('nearestName', () => {
  it('finds the candidate with the fewest edits', () => {
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1 }), (name, candidates) => {
        const nearest = nearestName(name, candidates);
        expect(nearest?.distance).toBe(Math.min(...candidates.map((candidate) => editDistance(name, candidate))));
      }),
    );
  });

  it('has no answer without candidates', () => {
    expect(nearestName('A', [])).toBeUndefined();
  });
});
