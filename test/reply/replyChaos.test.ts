import { afterAll, beforeAll, expect, it } from 'vitest';
import { runReplyChaos } from './replyChaos.js';
import { openReplyScene, type ReplyScene } from './replyScene.js';

let scene: ReplyScene;
beforeAll(async () => {
  scene = await openReplyScene();
});
afterAll(() => scene.close());

it('shows the last word, whole and once, whatever befalls a turn (20 turns)', async () => {
  let doubles = 0;
  for (let seed = 1; seed <= 20; seed += 1) doubles += (await runReplyChaos(scene, seed)).doubles;
  expect(doubles).toBe(0);
});
