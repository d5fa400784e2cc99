import { afterAll, beforeAll, it } from 'vitest';
import { type RedisServer, startRedis } from '../../platforms/redis.js';
import { describeWithRedis } from '../../setup/describeWithRedis.js';
import { type ChaosSize, runChaos } from './chaosRun.js';
import type { ChaosWorld } from './world.js';

/** `WAGGLE_TEST_SEED` repeats a run. */
const SEED = Number(process.env.WAGGLE_TEST_SEED ?? 20261130);

/** The chaos run of one platform. */
export function runChaosTest(
  platform: string,
  openWorld: (seed: number) => Promise<ChaosWorld>,
  size: ChaosSize,
): void {
  describeWithRedis(`chaos on ${platform}`, () => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await startRedis({ appendOnly: true });
    });
    afterAll(() => redis.stop());

    it(`shows every answer of 200 turns once and whole, whatever strikes (seed ${SEED})`, async () => {
      await runChaos(await openWorld(SEED), size, SEED, redis);
    });
  });
}
