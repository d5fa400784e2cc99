import { afterEach, expect, it } from 'vitest';
import type { LaneKind, LaneRef } from '../../../src/core/lane.js';
import type { Waker } from '../../../src/core/ports/waker.js';
import { until } from '../../setup/until.js';

export type Slots = Readonly<Record<LaneKind, number>>;

export const SLOTS: Slots = { main: 50, ctl: 5, bg: 1 };

export function laneNamed(id: string, kind: LaneKind = 'main'): LaneRef {
  return { id: `telegram:1:${id}`, kind };
}

/** A handler whose runs the test watches and lets end. */
export class HeldHandler {
  readonly started: string[] = [];
  readonly #running = new Map<string, () => void>();
  readonly #counts = new Map<string, number>();
  maxPerLane = 0;
  maxRunning = 0;

  readonly handle = async (lane: LaneRef): Promise<void> => {
    this.started.push(lane.id);
    const count = (this.#counts.get(lane.id) ?? 0) + 1;
    this.#counts.set(lane.id, count);
    this.maxPerLane = Math.max(this.maxPerLane, count);
    const key = `${lane.kind}:${lane.id}:${this.started.length}`;
    await new Promise<void>((resolve) => {
      this.#running.set(key, resolve);
      this.maxRunning = Math.max(this.maxRunning, this.#running.size);
    });
    this.#running.delete(key);
    this.#counts.set(lane.id, (this.#counts.get(lane.id) ?? 1) - 1);
  };

  get running(): number {
    return this.#running.size;
  }

  /** Lets every running handler end, but not that of `held`. */
  releaseAll(held?: LaneRef): void {
    for (const [key, resolve] of [...this.#running]) if (held === undefined || !key.includes(`:${held.id}:`)) resolve();
  }

  startsOf(lane: LaneRef): number {
    return this.started.filter((id) => id === lane.id).length;
  }
}

/** What every waker holds to. `open` gives a waker whose wakes come through from now on. */
export function describeWakerContract(open: (slots: Slots) => Promise<Waker>): void {
  const opened: Waker[] = [];
  const handlers: HeldHandler[] = [];

  const start = async (slots: Slots = SLOTS) => {
    const waker = await open(slots);
    opened.push(waker);
    const handler = new HeldHandler();
    handlers.push(handler);
    await waker.run(handler.handle);
    return { waker, handler };
  };

  afterEach(async () => {
    const closing = Promise.all(opened.splice(0).map((waker) => waker.close()));
    let isClosed = false;
    const closed = closing.then(() => {
      isClosed = true;
    });
    await until(() => {
      for (const handler of handlers) handler.releaseAll();
      return isClosed;
    }, 'closing');
    await closed;
    handlers.splice(0);
  });

  it('hands every kind of woken lane to the handler', async () => {
    const { waker, handler } = await start();
    for (const kind of ['main', 'ctl', 'bg'] as const) waker.wake(laneNamed(kind, kind));
    await until(() => handler.running === 3, 'three handlers');
    expect([...handler.started].sort()).toEqual(['telegram:1:bg', 'telegram:1:ctl', 'telegram:1:main']);
  });

  it('folds the wakes of a running lane into exactly one more run, never two at a time', async () => {
    const { waker, handler } = await start();
    const lane = laneNamed('a');
    waker.wake(lane);
    await until(() => handler.running === 1);
    for (let wake = 0; wake < 20; wake += 1) waker.wake(lane);
    const marker = laneNamed('marker');
    waker.wake(marker);
    await until(() => handler.startsOf(marker) === 1, 'the marker');
    expect(handler.startsOf(lane)).toBe(1);
    handler.releaseAll();
    await until(() => handler.startsOf(lane) === 2, 'the second run');
    handler.releaseAll();
    const after = laneNamed('after');
    waker.wake(after);
    await until(() => handler.startsOf(after) === 1);
    await until(() => handler.running === 1);
    expect(handler.startsOf(lane)).toBe(2);
    expect(handler.maxPerLane).toBe(1);
  });

  it('folds wakes that come at once', async () => {
    const { waker, handler } = await start();
    const lane = laneNamed('a');
    for (let wake = 0; wake < 20; wake += 1) waker.wake(lane);
    await until(() => handler.running === 1);
    handler.releaseAll();
    const after = laneNamed('after');
    waker.wake(after);
    await until(() => {
      if (handler.startsOf(after) === 0) handler.releaseAll();
      return handler.startsOf(after) === 1;
    });
    expect(handler.startsOf(lane)).toBeLessThanOrEqual(2);
    expect(handler.maxPerLane).toBe(1);
  });

  it('runs lanes in parallel up to the slots, and keeps slots for control lanes', async () => {
    const { waker, handler } = await start({ main: 8, ctl: 2, bg: 1 });
    for (let lane = 0; lane < 30; lane += 1) waker.wake(laneNamed(`m${lane}`));
    await until(() => handler.running === 8, 'eight lanes at once');
    waker.wake(laneNamed('stop', 'ctl'));
    await until(() => handler.startsOf(laneNamed('stop')) === 1, 'the control lane');
    expect(handler.running).toBe(9);
    await until(() => {
      handler.releaseAll();
      return handler.started.length === 31;
    }, 'all lanes');
    expect(handler.maxRunning).toBeLessThanOrEqual(9);
  });

  it('starts waiting lanes in the order of their wakes', async () => {
    const { waker, handler } = await start({ main: 1, ctl: 1, bg: 1 });
    const lanes = Array.from({ length: 10 }, (_, index) => laneNamed(`l${index}`));
    for (const lane of lanes) waker.wake(lane);
    await until(() => {
      handler.releaseAll();
      return handler.started.length === 10;
    });
    expect(handler.started).toEqual(lanes.map((lane) => lane.id));
    expect(handler.maxRunning).toBe(1);
  });

  it('does not let a busy lane keep its slot from others', async () => {
    const { waker, handler } = await start({ main: 1, ctl: 1, bg: 1 });
    const busy = laneNamed('busy');
    const other = laneNamed('other');
    waker.wake(busy);
    await until(() => handler.running === 1);
    waker.wake(other);
    waker.wake(busy);
    handler.releaseAll();
    await until(() => handler.started.length === 2);
    expect(handler.started[1]).toBe(other.id);
    handler.releaseAll();
    await until(() => handler.startsOf(busy) === 2);
  });

  it('loses nothing that arrives in the instant a handler ends', async () => {
    const waker = await open(SLOTS);
    opened.push(waker);
    const inbox = new Map<string, number>();
    let isDoubled = false;
    const running = new Set<string>();
    await waker.run(async (lane) => {
      if (running.has(lane.id)) isDoubled = true;
      running.add(lane.id);
      while ((inbox.get(lane.id) ?? 0) > 0) {
        inbox.set(lane.id, (inbox.get(lane.id) ?? 0) - 1);
        await new Promise((resolve) => setImmediate(resolve));
      }
      running.delete(lane.id);
    });
    const lanes = Array.from({ length: 10 }, (_, index) => laneNamed(`l${index}`));
    for (let round = 0; round < 150; round += 1) {
      for (const lane of lanes) {
        inbox.set(lane.id, (inbox.get(lane.id) ?? 0) + 1);
        waker.wake(lane);
      }
      for (let pause = round % 7; pause > 0; pause -= 1) await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => [...inbox.values()].every((count) => count === 0), 'an empty inbox');
    expect(isDoubled).toBe(false);
  });

  it('goes on after a handler that threw', async () => {
    const waker = await open(SLOTS);
    opened.push(waker);
    const seen: string[] = [];
    await waker.run(async (lane) => {
      seen.push(lane.id);
      throw new Error('handler fault');
    });
    waker.wake(laneNamed('a'));
    await until(() => seen.length === 1);
    waker.wake(laneNamed('b'));
    waker.wake(laneNamed('a'));
    await until(() => seen.length === 3);
  });

  it('waits for running handlers when it closes, and starts nothing afterwards', async () => {
    const { waker, handler } = await start({ main: 2, ctl: 1, bg: 1 });
    for (const name of ['a', 'b', 'c', 'd']) waker.wake(laneNamed(name));
    await until(() => handler.running === 2);
    let isClosed = false;
    const closing = waker.close().then(() => {
      isClosed = true;
    });
    waker.wake(laneNamed('e'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    handler.releaseAll();
    await closing;
    expect(handler.started).toHaveLength(2);
    waker.wake(laneNamed('f'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(handler.started).toHaveLength(2);
  });
}
