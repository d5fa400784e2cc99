import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { describeWithRedis } from '../setup/describeWithRedis.js';
import { type RedisServer, startRedis } from './redis.js';

/** One command on a fresh connection. */
async function ask<T>(server: RedisServer, run: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(server.url, { maxRetriesPerRequest: 1 });
  try {
    return await run(redis);
  } finally {
    redis.disconnect();
  }
}

describeWithRedis('redis server for tests', () => {
  it('keeps its port and data over a restart, loses them when told to, and is gone after stop', async () => {
    const server = await startRedis();
    await ask(server, (redis) => redis.set('key', 'value'));
    await server.restart();
    expect(await ask(server, (redis) => redis.get('key'))).toBe('value');
    await server.restart({ loseData: true });
    expect(await ask(server, (redis) => redis.get('key'))).toBeNull();
    await server.stop();
    const redis = new Redis(server.url, { retryStrategy: () => null, lazyConnect: true });
    redis.on('error', () => {});
    await expect(redis.connect()).rejects.toThrow();
  });

  it('keeps data over a kill with an append-only file, and answers nothing while paused', async () => {
    const server = await startRedis({ appendOnly: true });
    try {
      await ask(server, async (redis) => {
        await redis.set('key', 'value');
        await redis.config('SET', 'appendfsync', 'always');
        await redis.set('key', 'other');
      });
      await server.kill();
      await server.restart();
      expect(await ask(server, (redis) => redis.get('key'))).toBe('other');
      await ask(server, async (redis) => {
        server.pause();
        let isAnswered = false;
        const answer = redis.get('key').finally(() => {
          isAnswered = true;
        });
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(isAnswered).toBe(false);
        server.resume();
        expect(await answer).toBe('other');
      });
    } finally {
      await server.stop();
    }
  });
});
