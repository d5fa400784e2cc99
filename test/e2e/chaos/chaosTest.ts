import { afterAll, beforeAll, it } from 'vitest';
import { type RedisServer, startRedis } from '../../platforms/redis.js';
import { describeWithRedis } from '../../setup/describeWithRedis.js';
import { type ChaosSize, runChaos } from './chaosRun.js';
import type { ChaosWorld } from './world.js';

/** `WAGGLE_TEST_SEED` repeats a run. */
const SEED = Number(process.env.WAGGLE_TEST_SEED ?? 20261130);

/** More than a run gives itself (`RUN_MS`), with time to close everything. */
const TIMEOUT_MS = 300_000;

/**
 * A seed fixes what strikes, not when: three processes and a clock that runs. A run that fails is made once more, and the report says so
 * (`retry x1`); a seed that is asked for by name is not.
 */
const RETRIES = process.env.WAGGLE_TEST_SEED === undefined ? 1 : 0;

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

    const title = `shows every answer of 200 turns once and whole, whatever strikes (seed ${SEED})`;
    it(title, { timeout: TIMEOUT_MS, retry: RETRIES }, async () => {
      await runChaos(await openWorld(SEED), size, SEED, redis);
    });
  });
}
