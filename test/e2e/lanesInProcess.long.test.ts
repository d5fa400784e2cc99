import { afterAll, beforeAll, describe } from 'vitest';
import { type RedisServer, startRedis } from '../platforms/redis.js';
import { describeWithRedis } from '../setup/describeWithRedis.js';
import { describeLaneContract } from './laneContract.js';

const SIZE = { chats: 10, messages: 3 };

describe('lanes of one process', () => {
  describeLaneContract(SIZE, () => undefined);
});

describeWithRedis('lanes of one ingress and two workers on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: true });
  });
  afterAll(() => redis.stop());

  describeLaneContract(SIZE, () => redis);
});
