import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import type { Waker } from '../../../src/core/ports/waker.js';
import { createRedisLinks } from '../../../src/turns/redis/redisLinks.js';
import { type BullmqWakerOptions, createBullmqWaker } from '../../../src/turns/waker/bullmqWaker.js';
import { type RedisServer, startRedis } from '../../platforms/redis.js';
import { describeWithRedis } from '../../setup/describeWithRedis.js';
import { createRecordingLog, type RecordingLog } from '../../setup/recordingLog.js';
import { until } from '../../setup/until.js';
import { describeWakerContract, HeldHandler, laneNamed, SLOTS } from './wakerContract.js';

const LEASE_MS = 400;

describeWithRedis('BullMQ waker', () => {
  let server: RedisServer;
  let prefixCount = 0;
  const opened: { waker: Waker; handler: HeldHandler }[] = [];

  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
  });
  afterAll(() => server.stop());

  afterEach(async () => {
    for (const { waker, handler } of opened.splice(0)) {
      const release = setInterval(() => handler.releaseAll(), 5);
      await waker.close();
      clearInterval(release);
    }
  });

  const nextPrefix = () => {
    prefixCount += 1;
    return `test${prefixCount}`;
  };

  const open = (prefix: string, options: Partial<BullmqWakerOptions> = {}) => {
    const log = createRecordingLog();
    const links = createRedisLinks({ url: server.url, log });
    const waker = createBullmqWaker({
      links,
      slots: SLOTS,
      leaseMs: LEASE_MS,
      clock: systemClock,
      log,
      prefix,
      ...options,
    });
    const handler = new HeldHandler();
    opened.push({ waker, handler });
    return { waker, handler, log, links };
  };

  const openRunning = async (prefix: string, options: Partial<BullmqWakerOptions> = {}) => {
    const one = open(prefix, options);
    await one.waker.run(one.handler.handle);
    await comesThrough(one.waker);
    return one;
  };

  /** Wakes until a wake has come through: from then on Redis is there for both sides. */
  const comesThrough = async (waker: Waker) => {
    const handlers = opened.map((each) => each.handler);
    const probe = laneNamed(`probe-${Math.random()}`);
    await until(() => {
      waker.wake(probe);
      return handlers.some((handler) => handler.startsOf(probe) > 0);
    }, 'a wake');
    await until(() => {
      for (const handler of handlers) handler.releaseAll();
      return handlers.every((handler) => handler.running === 0);
    });
    await idle();
    for (const handler of handlers) handler.started.splice(0);
  };

  /** Waits until no job waits or runs. */
  const idle = async () => {
    await withRedis((redis) =>
      until(async () => {
        for (const { handler } of opened) handler.releaseAll();
        const keys = await redis.keys(`test${prefixCount}:lanes-*:*`);
        return !keys.some((key) => key.endsWith(':wait') || key.endsWith(':active') || key.includes(':de:'));
      }, 'idle queues'),
    );
  };

  const withRedis = async <T>(run: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(server.url);
    try {
      return await run(redis);
    } finally {
      redis.disconnect();
    }
  };

  const warnings = (log: RecordingLog) => log.messages('warn');

  describeWakerContract(async (slots) => {
    const links = createRedisLinks({ url: server.url, log: createRecordingLog() });
    const prefix = nextPrefix();
    const waker = createBullmqWaker({
      links,
      slots,
      leaseMs: 3_000,
      clock: systemClock,
      log: createRecordingLog(),
      prefix,
    });
    await withRedis((redis) => until(async () => (await redis.exists(`${prefix}:lanes-bg:meta`)) === 1, 'the queues'));
    return waker;
  });

  it('shares the load between processes', async () => {
    const prefix = nextPrefix();
    const a = await openRunning(prefix, { slots: { main: 5, ctl: 1, bg: 1 } });
    const b = await openRunning(prefix, { slots: { main: 5, ctl: 1, bg: 1 } });
    const ingress = open(prefix);
    await until(() => !ingress.links.isAway());
    await comesThrough(ingress.waker);
    for (let lane = 0; lane < 10; lane += 1) ingress.waker.wake(laneNamed(`l${lane}`));
    await until(() => a.handler.running + b.handler.running === 10, 'ten lanes on two processes');
    expect(a.handler.running).toBe(5);
    expect(new Set([...a.handler.started, ...b.handler.started]).size).toBe(10);
  });

  it('keeps a long run where it is: other lanes go on, and no other process gets the lane', async () => {
    const prefix = nextPrefix();
    const a = await openRunning(prefix);
    const b = await openRunning(prefix);
    const long = laneNamed('long');
    a.waker.wake(long);
    await until(() => a.handler.running + b.handler.running === 1);
    const startedAt = Date.now();
    for (let lane = 0; Date.now() - startedAt < LEASE_MS * 5; lane += 1) {
      const other = laneNamed(`o${lane}`);
      a.waker.wake(other);
      await until(() => a.handler.startsOf(other) + b.handler.startsOf(other) === 1, 'another lane');
      a.handler.releaseAll(long);
      b.handler.releaseAll(long);
    }
    expect(a.handler.startsOf(long) + b.handler.startsOf(long)).toBe(1);
    expect([...warnings(a.log), ...warnings(b.log)]).toEqual([]);
  });

  it('goes on by itself after Redis was killed and started again', async () => {
    const { waker, log } = await openRunning(nextPrefix());
    for (let round = 0; round < 2; round += 1) {
      await server.kill();
      await server.restart();
      await comesThrough(waker);
    }
    await until(() => log.messages('info').length === 2, 'Redis being back twice');
    expect(warnings(log)).toHaveLength(2);
  });

  it('drops wakes while Redis is away without waiting, throwing or flooding the log, and goes on afterwards', async () => {
    const { waker, handler, log, links } = await openRunning(nextPrefix());
    const held = laneNamed('held');
    waker.wake(held);
    await until(() => handler.running === 1);
    await server.kill();
    await until(() => links.isAway(), 'the outage');
    for (let wake = 0; wake < 5_000; wake += 1) waker.wake(laneNamed(`l${wake}`));
    handler.releaseAll();
    await until(() => handler.running === 0);
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 3));
    expect(warnings(log)).toHaveLength(1);
    expect(log.messages('error')).toEqual([]);
    await server.restart({ loseData: true });
    await comesThrough(waker);
    expect(log.messages('info')).toEqual(['Redis is back']);
  });

  it('starts while Redis is away, and works once it is there', async () => {
    await server.kill();
    const { waker, handler } = open(nextPrefix());
    await waker.run(handler.handle);
    waker.wake(laneNamed('lost'));
    await server.restart();
    await comesThrough(waker);
  });

  it('closes in bounded time when Redis never was there', async () => {
    await server.kill();
    try {
      const { waker, handler } = open(nextPrefix());
      await waker.run(handler.handle);
      opened.splice(0);
      const startedAt = Date.now();
      await waker.close();
      expect(Date.now() - startedAt).toBeLessThan(4_000);
    } finally {
      await server.restart();
    }
  });

  it('closes in bounded time when Redis went away or hangs under a running lane', async () => {
    for (const fault of ['kill', 'pause'] as const) {
      const { waker, handler } = await openRunning(nextPrefix());
      waker.wake(laneNamed('a'));
      await until(() => handler.running === 1);
      opened.splice(0);
      if (fault === 'kill') await server.kill();
      else server.pause();
      try {
        const startedAt = Date.now();
        const closing = waker.close();
        waker.wake(laneNamed('b'));
        handler.releaseAll();
        await closing;
        expect(Date.now() - startedAt).toBeLessThan(4_000);
      } finally {
        if (fault === 'kill') await server.restart();
        else server.resume();
      }
    }
  });

  it('leaves the jobs that it has not begun to other processes when it closes', async () => {
    const prefix = nextPrefix();
    const a = await openRunning(prefix, { slots: { main: 1, ctl: 1, bg: 1 } });
    for (const name of ['a', 'b', 'c']) a.waker.wake(laneNamed(name));
    await until(() => a.handler.running === 1);
    const closing = a.waker.close();
    const b = open(prefix);
    await b.waker.run(b.handler.handle);
    await until(() => b.handler.running === 2, 'the other two lanes');
    a.handler.releaseAll();
    await closing;
    expect(a.handler.started).toEqual([laneNamed('a').id]);
  });

  it('leaves out jobs that name no lane', async () => {
    const prefix = nextPrefix();
    const { waker, log } = await openRunning(prefix);
    await withRedis(async (redis) => {
      await redis.hset(
        `${prefix}:lanes-main:alien`,
        'name',
        'wake',
        'data',
        '{"id":7}',
        'opts',
        '{}',
        'timestamp',
        '1',
      );
      await redis.lpush(`${prefix}:lanes-main:wait`, 'alien');
    });
    await comesThrough(waker);
    expect(warnings(log)).toEqual(['a queue job names no lane; it is left out']);
  });
});
