import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import type { LaneRef } from '../../../src/core/lane.js';
import type { Waker } from '../../../src/core/ports/waker.js';
import { createRedisLinks } from '../../../src/turns/redis/redisLinks.js';
import { createBullmqWaker } from '../../../src/turns/waker/bullmqWaker.js';
import { type RedisServer, startRedis } from '../../platforms/redis.js';
import { startChild, type TestChild } from '../../setup/childProcess.js';
import { describeWithRedis } from '../../setup/describeWithRedis.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { until } from '../../setup/until.js';
import { laneNamed } from './wakerContract.js';

const LEASE_MS = 500;

describeWithRedis('BullMQ waker across processes', () => {
  let server: RedisServer;
  let prefix = '';
  const children: TestChild[] = [];
  const wakers: Waker[] = [];

  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
  });
  afterAll(() => server.stop());

  afterEach(async () => {
    for (const child of children.splice(0)) await child.stop();
    for (const waker of wakers.splice(0)) await waker.close();
  });

  const open = () => {
    const log = createRecordingLog();
    const links = createRedisLinks({ url: server.url, log });
    const slots = { main: 20, ctl: 5, bg: 1 };
    const waker = createBullmqWaker({ links, slots, leaseMs: LEASE_MS, clock: systemClock, log, prefix });
    wakers.push(waker);
    return { waker, log, links };
  };

  const startWorker = () => {
    const child = startChild('./children/wakerChild.mjs', import.meta.url, [server.url, prefix, String(LEASE_MS)]);
    children.push(child);
    return child;
  };

  /** Wakes the lane until a process has it. */
  const wakeUntilStarted = async (waker: Waker, lane: LaneRef, child: TestChild) => {
    await until(() => {
      waker.wake(lane);
      return child.lines.includes(`started ${lane.id}`);
    }, 'a start in the child');
  };

  it('gives the lane of a killed process to another one', async () => {
    prefix = 'killed';
    const { waker } = open();
    const child = startWorker();
    const lane = laneNamed('a');
    await wakeUntilStarted(waker, lane, child);
    child.signal('SIGKILL');
    await child.ended;
    const started: string[] = [];
    await waker.run(async (taken) => {
      started.push(taken.id);
    });
    const killedAt = Date.now();
    await until(() => started.includes(lane.id), 'the takeover');
    expect(Date.now() - killedAt).toBeLessThan(LEASE_MS * 6);
    const fresh = laneNamed('b');
    waker.wake(fresh);
    await until(() => started.includes(fresh.id));
  });

  it('gives the lane of a frozen process to another one, and stands its coming back', async () => {
    prefix = 'frozen';
    const { waker, log } = open();
    const child = startWorker();
    const lane = laneNamed('a');
    await wakeUntilStarted(waker, lane, child);
    child.signal('SIGSTOP');
    const started: string[] = [];
    await waker.run(async (taken) => {
      started.push(taken.id);
    });
    await until(() => started.includes(lane.id), 'the takeover');
    child.signal('SIGCONT');
    child.tell(`release ${lane.id}`);
    await child.waitForLine((line) => line === `ended ${lane.id}`);
    const before = child.lines.length + started.length;
    waker.wake(laneNamed('b'));
    await until(() => child.lines.length + started.length > before, 'a lane after the thaw');
    child.tell('release telegram:1:a');
    child.tell('release telegram:1:b');
    child.tell('close');
    expect(await child.ended).toBe(0);
    expect(log.messages('error')).toEqual([]);
  });

  it('shares lanes between processes and hands over what a closing one has not begun, under a Redis that is killed twice', async () => {
    prefix = 'shared';
    const { waker, links } = open();
    await until(() => !links.isAway());
    const handled = new Map<string, number>();
    await waker.run(async (lane) => {
      handled.set(lane.id, (handled.get(lane.id) ?? 0) + 1);
    });
    for (let round = 0; round < 2; round += 1) {
      const child = startWorker();
      await wakeUntilStarted(waker, laneNamed(`probe${round}`), child);
      await server.kill();
      await until(() => links.isAway(), 'the outage');
      for (let lane = 0; lane < 100; lane += 1) waker.wake(laneNamed(`away${lane}`));
      await server.restart();
      await until(() => !links.isAway(), 'Redis being back');
      for (const line of [...child.lines]) child.tell(line.replace('started', 'release'));
      child.tell('close');
      expect(await child.ended).toBe(0);
      for (let lane = 0; lane < 100; lane += 1) waker.wake(laneNamed(`back${round}-${lane}`));
      await until(
        () => [...handled.keys()].filter((id) => id.includes(`back${round}-`)).length === 100,
        'all lanes in the process that is left',
      );
    }
  });
});
