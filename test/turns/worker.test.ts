import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../../src/core/message.js';
import { createGate } from '../platforms/gate.js';
import { LEASE_MS, laneOf, messageOf, openWorkerFixture, SWEEP_MS, type WorkerFixture } from './workerFixture.js';

let test: WorkerFixture;
beforeEach(async () => {
  test = await openWorkerFixture();
});
afterEach(() => test.close());

const texts = () => test.begun.map(({ text }) => text);
const isOver = async (turn: string) => (await test.turn(turn)).endedAt !== null;
const areOver = async (turns: readonly string[]) => (await Promise.all(turns.map(isOver))).every(Boolean);

describe('taking lanes', () => {
  it('finds by sweeping what no wake announced, in the order of arrival, and runs a lane in its order', async () => {
    const turns = [await test.accept('a', 'a1'), await test.accept('b', 'b1'), await test.accept('a', 'a2')];
    await test.open().worker.start();
    await test.pass(() => areOver(turns), 'the end of three turns', SWEEP_MS);
    expect(texts().filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2']);
    expect(texts().slice(0, 2)).toEqual(['a1', 'b1']);
    const late = await test.accept('c', 'c1');
    await test.pass(() => isOver(late), 'the end of the late one', 2 * SWEEP_MS);
  });

  it('makes no trip to the store between the claim and the model', async () => {
    let inside = 0;
    const looked = createGate();
    test.script = async (job) => {
      inside = (await test.db.stats()).operations;
      looked.open();
      return textOf(job.messages[0]);
    };
    await test.accept('a', 'a');
    const before = (await test.db.stats()).operations;
    await test.open().worker.start();
    await looked.opened;
    // The sweep that found the lane, the claim, and the look itself.
    expect(inside - before).toBe(3);
  });

  it('never runs more lanes than it has slots, and goes on with the next as soon as one is free', async () => {
    const gates = new Map(['a', 'b', 'c'].map((chat) => [chat, createGate()]));
    test.script = async (job) => {
      const text = textOf(job.messages[0]);
      await gates.get(text)?.opened;
      return text;
    };
    const turns = [await test.accept('a', 'a'), await test.accept('b', 'b'), await test.accept('c', 'c')];
    const { worker } = test.open({ concurrency: 2 });
    await worker.start();
    await test.pass(() => test.begun.length === 2, 'two turns');
    await test.clock.advance(3 * SWEEP_MS);
    expect(texts()).toEqual(['a', 'b']);
    gates.get('b')?.open();
    await test.pass(() => test.begun.length === 3, 'the third turn', 100);
    for (const gate of gates.values()) gate.open();
    await test.pass(() => areOver(turns), 'all over');
  });

  it('runs commands while every slot is taken by turns', async () => {
    const never = createGate();
    test.script = async (job) => {
      if (job.lane.endsWith('a')) await never.opened;
      return 'x';
    };
    await test.accept('a', 'a');
    const { worker } = test.open({ concurrency: 1 });
    await worker.start();
    await test.pass(() => test.begun.length === 1, 'the turn');
    const command = await test.accept('b', 'command', 'ctl');
    await test.pass(() => isOver(command), 'the command', SWEEP_MS);
    never.open();
  });

  it('shares the lanes of one store with other workers, each turn once', async () => {
    const turns = await Promise.all(Array.from({ length: 30 }, (_, i) => test.accept(`c${i % 10}`, `c${i % 10}-${i}`)));
    const workers = [test.open(), test.open()];
    await Promise.all(workers.map(({ worker }) => worker.start()));
    await test.pass(() => areOver(turns), 'all turns');
    expect([...texts()].sort()).toEqual([...new Set(texts())].sort());
    for (let chat = 0; chat < 10; chat += 1) {
      const own = texts().filter((text) => text.startsWith(`c${chat}-`));
      expect(own).toEqual([...own].sort((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1])));
    }
  });

  it('does not let lanes that it cannot serve hide those that it can', async () => {
    const { db, clock } = test;
    for (let i = 0; i < 600; i += 1) {
      await db.lanes.accept({
        message: { ...messageOf(`x${i}`, 'x'), lane: `slack:gone:${i}` },
        kind: 'main',
        turn: `slack-${i}`,
        now: clock.now(),
      });
    }
    const turn = await test.accept('mine', 'mine');
    const { worker } = test.open({ serves: (lane) => lane.id.startsWith('http:') });
    await worker.start();
    await test.pass(() => isOver(turn), 'the turn behind them', 5 * SWEEP_MS);
  });
});

