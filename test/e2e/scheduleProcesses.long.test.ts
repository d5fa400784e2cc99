import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../platforms/gate.js';
import { type RedisServer, startRedis } from '../platforms/redis.js';
import { describeWithRedis } from '../setup/describeWithRedis.js';
import { until } from '../setup/until.js';
import { shownTexts } from './phone.js';
import { makeDue, scheduleStates } from './scheduleTable.js';
import { openStage } from './stage.js';

const RESULT = 'The ferry leaves at nine.';

describe('a schedule and the end of its process', () => {
  it('killed between due and answer: the result comes once', { timeout: 90_000 }, async () => {
    const stage = await openStage();
    try {
      const rest = createGate();
      stage.model.script(() => ({ text: RESULT, chunkChars: 5, pauses: [{ afterChunks: 2, until: rest.opened }] }));
      const first = await stage.start('ingress');
      const dm = stage.telegram.privateChat(stage.telegram.user(2));
      dm.say('/schedule in 2s | When does the ferry leave?');
      await stage.model.waitForRequest(() => true, { timeoutMs: 20_000 });
      await first.kill();
      rest.open();
      await stage.start('ingress');
      await dm.waitForBotMessage(({ text }) => text === RESULT, { timeoutMs: 30_000 });
      expect(shownTexts(dm).filter((text) => text === RESULT)).toHaveLength(1);
      expect(scheduleStates(stage.dataDir)).toMatchObject([{ runs: 1, next_due: null }]);
    } finally {
      await stage.close();
    }
  });
});

describeWithRedis('schedules and several processes', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('each due run happens once', { timeout: 120_000 }, async () => {
    const stage = await openStage({ redis });
    try {
      stage.model.script(({ lastUser }) => ({ text: `Result ${/job \d+/.exec(lastUser)?.[0] ?? '?'}` }));
      await stage.startFleet();
      const chats = Array.from({ length: 12 }, (_, i) => stage.telegram.privateChat(stage.telegram.user(10 + i)));
      for (const [i, chat] of chats.entries()) chat.say(`/schedule every day 8:00 | job ${i}`);
      await until(() => scheduleStates(stage.dataDir).length === chats.length, 'all schedules', 30_000);
      const at = Date.now() - 1000;
      for (const { no } of scheduleStates(stage.dataDir)) makeDue(stage.dataDir, no, at);
      const results = (i: number) => chats.flatMap(shownTexts).filter((text) => text === `Result job ${i}`);
      await until(() => chats.every((_, i) => results(i).length > 0), 'all results', 60_000);
      expect(scheduleStates(stage.dataDir).map(({ runs }) => runs)).toEqual(chats.map(() => 1));
      expect(chats.map((_, i) => results(i).length)).toEqual(chats.map(() => 1));
      expect(stage.model.requests).toHaveLength(chats.length);
    } finally {
      await stage.close();
    }
  });
});
