import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planAsked, planCompaction, type SizedEntry } from '../../../src/runtime/compaction/planCompaction.js';

const exchange = (tokens: number): SizedEntry[] => [
  { role: 'user', tokens },
  { role: 'assistant', tokens },
];
const exchanges = (count: number, tokens: number) => Array.from({ length: count }, () => exchange(tokens)).flat();

describe('planCompaction', () => {
  it('leaves a prompt of at most half the window alone', () => {
    expect(planCompaction(exchanges(50, 10), 0, 2000)).toBeNull();
    expect(planCompaction(exchanges(50, 10), 1, 2000)).not.toBeNull();
  });

  it('keeps the first four exchanges and the last 20 lines', () => {
    expect(planCompaction(exchanges(50, 1), 1000, 2000)).toEqual({ from: 8, to: 80 });
  });

  it('keeps fewer of the last lines when they fill a fifth of the threshold, but always a whole question and its answer', () => {
    expect(planCompaction(exchanges(20, 100), 0, 4000)).toEqual({ from: 8, to: 36 });
  });

  it('merges an earlier summary, which stands right behind the first exchanges', () => {
    const entries: SizedEntry[] = [...exchanges(4, 10), { role: 'summary', tokens: 100 }, ...exchanges(40, 10)];
    expect(planCompaction(entries, 0, 1000)?.from).toBe(8);
  });

  it('keeps fewer of the first exchanges where those alone are too much', () => {
    expect(planCompaction([...exchange(10), ...exchange(2000), ...exchanges(10, 10)], 0, 4000)).toMatchObject({
      from: 2,
    });
    expect(planCompaction(exchanges(5, 1000), 0, 2000)).toEqual({ from: 0, to: 8 });
  });

  it('gives up when nothing lies between', () => {
    expect(planCompaction(exchange(1000), 0, 2000)).toBeNull();
    expect(planCompaction(exchanges(2, 10), 5000, 2000)).toBeNull();
  });

  it('never cuts outside the history and never begins the tail with an answer', () => {
    const entry = fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), tokens: fc.nat(500) });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 120 }),
        fc.nat(5000),
        fc.integer({ min: 100, max: 20_000 }),
        (entries, fixed, window) => {
          const plan = planCompaction(entries, fixed, window);
          if (plan === null) return;
          expect(plan.from).toBeGreaterThanOrEqual(0);
          expect(plan.to).toBeLessThanOrEqual(entries.length);
          expect(plan.to - plan.from).toBeGreaterThanOrEqual(2);
          expect(entries[plan.to]?.role).not.toBe('assistant');
        },
      ),
    );
  });
});

describe('what is summarised because somebody asks', () => {
  it('lies between the lines that are usually kept, however much room is left', () => {
    expect(planAsked(exchanges(40, 20), 1_000_000)).toEqual({ from: 8, to: 60 });
  });

  it('is all but the last two exchanges where next to nothing lies between', () => {
    expect(planAsked(exchanges(6, 100), 1_000_000)).toEqual({ from: 0, to: 8 });
    expect(planAsked(exchanges(12, 40), 1_000_000)).toEqual({ from: 0, to: 20 });
  });

  it('is nothing where a summary would hardly be shorter', () => {
    expect(planAsked([], 1_000_000)).toBeNull();
    expect(planAsked(exchanges(2, 5_000), 1_000_000)).toBeNull();
    expect(planAsked(exchanges(10, 10), 1_000_000)).toBeNull();
    expect(planAsked([{ role: 'summary', tokens: 900 }, ...exchanges(2, 100)], 1_000_000)).toBeNull();
  });
});