describe('taking over', () => {
  it('goes on with a turn whose process died, after the end of its lease and not before', async () => {
    const turn = await test.accept('a', 'a');
    await test.claimAndDie('a');
    const { worker } = test.open();
    await worker.start();
    const startedAt = test.clock.now();
    await test.pass(() => isOver(turn), 'the takeover');
    expect(test.clock.now() - startedAt).toBeGreaterThanOrEqual(LEASE_MS - 100);
    expect(test.clock.now() - startedAt).toBeLessThanOrEqual(LEASE_MS + 2 * SWEEP_MS);
    expect(test.begun).toEqual([{ text: 'a', owner: 'worker-0', attempt: 2 }]);
  });

  it('is told as resumed only where the process died in the middle of it', async () => {
    const continued = new Map<string, boolean>();
    test.script = async (job) => {
      const text = textOf(job.messages[0]);
      continued.set(text, job.continues === true);
      return text;
    };
    const step = { type: 'toolStart', call: 'c', name: 'n', arguments: '{}', mutating: true } as const;
    const begin = async (chat: string) => {
      const turn = await test.accept(chat, chat);
      const request = { lane: laneOf(chat), owner: 'first', leaseMs: LEASE_MS, mode: 'queue' } as const;
      const claimed = await test.db.lanes.claim({ ...request, now: test.clock.now() });
      if (claimed === null) throw new Error('nothing to claim');
      return { turn, lane: laneOf(chat), token: claimed.token, now: test.clock.now() };
    };
    const untouched = await begin('untouched');
    const died = await begin('died');
    await test.db.lanes.journal({ ...died, step: 0, data: step });
    const released = await begin('released');
    await test.db.lanes.journal({ ...released, step: 0, data: step });
    await test.db.lanes.release(released);
    await test.open().worker.start();
    await test.pass(() => areOver([untouched, died, released].map(({ turn }) => turn)), 'the end of all');
    expect(Object.fromEntries(continued)).toEqual({ untouched: false, died: true, released: false });
  });

  it('ends a turn that broke three processes without a step, tells its chat, and goes on with the lane', async () => {
    const bad = await test.accept('a', 'bad');
    const next = await test.accept('a', 'next');
    for (let death = 0; death < 3; death += 1) {
      await test.claimAndDie('a');
      await test.clock.advance(LEASE_MS + 1);
    }
    await test.open().worker.start();
    await test.pass(() => areOver([bad, next]), 'both');
    expect(await test.turn(bad)).toMatchObject({ state: 'dead', outcome: { error: { code: 'dead-letter' } } });
    expect(await test.turn(next)).toMatchObject({ state: 'done' });
    expect(texts()).toEqual(['next']);
    expect((await test.db.lanes.deadTurns(10)).map((record) => record.turn)).toEqual([bad]);
  });
});

describe('a turn that ended two processes', () => {
  const die = async (chats: readonly string[], times: number) => {
    for (let death = 0; death < times; death += 1) {
      for (const chat of chats) await test.claimAndDie(chat);
      await test.clock.advance(LEASE_MS + 1);
    }
  };

  it('runs alone: it waits for the others and the others wait for it', async () => {
    const gates = new Map(['long', 'bad'].map((text) => [text, createGate()]));
    test.script = async (job) => {
      const text = textOf(job.messages[0]);
      await gates.get(text)?.opened;
      return text;
    };
    const bad = await test.accept('bad', 'bad');
    await die(['bad'], 2);
    const long = await test.accept('long', 'long');
    const { worker } = test.open();
    await worker.start();
    await test.pass(() => texts().includes('long'), 'the other turn');
    const late = await test.accept('late', 'late');
    await test.clock.advance(5 * SWEEP_MS);
    expect(texts()).toEqual(['long']);
    gates.get('long')?.open();
    await test.pass(() => texts().includes('bad'), 'the turn that is alone');
    await test.clock.advance(5 * SWEEP_MS);
    expect(texts()).toEqual(['long', 'bad']);
    gates.get('bad')?.open();
    await test.pass(() => areOver([bad, long, late]), 'everything');
    expect(test.begun.map(({ text }) => text)).toEqual(['long', 'bad', 'late']);
  });

  it('is one of several: they run one after the other at once, and no death of one counts for another', async () => {
    const chats = ['a', 'b', 'c', 'd'];
    let running = 0;
    let most = 0;
    test.script = async () => {
      running += 1;
      most = Math.max(most, running);
      await test.clock.sleep(500);
      running -= 1;
      return 'done';
    };
    const turns = await Promise.all(chats.map((chat) => test.accept(chat, chat)));
    await die(chats, 2);
    const startedAt = test.clock.now();
    await test.open().worker.start();
    await test.pass(() => areOver(turns), 'all four');
    expect(most).toBe(1);
    expect(test.clock.now() - startedAt).toBeLessThan(10_000);
    for (const turn of turns) expect(await test.turn(turn)).toMatchObject({ state: 'done' });
  });

  it('and is not claimed while it waits, so that another process which has room takes it', async () => {
    const never = createGate();
    test.script = async (job) => {
      if (textOf(job.messages[0]) === 'long') await never.opened;
      return 'x';
    };
    await test.accept('long', 'long');
    const bad = await test.accept('bad', 'bad');
    await die(['bad'], 2);
    const busy = test.open();
    await busy.worker.start();
    await test.pass(() => texts().includes('long'), 'the long turn');
    await test.clock.advance(2 * SWEEP_MS);
    expect(texts()).toEqual(['long']);
    const idle = test.open();
    await idle.worker.start();
    await test.pass(() => isOver(bad), 'the turn in the idle process', 3 * SWEEP_MS);
    expect(test.begun.at(-1)).toMatchObject({ text: 'bad', owner: idle.owner });
    never.open();
  });

  it('does not hold a shutdown up', async () => {
    const never = createGate();
    test.script = async (_, context) => {
      await Promise.race([
        never.opened,
        new Promise((_resolve, reject) =>
          context.signal.addEventListener('abort', () => reject(context.signal.reason)),
        ),
      ]);
      return 'x';
    };
    await test.accept('long', 'long');
    const { worker } = test.open();
    await worker.start();
    await test.pass(() => texts().includes('long'), 'the long turn');
    await test.accept('bad', 'bad');
    await die(['bad'], 2);
    await test.clock.advance(2 * SWEEP_MS);
    let isDrained = false;
    const draining = worker.drain(100).then(() => {
      isDrained = true;
    });
    await test.pass(() => isDrained, 'the drain', 1_000);
    await draining;
  });
});

