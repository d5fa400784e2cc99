import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { createRedisFeed, type RedisFeedOptions } from '../../../src/turns/feed/redisFeed.js';
import { createRedisLinks } from '../../../src/turns/redis/redisLinks.js';
import { type RedisServer, startRedis } from '../../platforms/redis.js';
import { describeWithRedis } from '../../setup/describeWithRedis.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { until } from '../../setup/until.js';
import { collect, describeFeedContract, endEvent, textEvent, textIn } from './feedContract.js';

const never = () => new AbortController().signal;

describeWithRedis('redis feed', () => {
  let server: RedisServer;
  let suffix = 0;

  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
  });
  afterAll(() => server.stop());

  const open = (options: Partial<RedisFeedOptions> = {}) => {
    const log = createRecordingLog();
    const links = createRedisLinks({ url: server.url, log });
    return {
      log,
      links,
      feed: createRedisFeed({ links, clock: systemClock, log, prefix: `test${suffix}`, ...options }),
    };
  };

  const openPair = async (options: Partial<RedisFeedOptions> = {}) => {
    suffix += 1;
    const publisher = open(options);
    const reader = open(options);
    await until(() => !publisher.links.isAway());
    return {
      publisher: publisher.feed,
      reader: reader.feed,
      publisherLog: publisher.log,
      readerLog: reader.log,
      close: async () => {
        await publisher.feed.close();
        await reader.feed.close();
      },
    };
  };

  describeFeedContract(openPair);

  it('resumes in another process by the same ids', async () => {
    const { publisher, reader, close } = await openPair();
    for (let seq = 1; seq <= 50; seq += 1) publisher.publish(textEvent('t', 1, seq, `${seq} `));
    publisher.publish(endEvent('t', 1, 51));
    const here = await collect(publisher.read('t', undefined, never()), 20);
    const there = await collect(reader.read('t', here.at(-1)?.id, never()));
    expect(there.map((item) => item.id)).toEqual(Array.from({ length: 31 }, (_, index) => `1-${index + 21}`));
    await close();
  });

  it('goes on for a reader in the same process while Redis is away, and catches the others up when it is back', async () => {
    const { publisher, reader, publisherLog, readerLog, close } = await openPair();
    const there = collect(reader.read('t', undefined, never()));
    const here = publisher.read('t', undefined, never())[Symbol.asyncIterator]();
    publisher.publish(textEvent('t', 1, 1, 'a'));
    expect(await here.next()).toMatchObject({ value: { id: '1-1' } });
    await server.kill();
    await until(() => publisherLog.messages('warn').length > 0, 'the outage');
    publisher.publish(textEvent('t', 1, 2, 'b'));
    expect(await here.next()).toMatchObject({ value: { id: '1-2' } });
    await server.restart();
    publisher.publish(endEvent('t', 1, 3));
    expect(await here.next()).toMatchObject({ value: { id: '1-3' } });
    expect((await there).map((item) => item.id)).toEqual(['1-1', '1-2', '1-3']);
    await until(() => readerLog.messages('info').length > 0, 'Redis being back');
    expect(publisherLog.messages('warn')).toHaveLength(1);
    expect(readerLog.messages('warn')).toHaveLength(1);
    expect(readerLog.messages('info')).toEqual(['Redis is back']);
    await close();
  });

  it('goes on after Redis lost its data: the rest comes, the end with all text', async () => {
    const { publisher, reader, publisherLog, close } = await openPair();
    const there = reader.read('t', undefined, never())[Symbol.asyncIterator]();
    publisher.publish(textEvent('t', 1, 1, 'a'));
    expect(await there.next()).toMatchObject({ value: { id: '1-1' } });
    await server.restart({ loseData: true });
    publisher.publish(textEvent('t', 1, 2, 'b'));
    publisher.publish(endEvent('t', 1, 3));
    expect(await there.next()).toMatchObject({ value: { id: '1-2' } });
    expect(await there.next()).toMatchObject({ value: { event: { type: 'final', text: 'abc' } } });
    await until(() => publisherLog.messages('info').includes('Redis is back'), 'Redis being back');
    await close();
  });

  it('bounds what waits for Redis: text is merged first, then dropped with a note, and the end arrives', async () => {
    const { publisher, reader, publisherLog, close } = await openPair({ maxBacklogBytes: 200_000 });
    await server.kill();
    await until(() => publisherLog.messages('warn').length > 0, 'the outage');
    for (let seq = 1; seq <= 5_000; seq += 1) publisher.publish(textEvent('kept', 1, seq, 'ab '));
    publisher.publish(endEvent('kept', 1, 5_001));
    const whole = 'ab '.repeat(5_000);
    await server.restart();
    expect(textIn(await collect(reader.read('kept', undefined, never())))).toBe(whole);
    expect(publisherLog.messages('warn').filter((message) => message.includes('dropped'))).toEqual([]);

    await server.kill();
    await until(() => publisherLog.messages('warn').length > 1, 'the second outage');
    for (let seq = 1; seq <= 5_000; seq += 1) publisher.publish(textEvent('big', 1, seq, 'x'.repeat(200)));
    publisher.publish(endEvent('big', 1, 5_001));
    await server.restart();
    const items = await collect(reader.read('big', undefined, never()));
    expect(items.at(-1)?.event.type).toBe('final');
    expect(textIn(items).length).toBeLessThan(200_000);
    await until(() => publisherLog.messages('warn').some((message) => message.includes('dropped')), 'the note');
    await close();
  });

  it('follows turns that start while it already waits for others, over one connection', async () => {
    const { publisher, reader, close } = await openPair();
    const all = [];
    for (let turn = 0; turn < 40; turn += 1) {
      all.push(collect(reader.read(`t${turn}`, undefined, never())));
      publisher.publish(textEvent(`t${turn}`, 1, 1, 'a'));
    }
    for (let turn = 0; turn < 40; turn += 1) publisher.publish(endEvent(`t${turn}`, 1, 2));
    for (const items of await Promise.all(all)) expect(items).toHaveLength(2);
    await withRedis(async (redis) => {
      const clients = String(await redis.client('LIST'));
      expect(clients.split('\n').filter((line) => line.includes('name=waggle-feed-tail'))).toHaveLength(1);
    });
    await close();
  });

  it('lets streams expire, and leaves out entries that are not events', async () => {
    const { publisher, reader, readerLog, close } = await openPair({ keepMs: 60_000 });
    await withRedis(async (redis) => {
      const key = `test${suffix}:feed:t`;
      publisher.publish(textEvent('t', 1, 1, 'a'));
      await until(async () => (await redis.exists(key)) === 1);
      expect(await redis.pttl(key)).toBeGreaterThan(50_000);
      await redis.xadd(key, '1-2', 'e', '{"type":"text"}');
      await redis.xadd(key, '1-3', 'e', 'not json');
      await redis.xadd(key, '1-4', 'other', 'x');
      publisher.publish(endEvent('t', 1, 5));
      const items = await collect(reader.read('t', undefined, never()));
      expect(items.map((item) => item.id)).toEqual(['1-1', '1-5']);
      expect(readerLog.messages('warn')).toHaveLength(1);
    });
    await close();
  });

  it('closes in bounded time while Redis hangs', async () => {
    const { publisher, reader, close } = await openPair();
    const waiting = collect(reader.read('t', undefined, never()));
    publisher.publish(textEvent('t', 1, 1, 'a'));
    await until(async () => (await collect(reader.read('t', undefined, never()), 1)).length > 0);
    server.pause();
    try {
      publisher.publish(endEvent('t', 1, 2));
      const startedAt = Date.now();
      await close();
      expect(Date.now() - startedAt).toBeLessThan(6_000);
      expect((await waiting).map((item) => item.id)).toEqual(['1-1']);
    } finally {
      server.resume();
    }
  });

  it('starts while Redis is away, and works once it is there', async () => {
    await server.kill();
    suffix += 1;
    const publisher = open();
    const reader = open();
    await until(() => reader.links.isAway() && publisher.links.isAway(), 'the outage');
    const items = collect(reader.feed.read('t', undefined, never()));
    publisher.feed.publish(textEvent('t', 1, 1, 'a'));
    publisher.feed.publish(endEvent('t', 1, 2));
    await server.restart();
    expect(await items).toHaveLength(2);
    await publisher.feed.close();
    await reader.feed.close();
  });

  const withRedis = async (run: (redis: Redis) => Promise<void>) => {
    const redis = new Redis(server.url);
    try {
      await run(redis);
    } finally {
      redis.disconnect();
    }
  };
});
