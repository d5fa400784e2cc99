import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { createInProcessWaker } from '../../../src/turns/waker/inProcessWaker.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { describeWakerContract, HeldHandler, laneNamed, SLOTS } from './wakerContract.js';

describe('in-process waker', () => {
  describeWakerContract(async (slots) => createInProcessWaker({ slots, log: silentLog }));

  it('starts a lane within the same turn of the event loop, but not inside wake', async () => {
    const waker = createInProcessWaker({ slots: SLOTS, log: silentLog });
    const handler = new HeldHandler();
    await waker.run(handler.handle);
    waker.wake(laneNamed('a'));
    expect(handler.started).toEqual([]);
    await Promise.resolve();
    expect(handler.running).toBe(1);
    handler.releaseAll();
    await waker.close();
  });

  it('keeps wakes that come before it runs', async () => {
    const waker = createInProcessWaker({ slots: SLOTS, log: silentLog });
    waker.wake(laneNamed('a'));
    waker.wake(laneNamed('a'));
    const handler = new HeldHandler();
    await waker.run(handler.handle);
    await Promise.resolve();
    expect(handler.started).toEqual([laneNamed('a').id]);
    handler.releaseAll();
    await waker.close();
  });

  it('bounds the line of waiting lanes', async () => {
    const waker = createInProcessWaker({ slots: SLOTS, log: silentLog, maxWaiting: 3 });
    for (let lane = 0; lane < 10; lane += 1) waker.wake(laneNamed(`l${lane}`));
    const handler = new HeldHandler();
    await waker.run(handler.handle);
    await Promise.resolve();
    expect(handler.running).toBe(3);
    handler.releaseAll();
    await waker.close();
  });

  it('logs what a handler threw, with the lane', async () => {
    const log = createRecordingLog();
    const waker = createInProcessWaker({ slots: SLOTS, log });
    await waker.run(async () => {
      throw new Error('handler fault');
    });
    waker.wake(laneNamed('a'));
    await Promise.resolve();
    await waker.close();
    expect(log.messages('error')).toHaveLength(1);
    expect(log.lines[0]?.fields).toMatchObject({ lane: laneNamed('a').id, kind: 'main' });
  });
});
