import { afterEach, expect, it } from 'vitest';
import type { TurnEvent, TurnEventBody } from '../../../src/core/events.js';
import type { FeedItem, TurnFeed } from '../../../src/core/ports/turnFeed.js';

/** One feed as seen by a publishing and by a reading process (the same object for the ring). */
export interface FeedPair {
  readonly publisher: TurnFeed;
  readonly reader: TurnFeed;
  close(): Promise<void>;
}

const END: TurnEventBody = {
  type: 'final',
  response: { content: 'abc', toolsUsed: [], usage: { inputTokens: 1, outputTokens: 1 } },
  text: 'abc',
};

export function eventOf(turn: string, attempt: number, seq: number, body: TurnEventBody): TurnEvent {
  return { turn, attempt, seq, ...body };
}

export function textEvent(turn: string, attempt: number, seq: number, delta: string): TurnEvent {
  return eventOf(turn, attempt, seq, { type: 'text', delta });
}

export function endEvent(turn: string, attempt: number, seq: number): TurnEvent {
  return eventOf(turn, attempt, seq, END);
}

/** Reads until the feed ends the reading, or until `count` items have come. */
export async function collect(items: AsyncIterable<FeedItem>, count = Number.POSITIVE_INFINITY): Promise<FeedItem[]> {
  const all: FeedItem[] = [];
  for await (const item of items) {
    all.push(item);
    if (all.length >= count) break;
  }
  return all;
}

export function textIn(items: readonly FeedItem[]): string {
  return items.map(({ event }) => (event.type === 'text' ? event.delta : '')).join('');
}

const ids = (items: readonly FeedItem[]): string[] => items.map((item) => item.id);

