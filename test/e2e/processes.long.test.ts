import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../platforms/redis.js';
import type { TestChild } from '../setup/childProcess.js';
import { describeWithRedis } from '../setup/describeWithRedis.js';
import { until } from '../setup/until.js';
import { gatewayOf, launchGateway, makeDataDir } from './gateway.js';
import { waitForTexts } from './phone.js';
import { openTalks } from './talks.js';

const ANSWER = 'Here I am, and all is well.';

describe('a second process on one data directory without Redis', () => {
  it('stands by and says who has it, then answers in its place when the first one ends or dies', async () => {
    const talks = await openTalks();
    try {
      const { chat, question } = talks.open({ text: ANSWER });
      let running = await talks.start('ingress');
      chat.say(question);
      await waitForTexts(talks.telegram, chat, [ANSWER]);
      for (const how of ['stop', 'kill'] as const) {
        const second = talks.launch('ingress');
        await until(() => second.errors.some((line) => line.includes('stands by')), 'the standby', 20_000);
        const line = second.errors.find((each) => each.includes('stands by')) ?? '';
        expect(line).toContain(`:${running.child.pid}:`);
        expect(line).toContain('set REDIS_URL');
        expect(second.lines).toEqual([]);
        await running[how]();
        await second.waitForLine((each) => each.startsWith('Running:'));
        const next = talks.open({ text: ANSWER });
        next.chat.say(next.question);
        await waitForTexts(talks.telegram, next.chat, [ANSWER]);
        running = gatewayOf(second);
      }
      const third = talks.launch('ingress');
      await until(() => third.errors.some((line) => line.includes('stands by')), 'the standby', 20_000);
      third.signal('SIGTERM');
      expect(await third.ended).toBe(0);
    } finally {
      await talks.close();
    }
  });
});

describeWithRedis('processes on one Redis', () => {
  let redis: RedisServer;
  const children: TestChild[] = [];
  const homes: ReturnType<typeof makeDataDir>[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.stop()));
    for (const home of homes.splice(0)) home.remove();
  });
  afterAll(() => redis.stop());

  const launch = (settings: Readonly<Record<string, string>>) => {
    const child = launchGateway({ REDIS_URL: redis.url, ...settings });
    children.push(child);
    return child;
  };
  const newHome = () => {
    const home = makeDataDir();
    homes.push(home);
    return home.dataDir;
  };

  it('refuse to start with another data directory, and say why', async () => {
    const first = launch({ WAGGLE_ROLE: 'ingress', WAGGLE_DATA_DIR: newHome() });
    await first.waitForLine((line) => line.startsWith('Running:'));
    const foreign = launch({ WAGGLE_ROLE: 'worker', WAGGLE_DATA_DIR: newHome() });
    expect(await foreign.ended).toBe(78);
    expect(foreign.errors.join('\n')).toMatch(/must share\s+WAGGLE_DATA_DIR/);
    expect(foreign.lines).toEqual([]);
  });
});
