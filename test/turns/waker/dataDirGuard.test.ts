import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import type { WaggleError } from '../../../src/core/errors.js';
import { createRedisLinks } from '../../../src/turns/redis/redisLinks.js';
import { claimRedisNamespace } from '../../../src/turns/waker/dataDirGuard.js';
import { type RedisServer, startRedis } from '../../platforms/redis.js';
import { describeWithRedis } from '../../setup/describeWithRedis.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { until } from '../../setup/until.js';

describeWithRedis('data directory guard', () => {
  let server: RedisServer;
  let prefixCount = 0;

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  const nextPrefix = () => {
    prefixCount += 1;
    return `guard${prefixCount}`;
  };

  const claim = (prefix: string, dataDirId: string, host: string, refused: WaggleError[] = [], url = server.url) => {
    const log = createRecordingLog();
    return claimRedisNamespace({
      links: createRedisLinks({ url, log }),
      dataDirId,
      host,
      prefix,
      clock: systemClock,
      log,
      onRefused: (error) => refused.push(error),
    });
  };

  it('lets processes of one data directory share a Redis, on any host name, and claims it for a minute', async () => {
    const prefix = nextPrefix();
    const claims = [await claim(prefix, 'a', 'host1'), await claim(prefix, 'a', 'container2')];
    const redis = new Redis(server.url);
    const left = await redis.pttl(`${prefix}:data-dir`);
    redis.disconnect();
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    for (const each of claims) await each.close();
  });

  it('refuses another data directory, saying who has the Redis and what to do', async () => {
    const prefix = nextPrefix();
    const first = await claim(prefix, 'a', 'host1');
    await expect(claim(prefix, 'b', 'host2')).rejects.toMatchObject({
      code: 'other-data-dir',
      message: expect.stringMatching(/on host1.*WAGGLE_DATA_DIR.*REDIS_URL/s),
    });
    const elsewhere = await claim(nextPrefix(), 'b', 'host2');
    await first.close();
    await elsewhere.close();
  });

  it('refuses a database that Redis does not have, instead of working in database 0', async () => {
    const url = server.url.replace(/\/0$/, '/9999');
    await expect(claim(nextPrefix(), 'a', 'host1', [], url)).rejects.toMatchObject({
      code: 'redis-database',
      message: expect.stringMatching(/no database 9999.*REDIS_URL/),
    });
  });

  it('starts while Redis is away and asks again when it is there', async () => {
    const prefix = nextPrefix();
    await server.kill();
    const refused: WaggleError[] = [];
    const late = await claim(prefix, 'b', 'host2', refused);
    await server.restart();
    const owner = new Redis(server.url);
    await until(async () => (await owner.hget(`${prefix}:data-dir`, 'id')) === 'b', 'the late claim');
    expect(refused).toEqual([]);
    await owner.hset(`${prefix}:data-dir`, 'id', 'a', 'host', 'host1');
    await owner.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await until(() => refused.length > 0, 'the refusal');
    expect(refused.map((error) => error.code)).toEqual(['other-data-dir']);
    owner.disconnect();
    await late.close();
  });
});