/** What every turn feed holds to. */
export function describeFeedContract(open: () => Promise<FeedPair>): void {
  let pair: FeedPair | null = null;
  let turnCount = 0;
  const never = new AbortController().signal;

  const start = async () => {
    pair = await open();
    turnCount += 1;
    return { ...pair, turn: `turn-${turnCount}` };
  };

  afterEach(async () => {
    await pair?.close();
    pair = null;
  });

  it('gives a reader from the start every event in order and ends after the last one', async () => {
    const { publisher, reader, turn } = await start();
    const events = [
      eventOf(turn, 1, 1, { type: 'started' }),
      textEvent(turn, 1, 2, 'a'),
      eventOf(turn, 1, 3, { type: 'toolStart', call: 'c1', name: 'get_time' }),
      eventOf(turn, 1, 4, { type: 'toolEnd', call: 'c1', name: 'get_time', failed: false }),
      eventOf(turn, 1, 5, { type: 'notice', key: 'thinking', args: { tool: 'x' } }),
      textEvent(turn, 1, 6, 'bc "ü" \n 🐝'),
      eventOf(turn, 1, 7, { type: 'segmentEnd', drop: false }),
      endEvent(turn, 1, 8),
    ];
    for (const event of events) publisher.publish(event);
    const items = await collect(reader.read(turn, undefined, never));
    expect(items.map((item) => item.event)).toEqual(events);
    expect(ids(items)).toEqual(['1-1', '1-2', '1-3', '1-4', '1-5', '1-6', '1-7', '1-8']);
  });

  it('waits for a turn that has not published yet, and follows it live', async () => {
    const { publisher, reader, turn } = await start();
    const items = reader.read(turn, undefined, never)[Symbol.asyncIterator]();
    const first = items.next();
    publisher.publish(textEvent(turn, 1, 1, 'a'));
    expect(await first).toMatchObject({ value: { id: '1-1' } });
    const second = items.next();
    publisher.publish(textEvent(turn, 1, 2, 'b'));
    expect(await second).toMatchObject({ value: { event: { delta: 'b' } } });
    publisher.publish(endEvent(turn, 1, 3));
    expect(await items.next()).toMatchObject({ value: { id: '1-3' } });
    expect(await items.next()).toMatchObject({ done: true });
  });

  it('resumes after any id with exactly what follows', async () => {
    const { publisher, reader, turn } = await start();
    for (let seq = 1; seq <= 20; seq += 1) publisher.publish(textEvent(turn, 1, seq, `${seq} `));
    publisher.publish(endEvent(turn, 1, 21));
    const all = ids(await collect(reader.read(turn, undefined, never)));
    expect(all).toHaveLength(21);
    for (const [index, id] of all.entries()) {
      expect(ids(await collect(reader.read(turn, id, never)))).toEqual(all.slice(index + 1));
    }
  });

  it('reads from the start for an id that is not one of its own, and never hangs on an invented one', async () => {
    const { publisher, reader, turn } = await start();
    const early = collect(reader.read(turn, '9-999', never));
    publisher.publish(textEvent(turn, 1, 1, 'a'));
    publisher.publish(endEvent(turn, 1, 2));
    expect(ids(await early)).toEqual(['1-2']);
    for (const id of ['', 'x', '1', '1-', '-1-1', '01-1', '1-1; DEL', '1.5-2']) {
      expect(ids(await collect(reader.read(turn, id, never)))).toEqual(['1-1', '1-2']);
    }
    expect(ids(await collect(reader.read(turn, '9-999', never)))).toEqual(['1-2']);
    expect(ids(await collect(reader.read(turn, '1-2', never)))).toEqual([]);
  });

  it('serves many readers of a turn, slow ones too, without making the publisher wait', async () => {
    const { publisher, reader, turn } = await start();
    const slow = reader.read(turn, undefined, never)[Symbol.asyncIterator]();
    const slowFirst = slow.next();
    const others = Array.from({ length: 20 }, () =>
      collect(reader.read(turn, undefined, new AbortController().signal)),
    );
    for (let seq = 1; seq <= 300; seq += 1) publisher.publish(textEvent(turn, 1, seq, `${seq},`));
    publisher.publish(endEvent(turn, 1, 301));
    const whole = Array.from({ length: 300 }, (_, index) => `${index + 1},`).join('');
    for (const items of await Promise.all(others)) expect(textIn(items)).toBe(whole);
    const rest: FeedItem[] = [];
    for (let next = await slowFirst; next.done !== true; next = await slow.next()) rest.push(next.value);
    expect(textIn(rest)).toBe(whole);
  });

  it('ends a waiting reader when its signal aborts, and gives nothing to one that comes aborted', async () => {
    const { reader, turn } = await start();
    const controller = new AbortController();
    const waiting = collect(reader.read(turn, undefined, controller.signal));
    controller.abort();
    expect(await waiting).toEqual([]);
    expect(await collect(reader.read(turn, undefined, controller.signal))).toEqual([]);
  });

  it('keeps turns apart', async () => {
    const { publisher, reader, turn } = await start();
    const other = `${turn}-other`;
    publisher.publish(textEvent(turn, 1, 1, 'mine'));
    publisher.publish(textEvent(other, 1, 1, 'theirs'));
    publisher.publish(endEvent(other, 1, 2));
    publisher.publish(endEvent(turn, 1, 2));
    expect(textIn(await collect(reader.read(turn, undefined, never)))).toBe('mine');
    expect(textIn(await collect(reader.read(other, undefined, never)))).toBe('theirs');
  });

  it('drops doubled events and late ones of an attempt that was taken over', async () => {
    const { publisher, reader, turn } = await start();
    publisher.publish(textEvent(turn, 1, 1, 'old'));
    publisher.publish(textEvent(turn, 1, 1, 'old'));
    publisher.publish(eventOf(turn, 2, 1, { type: 'reset', why: 'takeover' }));
    publisher.publish(textEvent(turn, 1, 2, 'late'));
    publisher.publish(endEvent(turn, 1, 3));
    publisher.publish(textEvent(turn, 2, 2, 'new'));
    publisher.publish(endEvent(turn, 2, 3));
    publisher.publish(textEvent(turn, 2, 4, 'after the end'));
    expect(ids(await collect(reader.read(turn, undefined, never)))).toEqual(['1-1', '2-1', '2-2', '2-3']);
  });

  it('takes the end of the newest attempt as the end of the turn', async () => {
    const { publisher, reader, turn } = await start();
    publisher.publish(textEvent(turn, 1, 1, 'a'));
    publisher.publish(eventOf(turn, 1, 2, { type: 'failed', error: { code: 'x', sentence: 'No.' } }));
    publisher.publish(textEvent(turn, 2, 1, 'b'));
    publisher.publish(endEvent(turn, 2, 2));
    expect(ids(await collect(reader.read(turn, undefined, never)))).toEqual(['1-1', '2-1', '2-2']);
  });

  it('lets go of its readers when it is closed, and takes events without complaint afterwards', async () => {
    const { publisher, reader, turn } = await start();
    const waiting = collect(reader.read(turn, undefined, never));
    await reader.close();
    await publisher.close();
    expect(await waiting).toEqual([]);
    publisher.publish(textEvent(turn, 1, 1, 'late'));
    expect(await collect(reader.read(turn, undefined, never))).toEqual([]);
  });
}
