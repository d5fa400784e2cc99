import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../../src/core/events.js';
import { comparePositions, FEED_START } from '../../../src/turns/feed/feedPosition.js';
import { TurnLog } from '../../../src/turns/feed/turnLog.js';
import { collect, endEvent, textEvent } from './feedContract.js';

const never = () => new AbortController().signal;

describe('turn log', () => {
  it('gives events in their order however they come in, each once, and ends with the newest attempt', async () => {
    const events: TurnEvent[] = [
      ...[1, 2, 3, 4].map((seq) => textEvent('t', 1, seq, `${seq}`)),
      endEvent('t', 1, 5),
      ...[1, 2, 3].map((seq) => textEvent('t', 2, seq, `${seq}`)),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...events, ...events]),
        fc.integer({ min: 0, max: 8 }),
        async (order, from) => {
          const log = new TurnLog(1_000_000);
          const early = collect(log.read(FEED_START, never()));
          for (const [index, event] of order.entries()) {
            log.insert(event);
            if (index === from) await Promise.resolve();
          }
          log.insert(textEvent('t', 2, 4, 'last'));
          log.insert(endEvent('t', 2, 5));
          const all = await collect(log.read(FEED_START, never()));
          const positions = all.map((item) => item.event);
          expect([...positions].sort(comparePositions)).toEqual(positions);
          expect(new Set(all.map((item) => item.id)).size).toBe(all.length);
          expect(all.at(-1)?.id).toBe('2-5');
          expect(positions.filter((event) => event.type === 'final')).toHaveLength(1);
          const seen = (await early).map((item) => item.event);
          expect([...seen].sort(comparePositions)).toEqual(seen);
          expect(seen.at(-1)?.type).toBe('final');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('skips for a reader what comes in behind it', async () => {
    const log = new TurnLog(1_000_000);
    const items = log.read(FEED_START, never());
    log.insert(textEvent('t', 2, 1, 'new'));
    expect((await items.next()).value).toMatchObject({ id: '2-1' });
    log.insert(textEvent('t', 1, 7, 'late'));
    log.insert(endEvent('t', 2, 2));
    expect((await items.next()).value).toMatchObject({ id: '2-2' });
    expect(await items.next()).toMatchObject({ done: true });
    expect((await collect(log.read(FEED_START, never()))).map((item) => item.id)).toEqual(['1-7', '2-1', '2-2']);
  });
});
