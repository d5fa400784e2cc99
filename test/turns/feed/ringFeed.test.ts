import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRingFeed, type RingFeedOptions } from '../../../src/turns/feed/ringFeed.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { collect, describeFeedContract, endEvent, eventOf, textEvent, textIn } from './feedContract.js';

const never = new AbortController().signal;

function openRing(options: Omit<RingFeedOptions, 'clock'> = {}) {
  const clock = createFakeClock();
  return { clock, feed: createRingFeed({ clock, ...options }) };
}

/** Whether a read of the turn gives something without waiting for more. */
async function hasKept(feed: ReturnType<typeof openRing>['feed'], turn: string): Promise<boolean> {
  const controller = new AbortController();
  const items = collect(feed.read(turn, undefined, controller.signal), 1);
  setImmediate(() => controller.abort());
  return (await items).length > 0;
}

describe('ring feed', () => {
  describeFeedContract(async () => {
    const { feed } = openRing();
    return { publisher: feed, reader: feed, close: () => feed.close() };
  });

  it('keeps a turn ten minutes after its last event and leaves no timer behind', async () => {
    const { clock, feed } = openRing();
    feed.publish(textEvent('t', 1, 1, 'a'));
    await clock.advance(9 * 60_000);
    feed.publish(endEvent('t', 1, 2));
    await clock.advance(9 * 60_000);
    expect(await hasKept(feed, 't')).toBe(true);
    await clock.advance(2 * 60_000);
    expect(await hasKept(feed, 't')).toBe(false);
    await clock.advance(60_000);
    expect(clock.pending()).toBe(0);
  });

  it('keeps a silent running turn for as long as somebody reads it', async () => {
    const { clock, feed } = openRing();
    feed.publish(textEvent('t', 1, 1, 'a'));
    const items = collect(feed.read('t', undefined, never));
    await clock.advance(60 * 60_000);
    feed.publish(textEvent('t', 1, 2, 'b'));
    feed.publish(endEvent('t', 1, 3));
    expect(textIn(await items)).toBe('ab');
    await feed.close();
    expect(clock.pending()).toBe(0);
  });

  it('merges the text of a turn above its share: all of it stays, and every id still resumes exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(fc.option(fc.string({ maxLength: 12 }), { freq: 40, nil: null }), { minLength: 110, maxLength: 150 })
          .filter((deltas) => deltas.filter((delta) => delta === null).length <= 8),
        async (deltas) => {
          const { feed } = openRing({ maxTurnBytes: 15_000 });
          for (const [index, delta] of deltas.entries()) {
            feed.publish(
              delta === null
                ? eventOf('t', 1, index + 1, { type: 'segmentEnd', drop: false })
                : textEvent('t', 1, index + 1, delta),
            );
          }
          feed.publish(endEvent('t', 1, deltas.length + 1));
          const textAfter = (seq: number) =>
            deltas
              .slice(seq)
              .map((delta) => delta ?? '')
              .join('');
          expect(textIn(await collect(feed.read('t', undefined, never)))).toBe(textAfter(0));
          for (let seq = 0; seq <= deltas.length; seq += 7) {
            const items = await collect(feed.read('t', `1-${seq}`, never));
            expect(textIn(items)).toBe(textAfter(seq));
            expect(items.at(-1)?.event.type).toBe('final');
          }
          await feed.close();
        },
      ),
      { numRuns: 30 },
    );
  });

  it('drops the oldest text of a turn that writes without end, and still ends', async () => {
    const { feed } = openRing({ maxTurnBytes: 100_000 });
    for (let seq = 1; seq <= 2_000; seq += 1) feed.publish(textEvent('t', 1, seq, 'x'.repeat(100)));
    feed.publish(endEvent('t', 1, 2_001));
    const items = await collect(feed.read('t', undefined, never));
    expect(textIn(items).length).toBeLessThan(60_000);
    expect(textIn(items).length).toBeGreaterThan(20_000);
    expect(items.at(-1)?.event.type).toBe('final');
  });

  it('forgets ended turns first when memory runs out, and never cuts off the reader of a running one', async () => {
    const { feed } = openRing({ maxBytes: 20_000 });
    const items = feed.read('running', undefined, never)[Symbol.asyncIterator]();
    feed.publish(textEvent('running', 1, 1, 'a'));
    expect(await items.next()).toMatchObject({ value: { id: '1-1' } });
    feed.publish(textEvent('ended', 1, 1, 'b'.repeat(1_000)));
    feed.publish(endEvent('ended', 1, 2));
    for (let turn = 0; turn < 30; turn += 1) feed.publish(textEvent(`t${turn}`, 1, 1, 'c'.repeat(1_000)));
    expect(await hasKept(feed, 'ended')).toBe(false);
    expect(await hasKept(feed, 't29')).toBe(true);
    feed.publish(endEvent('running', 1, 2));
    expect(await items.next()).toMatchObject({ value: { id: '1-2' } });
    await feed.close();
  });

  it('ends the reader of a forgotten turn instead of leaving it waiting', async () => {
    const { feed } = openRing({ maxBytes: 8_000 });
    feed.publish(textEvent('t', 1, 1, 'a'));
    feed.publish(endEvent('t', 1, 2));
    const items = feed.read('t', undefined, never)[Symbol.asyncIterator]();
    expect(await items.next()).toMatchObject({ done: false });
    for (let turn = 0; turn < 10; turn += 1) feed.publish(textEvent(`t${turn}`, 1, 1, 'c'.repeat(1_000)));
    expect(await items.next()).toMatchObject({ done: true });
    await feed.close();
  });

  it('leaves nothing behind when readers of turns that never were go away', async () => {
    const { clock, feed } = openRing();
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    const waiting = Array.from({ length: 50 }, (_, index) =>
      collect(feed.read(`n${index}`, undefined, controller.signal)),
    );
    controller.abort();
    await Promise.all(waiting);
    await clock.advance(60_000);
    expect(clock.pending()).toBe(0);
  });
});
