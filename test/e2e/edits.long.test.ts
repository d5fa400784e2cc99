import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { type RedisServer, startRedis } from '../platforms/redis.js';
import { describeWithRedis } from '../setup/describeWithRedis.js';
import { until } from '../setup/until.js';
import { waitForTexts } from './phone.js';
import { openTalks } from './talks.js';

const OLD = 'The old answer begins here, and it says a lot of things that nobody wants to know any more.';
const NEW = 'The new answer is about what was meant.';

describe('an edit just before the process is killed', () => {
  it('is not lost: the next process runs the new text, and only its answer stands there', async () => {
    const talks = await openTalks();
    try {
      let gateway = await talks.start('ingress');
      for (const killAt of ['the edit', 'its arrival', 'the new turn']) {
        const never = createGate();
        const pauses = [{ afterChunks: 1, until: never.opened }];
        const { chat, question } = talks.open({ text: OLD, chunkChars: 40, pauses });
        const asked = chat.say(question);
        await chat.waitForBotMessage();
        const better = talks.ask((attempt) =>
          attempt === 0 && killAt === 'the new turn' ? { text: NEW, hold: never.opened } : { text: NEW },
        );
        chat.edit(asked, better);
        if (killAt === 'its arrival') await until(() => talks.telegram.bot.pendingUpdates() === 0, killAt);
        if (killAt === 'the new turn') await until(() => talks.timesAsked(better) === 1, killAt);
        await gateway.kill();
        never.open();
        gateway = await talks.start('ingress');
        await waitForTexts(talks.telegram, chat, [NEW]);
        expect(talks.telegram.refused(), killAt).toEqual([]);
      }
    } finally {
      await talks.close();
    }
  });
});

describeWithRedis('an edit across processes', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('stops the turn in the worker that runs it, or is run by another when that one hangs', async () => {
    const talks = await openTalks({ redis });
    try {
      const { workers } = await talks.startFleet();
      const never = createGate();
      const pauses = [{ afterChunks: 1, until: never.opened }];
      const { chat, question } = talks.open({ text: OLD, chunkChars: 40, pauses });
      const asked = chat.say(question);
      await chat.waitForBotMessage();
      chat.edit(asked, talks.ask({ text: NEW }));
      await waitForTexts(talks.telegram, chat, [NEW]);
      expect(chat.notifications()).toHaveLength(1);

      const second = talks.ask({ text: OLD, chunkChars: 40, pauses });
      const again = chat.say(second);
      await chat.waitForBotMessage(({ text }) => OLD.startsWith(text));
      for (const { child } of workers) child.signal('SIGSTOP');
      chat.edit(again, talks.ask({ text: 'Another new answer.' }));
      await until(() => talks.telegram.bot.pendingUpdates() === 0, 'the edit taken in');
      const [frozen, awake] = workers;
      awake?.child.signal('SIGCONT');
      await waitForTexts(talks.telegram, chat, [NEW, 'Another new answer.'], 60_000);
      frozen?.child.signal('SIGCONT');
      const last = talks.ask({ text: 'The last answer.' });
      chat.say(last);
      await waitForTexts(talks.telegram, chat, [NEW, 'Another new answer.', 'The last answer.']);
      never.open();
    } finally {
      await talks.close();
    }
  });
});
