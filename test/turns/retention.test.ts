import { expect, it } from 'vitest';
import { startRetention } from '../../src/turns/retention.js';
import { createFakeClock } from '../setup/fakeClock.js';
import { createRecordingLog } from '../setup/recordingLog.js';

const HOUR_MS = 3_600_000;

it('deletes old rows a minute after the start and four times a day, also after a run that failed, and waits for the last', async () => {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const ranAt: number[] = [];
  const startedAt = clock.now();
  let finish = () => {};
  const retention = {
    run: async (now: number) => {
      ranAt.push(now - startedAt);
      if (ranAt.length === 2) throw new Error('busy');
      if (ranAt.length === 4) await new Promise<void>((resolve) => (finish = resolve));
      return { dedupe: 1 };
    },
  };
  const stop = startRetention({ retention, dataDir: '/nowhere', clock, log });
  await clock.advance(13 * HOUR_MS);
  expect(ranAt).toEqual([60_000, 6 * HOUR_MS, 12 * HOUR_MS]);
  expect(log.messages('error')).toHaveLength(1);
  await clock.advance(6 * HOUR_MS);
  let isOver = false;
  const stopping = stop().then(() => {
    isOver = true;
  });
  await clock.advance(10);
  expect(isOver).toBe(false);
  finish();
  await stopping;
  expect(clock.pending()).toBe(0);
});
