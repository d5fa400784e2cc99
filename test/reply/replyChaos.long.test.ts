import { afterAll, beforeAll, expect, it } from 'vitest';
import { runReplyChaos } from './replyChaos.js';
import { openReplyScene, type ReplyScene } from './replyScene.js';

const TURNS = 250;
const seed = Number(process.env.WAGGLE_TEST_SEED ?? 20261130);

let scene: ReplyScene;
beforeAll(async () => {
  scene = await openReplyScene();
});
afterAll(() => scene.close());

it(`shows the last word, whole and once, whatever befalls a turn (${TURNS} turns from seed ${seed})`, async () => {
  let lostSends = 0;
  let doubles = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const result = await runReplyChaos(scene, seed + turn);
    lostSends += result.lostSends;
    doubles += result.doubles;
  }
  console.info(`${lostSends} sends were lost, ${doubles} doubles stayed`);
  expect(doubles).toBeLessThanOrEqual(lostSends);
});
