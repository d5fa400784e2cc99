import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../platforms/redis.js';
import { describeWithRedis } from '../setup/describeWithRedis.js';
import { createSeededRandom } from '../setup/seededRandom.js';
import { answerTo, openScene, type Scene } from './laneContract.js';

const seed = Number(process.env.WAGGLE_TEST_SEED ?? 20261130);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every chat says its messages from number `from` on, one after the other. */
function sayAll(scene: Scene, from: number, to: number): void {
  for (let m = from; m < to; m += 1) for (const chat of scene.chats) chat.say(`${scene.nameOf(chat)} m${m}`);
}

/** A slow answer, so that there is a middle to be struck in. */
function answerSlowly(scene: Scene): void {
  scene.reply((request) => ({ text: answerTo(request.lastUser), chunkChars: 9, delayMs: 60 }));
}

describe('lanes of one process', () => {
  it(`answers 50 chats at once, once each, although it is killed twice in the middle (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const scene = await openScene(50, undefined);
    try {
      answerSlowly(scene);
      let process = await scene.stage.start('ingress');
      sayAll(scene, 0, 2);
      for (let kill = 0; kill < 2; kill += 1) {
        await wait(random.between(400, 1_500));
        await process.kill();
        process = await scene.stage.start('ingress');
      }
      await scene.expectAnswers(2, { timeoutMs: 120_000, mayRepeat: true });
    } finally {
      await scene.stage.close();
    }
  });
});

describeWithRedis('lanes of one ingress and two workers on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: true });
  });
  afterAll(() => redis.stop());

  const withScene = async (chats: number, run: (scene: Scene) => Promise<void>) => {
    const scene = await openScene(chats, redis);
    try {
      await run(scene);
    } finally {
      redis.resume();
      await scene.stage.close();
      await redis.restart();
    }
  };

  it(`answers 50 chats at once, once each, although workers are killed in the middle (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    await withScene(50, async (scene) => {
      answerSlowly(scene);
      const fleet = await scene.stage.startFleet();
      const workers = [...fleet.workers];
      for (let round = 0; round < 4; round += 1) {
        sayAll(scene, round, round + 1);
        await wait(random.between(300, 1_400));
        const victim = random.between(0, 1);
        await workers[victim]?.kill();
        workers[victim] = await scene.stage.start('worker');
        await scene.expectAnswers(round + 1, { timeoutMs: 90_000, mayRepeat: true });
      }
    });
  });

  it('takes a killed worker’s turns over within seconds of the end of their leases', async () => {
    await withScene(20, async (scene) => {
      const { model } = scene.stage;
      const fleet = await scene.stage.startFleet({ WAGGLE_LEASE_MS: '3000', WAGGLE_SWEEP_MS: '1000' });
      scene.reply((request, attempt) => ({
        text: answerTo(request.lastUser),
        ...(attempt === 0 ? { hold: new Promise(() => {}) } : {}),
      }));
      sayAll(scene, 0, 1);
      await model.waitFor(() => model.openRequests() === 20, { what: 'all at work', timeoutMs: 30_000 });
      const killedAt = Date.now();
      await fleet.workers[0]?.kill();
      const orphaned = model.requests.filter(({ aborted }) => aborted).length;
      expect(orphaned).toBeGreaterThan(0);
      await model.waitFor(() => model.requests.length === 20 + orphaned, { what: 'the takeover', timeoutMs: 30_000 });
      const took = Date.now() - killedAt;
      console.info(`${orphaned} turns were taken over ${took} ms after the kill (lease 3 s, sweep 1 s)`);
      expect(took).toBeLessThan(3_000 + 1_000 + 3_000);
      await fleet.workers[1]?.kill();
      await scene.stage.start('worker');
      await scene.expectAnswers(1, { mayRepeat: true });
    });
  });

  it('goes on after all processes were killed and started again', async () => {
    await withScene(20, async (scene) => {
      answerSlowly(scene);
      let fleet = await scene.stage.startFleet();
      for (let round = 0; round < 2; round += 1) {
        sayAll(scene, 2 * round, 2 * round + 2);
        await wait(900);
        await Promise.all([fleet.ingress, ...fleet.workers].map((process) => process.kill()));
        fleet = await scene.stage.startFleet();
        await scene.expectAnswers(2 * round + 2, { timeoutMs: 90_000, mayRepeat: true });
      }
    });
  });

  it('hands everything over when workers end one after the other, all the time', async () => {
    await withScene(20, async (scene) => {
      answerSlowly(scene);
      const fleet = await scene.stage.startFleet({ WAGGLE_DRAIN_MS: '300' });
      const workers = [...fleet.workers];
      sayAll(scene, 0, 4);
      for (let round = 0; round < 6; round += 1) {
        const leaving = workers.shift();
        workers.push(await scene.stage.start('worker', { WAGGLE_DRAIN_MS: '300' }));
        expect(await leaving?.stop()).toBe(0);
      }
      await scene.expectAnswers(4, { timeoutMs: 90_000, mayRepeat: true });
    });
  });

  it('stands a Redis that restarts again and again under load, with and without its data', async () => {
    await withScene(20, async (scene) => {
      await scene.stage.startFleet();
      for (let round = 0; round < 5; round += 1) {
        sayAll(scene, 4 * round, 4 * round + 4);
        await wait(150);
        await redis.restart({ loseData: round % 2 === 1 });
      }
      await scene.expectAnswers(20, { timeoutMs: 90_000 });
    });
  });
});
