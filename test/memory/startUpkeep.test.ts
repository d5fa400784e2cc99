import { expect, it } from 'vitest';
import type { MindId } from '../../src/core/memory/reach.js';
import { startUpkeep } from '../../src/memory/upkeep/startUpkeep.js';
import { createFakeClock } from '../setup/fakeClock.js';
import { createRecordingLog } from '../setup/recordingLog.js';

const mind = (person: string): MindId => ({ kind: 'person', person });

it('minds are looked after slice by slice, again after a failure, and no more after the end', async () => {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const slices: string[] = [];
  let isBroken = false;
  const stop = startUpkeep({
    minds: {
      all: async () => {
        if (isBroken) throw new Error('no disk');
        return [mind('ann'), mind('bob')];
      },
      maintain: async (of) => {
        const name = of.kind === 'person' ? of.person : '';
        slices.push(name);
        return name === 'ann' && slices.filter((slice) => slice === 'ann').length % 3 !== 0;
      },
    },
    clock,
    log,
  });
  await clock.advance(9 * 60_000);
  expect(slices).toEqual([]);
  await clock.advance(60_000);
  expect(slices).toEqual(['ann', 'ann', 'ann', 'bob']);
  isBroken = true;
  await clock.advance(12 * 3_600_000);
  expect(log.messages('error')).toHaveLength(1);
  isBroken = false;
  await clock.advance(12 * 3_600_000);
  expect(slices).toHaveLength(8);
  await stop();
  expect(clock.pending()).toBe(0);
});