describe('faults of our own', () => {
  it('does not repeat a turn for ever that fails in the same way each time', async () => {
    test.script = async () => {
      throw new Error('a fault in the machinery');
    };
    const turn = await test.accept('a', 'a');
    await test.open().worker.start();
    await test.pass(() => isOver(turn), 'the end');
    expect(test.begun.length).toBe(3);
    expect(await test.turn(turn)).toMatchObject({ state: 'dead' });
  });

  it('gives a lane back that it could not give back at first, while other lanes are held', async () => {
    const never = createGate();
    test.script = async (job) => {
      if (textOf(job.messages[0]) === 'long') await never.opened;
      return 'x';
    };
    let failures = 3;
    const fail = async () => {
      failures -= 1;
      throw new Error('the store says no');
    };
    const { db } = test;
    const { worker } = test.open({
      lanes: {
        finish: (request) => (failures > 0 && request.lane.id.endsWith('a') ? fail() : db.lanes.finish(request)),
        release: (request) => (failures > 0 ? fail() : db.lanes.release(request)),
        breakOff: (request) => (failures > 0 ? fail() : db.lanes.breakOff(request)),
      },
    });
    await test.accept('long', 'long');
    const turn = await test.accept('a', 'a');
    await worker.start();
    await test.pass(() => isOver(turn), 'the end of the turn');
    expect(await test.turn(turn)).toMatchObject({ state: 'done' });
    expect(test.begun.filter(({ text }) => text === 'a').length).toBeLessThanOrEqual(2);
    never.open();
  });

  it('is not stopped by a sweep or a claim that fails', async () => {
    let failures = 4;
    const { db } = test;
    const { worker } = test.open({
      lanes: {
        claim: (request) => {
          failures -= 1;
          return failures > 0 ? Promise.reject(new Error('no')) : db.lanes.claim(request);
        },
        due: (request) => {
          failures -= 1;
          return failures > 0 ? Promise.reject(new Error('no')) : db.lanes.due(request);
        },
      },
    });
    const turn = await test.accept('a', 'a');
    await worker.start();
    await test.pass(() => isOver(turn), 'the turn');
  });
});

describe('draining', () => {
  it('lets running turns end within the time, begins nothing new, and wakes others for what waits', async () => {
    const gate = createGate();
    test.script = async (job) => {
      if (textOf(job.messages[0]) === 'a1') await gate.opened;
      return 'x';
    };
    const first = await test.accept('a', 'a1');
    const second = await test.accept('a', 'a2');
    const { worker, wakes } = test.open();
    await worker.start();
    await test.pass(() => texts().includes('a1'), 'the turn');
    const draining = worker.drain(10_000);
    await test.accept('b', 'b1');
    await test.clock.advance(2 * SWEEP_MS);
    gate.open();
    await test.pass(() => isOver(first), 'the end of the turn');
    await draining;
    expect(texts()).toEqual(['a1']);
    expect((await test.turn(second)).state).toBe('queued');
    expect(wakes).toContainEqual(laneOf('a'));
    expect(worker.running()).toBe(0);
  });

  it('gives running turns back when the time is over: not counted as a death, taken by another at once', async () => {
    test.script = async (_, context) => {
      if (test.begun.length > 1) return 'x';
      await new Promise((_resolve, reject) =>
        context.signal.addEventListener('abort', () => reject(context.signal.reason)),
      );
      return 'never';
    };
    const turn = await test.accept('a', 'a');
    const leaving = test.open();
    await leaving.worker.start();
    await test.pass(() => test.begun.length === 1, 'the turn');
    let isDrained = false;
    void leaving.worker.drain(500).then(() => {
      isDrained = true;
    });
    await test.pass(() => isDrained, 'the drain', 1_000);
    expect(leaving.wakes).toContainEqual(laneOf('a'));
    const next = test.open();
    await next.worker.start();
    await test.pass(() => isOver(turn), 'the turn in the next process', 100);
    expect(test.begun.at(-1)).toMatchObject({ owner: next.owner, attempt: 2 });
  });
});
