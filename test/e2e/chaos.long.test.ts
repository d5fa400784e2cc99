import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../platforms/redis.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import { describeWithRedis } from '../setup/describeWithRedis.js';
import { createSeededRandom } from '../setup/seededRandom.js';
import { callsIntoClosedGates, chaoticReply, countDoubles, injectTelegramChaos } from './chaos.js';
import type { GatewayProcess } from './gateway.js';
import { openScene } from './laneContract.js';
import { shownTexts } from './phone.js';

const CHATS = 20;
const MESSAGES = 10;
const KILLS = 6;
/** Longer than a takeover takes, so that no turn meets three kills and is given up. */
const KILL_EVERY_MS = 7_000;

const sentence = 'The gulls keep to the northern cliffs while the wind stands in the west.';
const paragraph = Array.from({ length: 8 }, () => sentence).join(' ');

/** One answer in eight fills several messages. */
function answerOf(lastUser: string): string {
  const [chat = '', message = ''] = lastUser.split(' ');
  const number = Number(chat.slice(1)) + 3 * Number(message.slice(1));
  const start = `Answer to ${chat} ${message}.`;
  if (number % 8 === 0)
    return [start, ...Array.from({ length: 12 }, (_, i) => `Part ${i + 1}: ${paragraph}`)].join('\n\n');
  return `${start} ${Array.from({ length: 1 + (number % 5) }, () => sentence).join(' ')} End of ${chat} ${message}.`;
}

describeWithRedis('chaos', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis({ appendOnly: true });
  });
  afterAll(() => redis.stop());

  const seed = Number(process.env.WAGGLE_TEST_SEED ?? 20261130);

  it(`shows every answer of 200 turns once and whole, whatever strikes (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const scene = await openScene(CHATS, redis);
    const { stage } = scene;
    const { telegram } = stage;
    const killedAt: number[] = [];
    try {
      const fleet = await stage.startFleet();
      const workers: GatewayProcess[] = [...fleet.workers];
      scene.reply((request, attempt) => chaoticReply(answerOf(request.lastUser), attempt, random));
      const lost = injectTelegramChaos(telegram, random, 9);

      let said = 0;
      const talking = scene.chats.map(async (chat) => {
        for (let m = 0; m < MESSAGES; m += 1) {
          chat.say(`${scene.nameOf(chat)} m${m}`);
          said += 1;
          if (random.chance(0.3)) continue;
          const end = `End of ${scene.nameOf(chat)} m${m}.`;
          await telegram
            .waitFor(() => chat.botMessages().some(({ text }) => text.includes(end) || text.includes('Part 12: ')), {
              timeoutMs: random.between(500, 12_000),
            })
            .catch(() => {});
        }
      });

      let isTalking = true;
      const everySaid = Promise.all(talking).then(() => {
        isTalking = false;
      });
      for (let kill = 0; kill < KILLS && isTalking; kill += 1) {
        const pause = random.between(KILL_EVERY_MS, 2 * KILL_EVERY_MS);
        await Promise.race([everySaid, new Promise((resolve) => setTimeout(resolve, pause))]);
        const victim = random.between(0, workers.length - 1);
        killedAt.push(Date.now());
        await workers[victim]?.kill();
        workers[victim] = await stage.start('worker');
      }
      await everySaid;
      expect(said).toBe(CHATS * MESSAGES);

      const answersOf = (chat: PrivateChat) =>
        Array.from({ length: MESSAGES }, (_, m) => answerOf(`${scene.nameOf(chat)} m${m}`));
      const doublesIn = (chat: PrivateChat) =>
        countDoubles(chat, answersOf(chat), lost.filter((id) => id === chat.id).length + killedAt.length);
      for (const chat of scene.chats) {
        await telegram.waitFor(() => doublesIn(chat) !== null, { timeoutMs: 90_000 }).catch(() => {});
        if (doublesIn(chat) === null) expect(shownTexts(chat), `chat ${chat.id}`).toEqual(answersOf(chat));
      }
      telegram.clearFaults();
      // Every process ends what it does before it ends.
      await Promise.all([...workers, fleet.ingress].map((process) => process.stop()));

      let doubles = 0;
      for (const chat of scene.chats) {
        const answers = answersOf(chat);
        doubles += doublesIn(chat) ?? Number.NaN;
        expect(scene.watch.orderOf(scene.nameOf(chat))).toEqual(Array.from({ length: MESSAGES }, (_, m) => `m${m}`));
        for (const { text } of chat.notifications()) {
          expect(
            answers.some((answer) => answer.startsWith(text)),
            `a notification with other words: ${text}`,
          ).toBe(true);
        }
        expect(chat.history().flatMap((message) => message.altered)).toEqual([]);
      }
      console.info(
        `seed ${seed}: ${telegram.calls.length} calls, ${killedAt.length} kills, ${lost.length} lost sends, ${doubles} doubles left`,
      );
      expect(doubles).toBeLessThanOrEqual(lost.length + killedAt.length);
      expect(scene.watch.mostOfOneChat()).toBe(1);
      expect(telegram.refused()).toEqual([]);
      expect(stage.model.refused()).toEqual([]);
      expect(callsIntoClosedGates(telegram, killedAt)).toEqual([]);
    } finally {
      await stage.close();
    }
  });
});
