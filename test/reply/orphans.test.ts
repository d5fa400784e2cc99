import { afterAll, beforeAll, expect, it } from 'vitest';
import { shownTexts } from '../e2e/phone.js';
import { createSeededRandom } from '../setup/seededRandom.js';
import { final, openReplyScene, type ReplyScene } from './replyScene.js';

const CHATS = 12;
const LOST = 12;
/** Messages of people and turns of other chats while a lost send is waited out. */
const MEANWHILE = 40;

let scene: ReplyScene;
beforeAll(async () => {
  scene = await openReplyScene({ rates: 'off' });
});
afterAll(() => scene.close());

it('the doubles of lost sends are found where many chats are busy', async () => {
  const random = createSeededRandom(7);
  const chats = Array.from({ length: CHATS }, () => scene.chat());
  const chatAt = (i: number) => chats[i % CHATS] ?? scene.chat();
  let count = 0;
  const turnIn = async (i: number) => {
    count += 1;
    const words = `Answer number ${count} of this afternoon.`;
    const attempt = await (await scene.turnIn(chatAt(i))).attempt();
    attempt.push(final(words));
    return { words, over: () => attempt.over() };
  };
  const speak = async () => {
    chatAt(random.between(0, CHATS - 1)).say('And what about the bees?');
    if (random.chance(0.6)) await (await turnIn(random.between(1, CHATS - 1))).over();
  };
  for (let i = 0; i < 10; i += 1) await speak();

  const lost: string[] = [];
  for (let round = 0; round < LOST; round += 1) {
    const chat = chatAt(0);
    scene.telegram.inject({ method: 'sendMessage', chat: chat.id, fault: { kind: 'drop-after' } });
    const { words, over } = await turnIn(0);
    lost.push(words);
    await scene.passUntil(() => shownTexts(chat).includes(words), 'the lost send');
    for (let i = 0; i < MEANWHILE; i += 1) {
      await speak();
      await scene.pass(200);
    }
    await over();
  }
  const doubled = lost.filter((words) => shownTexts(chatAt(0)).filter((shown) => shown === words).length > 1);
  const probes = scene.telegram.callsOf('editMessageText').length;
  console.info(`${LOST} lost sends in a busy bot: ${doubled.length} doubles left, ${probes} probes`);
  expect(doubled.length).toBeLessThanOrEqual(1);
  expect(probes).toBeLessThanOrEqual(10 * LOST);
  // Every one stands there at least once, and nothing else was ever touched.
  for (const words of lost) expect(shownTexts(chatAt(0))).toContain(words);
  expect(chats.flatMap((chat) => chat.history()).filter(({ past }) => past.length > 0)).toEqual([]);
  expect(scene.telegram.refused()).toEqual([]);
}, 60_000);
