import { expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { createRedactor } from '../../../src/core/secrets/redactor.js';
import { recordTrace } from '../../../src/runtime/tracing/recordTrace.js';
import { traceStage } from '../../../src/runtime/tracing/traceStage.js';
import {
  generateTurnId,
  logTurnEvent,
  startTurnCapture,
  stopTurnCapture,
} from '../../../src/runtime/tracing/turnEvents.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { createRecordingLog } from '../../setup/recordingLog.js';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('makes turn ids that are UUIDs of version 4', () => {
  const ids = new Set(Array.from({ length: 100 }, generateTurnId));
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(UUID_V4);
});

it('says nothing without a turn id, nor without anybody who listens', () => {
  startTurnCapture();
  logTurnEvent(undefined, { stage: 'agent-loop.enter' });
  logTurnEvent('t', { stage: 'agent-loop.enter', model: 'm' });
  expect(stopTurnCapture()).toEqual([{ turnId: 't', stage: 'agent-loop.enter', model: 'm' }]);
  logTurnEvent('t', { stage: 'agent-loop.exit' });
  expect(stopTurnCapture()).toEqual([]);
});

it('forgets an earlier capture when a new one is started', () => {
  startTurnCapture();
  logTurnEvent('t', { stage: 'old' });
  startTurnCapture();
  logTurnEvent('t', { stage: 'new' });
  expect(stopTurnCapture().map(({ stage }) => stage)).toEqual(['new']);
});

it('records the events of one turn with their times, and logs each under it', async () => {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const end = recordTrace({ turn: 't', attempt: 2 }, { clock, log: log.child({ turn: 't' }), redact: (text) => text });
  logTurnEvent('t', { stage: 'a', n: 1 });
  logTurnEvent('other', { stage: 'b' });
  await clock.advance(1500);
  logTurnEvent('t', { stage: 'c', names: ['x'] });
  expect(end()).toEqual({
    turn: 't',
    attempt: 2,
    startedAt: clock.now() - 1500,
    endedAt: clock.now(),
    events: [
      { ms: 0, stage: 'a', fields: { n: 1 } },
      { ms: 1500, stage: 'c', fields: { names: ['x'] } },
    ],
    dropped: 0,
  });
  expect(log.lines.map(({ level, message, fields }) => [level, message, fields.turn])).toEqual([
    ['debug', 'a', 't'],
    ['debug', 'c', 't'],
  ]);
  logTurnEvent('t', { stage: 'after the end' });
  expect(end().events).toHaveLength(2);
});

it('keeps out secrets, known ones and those that look like one, also where a text is cut', () => {
  const secret = 'hunter2-hunter2';
  const redact = createRedactor([secret]).clean;
  const end = recordTrace({ turn: 't', attempt: 1 }, { clock: createFakeClock(), log: silentLog, redact });
  const token = `sk-${'a1B2'.repeat(10)}`;
  logTurnEvent('t', { stage: 'x', errorMessage: `no ${secret}, no ${token}`, argsKeys: [secret, 'path'] });
  logTurnEvent('t', { stage: 'y', errorMessage: `${'.'.repeat(290)}${token}` });
  logTurnEvent('t', { stage: 'z', errorMessage: 'long '.repeat(10_000) });
  const { events } = end();
  expect(events[0]?.fields).toEqual({ errorMessage: 'no [secret], no [secret]', argsKeys: ['[secret]', 'path'] });
  expect(JSON.stringify(events)).not.toContain('sk-');
  expect(String(events[2]?.fields.errorMessage)).toHaveLength(300);
});

it('has a bound, and says how much it did not keep', () => {
  const end = recordTrace(
    { turn: 't', attempt: 1 },
    { clock: createFakeClock(), log: silentLog, redact: (text) => text },
  );
  for (let n = 0; n < 5000; n += 1) logTurnEvent('t', { stage: 'x' });
  const trace = end();
  expect([trace.events.length, trace.dropped]).toEqual([4000, 1000]);
});

it('tells two recordings of one turn the same: an attempt may still end when the next one runs', () => {
  const deps = { clock: createFakeClock(), log: silentLog, redact: (text: string) => text };
  const first = recordTrace({ turn: 't', attempt: 1 }, deps);
  const second = recordTrace({ turn: 't', attempt: 2 }, deps);
  logTurnEvent('t', { stage: 'a' });
  expect(first().events).toHaveLength(1);
  logTurnEvent('t', { stage: 'b' });
  expect(second().events).toHaveLength(2);
});

it('names the error of a stage that failed', async () => {
  startTurnCapture();
  const work = traceStage(
    't',
    'recall',
    { n: 1 },
    () => Promise.reject(new Error('no')),
    () => ({}),
  );
  await expect(work).rejects.toThrow('no');
  expect(
    await traceStage(
      't',
      'recall',
      {},
      async () => 7,
      (found) => ({ found }),
    ),
  ).toBe(7);
  expect(stopTurnCapture()).toEqual([
    { turnId: 't', stage: 'recall.enter', n: 1 },
    { turnId: 't', stage: 'recall.exit', error: 'internal' },
    { turnId: 't', stage: 'recall.enter' },
    { turnId: 't', stage: 'recall.exit', found: 7 },
  ]);
});
