import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { isConnectionError } from '../../../src/turns/redis/connectionError.js';
import { endConnection } from '../../../src/turns/redis/endConnection.js';
import { createRedisLinks, reconnectDelayMs } from '../../../src/turns/redis/redisLinks.js';
import { startRedis } from '../../platforms/redis.js';
import { describeWithRedis } from '../../setup/describeWithRedis.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { until } from '../../setup/until.js';

describe('reconnecting', () => {
  it('backs off from 50 ms to 2 s', () => {
    const longest = [1, 2, 3, 6, 7, 50, 5_000].map((attempt) => reconnectDelayMs(attempt, () => 0));
    expect(longest).toEqual([50, 100, 200, 1_600, 2_000, 2_000, 2_000]);
    expect(reconnectDelayMs(7, () => 1)).toBe(1_500);
  });
});

describeWithRedis('links to Redis', () => {
  it('log an outage of many connections once, and its end once', async () => {
    const server = await startRedis();
    const log = createRecordingLog();
    const links = createRedisLinks({ url: server.url, log });
    const connections = [1, 2, 3, 4].map((number) => links.open(`c${number}`, number % 2 === 0 ? 'wait' : 'fail'));
    await until(() => connections.every((redis) => redis.status === 'ready'));
    await server.kill();
    await until(() => connections.every((redis) => redis.status === 'reconnecting'), 'the outage');
    const [failing, waiting] = connections;
    const failed = await failing?.get('key').catch((error: unknown) => error);
    expect(isConnectionError(failed)).toBe(true);
    const answer = waiting?.get('key');
    await server.restart();
    expect(await answer).toBeNull();
    await until(() => !links.isAway(), 'the end of the outage');
    expect(log.lines.filter((line) => line.level !== 'debug').map((line) => line.message)).toEqual([
      'Redis is away: work goes on, wakes and live events of other processes wait for it',
      'Redis is back',
    ]);
    for (const redis of connections) endConnection(redis);
    await server.stop();
  });

  it('end a connection for good in every state, rejecting what waits', async () => {
    const server = await startRedis();
    const links = createRedisLinks({ url: server.url, log: createRecordingLog() });
    const ready = links.open('ready', 'wait');
    await until(() => ready.status === 'ready');
    const between = links.open('between', 'wait');
    await until(() => between.status === 'ready');
    await server.kill();
    await until(() => between.status === 'reconnecting');
    const waiting = between.get('key');
    waiting.catch(() => {});
    endConnection(between);
    await expect(waiting).rejects.toThrow();
    await server.restart();
    await until(() => ready.status === 'ready');
    server.pause();
    const hanging = ready.get('key');
    hanging.catch(() => {});
    endConnection(ready);
    await expect(hanging).rejects.toThrow();
    server.resume();
    await ready.connect().catch(() => {});
    await until(() => ready.status === 'end', 'the end of a connection that somebody connected again');
    await until(() => !links.isAway());
    await server.stop();
  });

  it('tells errors of the connection from answers of the server', async () => {
    const server = await startRedis();
    const redis = new Redis(server.url);
    const answered = await redis.call('NOSUCHCOMMAND').catch((error: unknown) => error);
    expect(answered).toBeInstanceOf(Error);
    expect(isConnectionError(answered)).toBe(false);
    redis.disconnect();
    const closed = await redis.get('key').catch((error: unknown) => error);
    expect(isConnectionError(closed)).toBe(true);
    await server.stop();
    const refused = new Redis(server.url, { lazyConnect: true, retryStrategy: () => null });
    let reason: unknown;
    refused.on('error', (error: Error) => {
      reason = error;
    });
    await refused.connect().catch(() => {});
    expect(isConnectionError(reason)).toBe(true);
    expect(isConnectionError('text')).toBe(false);
  });
});
