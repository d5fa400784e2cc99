import { afterAll, beforeAll, expect, it } from 'vitest';
import { shownTexts } from '../e2e/phone.js';
import { final, openReplyScene, type ReplyScene, text } from './replyScene.js';

const FIRST = 'The orchard lies behind the mill.';
const ANSWER = `${FIRST} Its apples are picked in October.`;

let scene: ReplyScene;
beforeAll(async () => {
  scene = await openReplyScene();
});
afterAll(() => scene.close());

it('an edit whose answer was lost may stand there: the text of before is written once more', async () => {
  const chat = scene.chat();
  const attempt = await (await scene.turnIn(chat)).attempt();
  attempt.push(text(ANSWER));
  await scene.passUntil(() => shownTexts(chat).includes(ANSWER), 'the whole text', 5_000);
  await scene.pass(3_000);

  scene.telegram.inject({ method: 'editMessageText', chat: chat.id, fault: { kind: 'drop-after' } });
  attempt.push({ type: 'reset', why: 'retry' }, text(`${FIRST} `));
  await scene.passUntil(() => shownTexts(chat).includes(FIRST), 'the beginning of the next try', 5_000);
  attempt.push(text(ANSWER.slice(FIRST.length + 1)), final(ANSWER));
  await attempt.over();
  expect(shownTexts(chat)).toEqual([ANSWER]);
  expect(scene.telegram.refused()).toEqual([]);
});
