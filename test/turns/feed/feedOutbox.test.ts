import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../../src/core/events.js';
import { FeedOutbox } from '../../../src/turns/feed/feedOutbox.js';
import { endEvent, textEvent } from './feedContract.js';

const TURNS = ['a', 'b', 'c'];

/** Takes everything that is left, as a connection would. */
function drain(outbox: FeedOutbox): TurnEvent[] {
  const events: TurnEvent[] = [];
  while (!outbox.isEmpty) {
    for (const batch of outbox.take(5)) {
      events.push(...batch.events);
      outbox.settle(batch.turn, batch.events.length);
    }
  }
  return events;
}

const textOf = (events: readonly TurnEvent[], turn: string) =>
  events.map((event) => (event.turn === turn && event.type === 'text' ? event.delta : '')).join('');

describe('feed outbox', () => {
  it('keeps order and text whatever is published while batches are sent, lost and sent again', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('push' as const), turn: fc.constantFrom(...TURNS) }) },
      fc.record({ do: fc.constant('send' as const), limit: fc.integer({ min: 1, max: 6 }), arrives: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.constantFrom(1_500, 1_000_000), (steps, maxBytes) => {
        const outbox = new FeedOutbox(maxBytes);
        const seqs = new Map<string, number>();
        const whole = new Map<string, string>();
        const arrived: TurnEvent[] = [];
        for (const each of steps) {
          if (each.do === 'push') {
            const seq = (seqs.get(each.turn) ?? 0) + 1;
            seqs.set(each.turn, seq);
            whole.set(each.turn, `${whole.get(each.turn) ?? ''}${seq},`);
            outbox.push(textEvent(each.turn, 1, seq, `${seq},`));
          } else {
            const batches = outbox.take(each.limit);
            expect(batches.reduce((sum, batch) => sum + batch.events.length, 0)).toBeLessThanOrEqual(each.limit);
            for (const { turn, events } of batches) {
              if (each.arrives) arrived.push(...events);
              if (each.arrives) outbox.settle(turn, events.length);
            }
          }
        }
        arrived.push(...drain(outbox));
        for (const turn of TURNS) {
          const mine = arrived.filter((event) => event.turn === turn).map((event) => event.seq);
          expect(mine).toEqual([...new Set(mine)].sort((a, b) => a - b));
          if (outbox.takeDropped() === 0 && maxBytes > 100_000) {
            expect(textOf(arrived, turn)).toBe(whole.get(turn) ?? '');
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('never merges what may have arrived with what has not been sent', () => {
    const outbox = new FeedOutbox(2_000);
    for (let seq = 1; seq <= 3; seq += 1) outbox.push(textEvent('a', 1, seq, `${seq},`));
    const [first] = outbox.take(3);
    expect(first?.events).toHaveLength(3);
    for (let seq = 4; seq <= 30; seq += 1) outbox.push(textEvent('a', 1, seq, `${seq},`));
    const pending = outbox.pendingOf('a').map((event) => event.seq);
    expect(pending.slice(0, 3)).toEqual([1, 2, 3]);
    expect(pending.length).toBeLessThan(12);
    outbox.push(endEvent('a', 1, 31));
    const events = drain(outbox);
    expect(textOf(events, 'a')).toBe(Array.from({ length: 30 }, (_, index) => `${index + 1},`).join(''));
    expect(outbox.takeDropped()).toBe(0);
  });

  it('drops the oldest text above its bound and never an end', () => {
    const outbox = new FeedOutbox(100_000);
    for (let seq = 1; seq <= 100; seq += 1) outbox.push(textEvent('a', 1, seq, 'x'.repeat(1_000)));
    outbox.push(endEvent('a', 1, 101));
    for (let seq = 1; seq <= 100; seq += 1) outbox.push(textEvent('b', 1, seq, 'y'.repeat(1_000)));
    expect(outbox.takeDropped()).toBeGreaterThan(0);
    const events = drain(outbox);
    expect(events.filter((event) => event.type === 'final').map((event) => event.turn)).toEqual(['a']);
    expect(textOf(events, 'b').length).toBeGreaterThan(0);
    expect(textOf(events, 'b').length).toBeLessThan(50_000);
  });
});
