import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WaggleError } from '../../src/core/errors.js';
import type { LaneStore } from '../../src/core/ports/laneStore.js';
import { createHeldLanes, type HeldLanes } from '../../src/turns/heldLanes.js';
import { createRecordingLog, type RecordingLog } from '../setup/recordingLog.js';
import { type Conversation, conversationIn, LEASE_MS } from '../store/conversation.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

const OWNER = 'this-process';

let test: TestDb;
let log: RecordingLog;
let held: HeldLanes;
beforeEach(async () => {
  log = createRecordingLog();
  test = await openTestDb(log);
  held = open();
});
afterEach(async () => {
  await held.close();
  expect(test.clock.pending()).toBe(0);
  await test.dispose();
});

const open = (lanes: Partial<LaneStore> = {}) =>
  createHeldLanes({ lanes: { ...test.db.lanes, ...lanes }, owner: OWNER, leaseMs: LEASE_MS, clock: test.clock, log });

async function claimed(talk: Conversation = conversationIn(test.db)) {
  talk.now = test.clock.now();
  await talk.accept();
  const { token, turn } = await talk.mustClaim(OWNER);
  return { talk, lane: held.hold(talk.lane, token, turn), token, turn };
}

/** Moves the clock and lets the store answer. */
async function pass(ms: number) {
  for (let step = 0; step < ms; step += 25) {
    await test.clock.advance(25);
    await test.db.stats();
  }
}

const reasonOf = (signal: AbortSignal) => (signal.reason as WaggleError | undefined)?.code;

it('keeps the leases of its lanes alive, and lets them run out once they are dropped', async () => {
  const [kept, dropped] = [await claimed(), await claimed()];
  held.drop(dropped.lane);
  expect(held.all()).toEqual([kept.lane]);
  await pass(3 * LEASE_MS);
  expect(kept.lane.signal.aborted).toBe(false);
  kept.talk.now = test.clock.now();
  expect(await kept.talk.claim('thief')).toBeNull();
  held.drop(kept.lane);
  await pass(LEASE_MS);
  kept.talk.now = test.clock.now();
  await kept.talk.mustClaim('thief');
});

it('tells a turn that another process has taken its lane', async () => {
  const { talk, lane } = await claimed();
  const other = await claimed();
  talk.now = test.clock.now() + LEASE_MS + 1;
  await talk.mustClaim('thief');
  await pass(LEASE_MS);
  expect(reasonOf(lane.signal)).toBe('lane-lost');
  expect(other.lane.signal.aborted).toBe(false);
});

it('does not take a lane for lost that was claimed while it asked', async () => {
  let answer = () => {};
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await held.close();
  held = open({
    renewAll: async (request) => {
      const report = await test.db.lanes.renewAll(request);
      await answering;
      return report;
    },
  });
  await claimed();
  await pass(LEASE_MS / 3);
  const late = await claimed();
  answer();
  await pass(100);
  expect(late.lane.signal.aborted).toBe(false);
});

it('stops turns here at once, and those that others stop within a tenth of a second', async () => {
  const [here, there, neither] = [await claimed(), await claimed(), await claimed()];
  held.stopTurns([here.turn, 'unknown']);
  expect(reasonOf(here.lane.signal)).toBe('stopped');
  await test.db.lanes.stopTurn({ turn: there.turn, now: test.clock.now() });
  await pass(100);
  expect(reasonOf(there.lane.signal)).toBe('stopped');
  expect(neither.lane.signal.aborted).toBe(false);
});

it('keeps the first reason', async () => {
  const { lane, turn } = await claimed();
  held.stopTurns([turn]);
  const { shuttingDown } = await import('../../src/turns/heldLanes.js');
  lane.abort(shuttingDown());
  expect(reasonOf(lane.signal)).toBe('stopped');
});

it('goes on after a store that failed, without losing a lane', async () => {
  let failures = 2;
  await held.close();
  held = open({
    renewAll: (request) => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('busy')) : test.db.lanes.renewAll(request);
    },
    stopsOf: () => Promise.reject(new Error('busy')),
  });
  const { lane, talk } = await claimed();
  await pass(2 * LEASE_MS);
  expect(lane.signal.aborted).toBe(false);
  talk.now = test.clock.now();
  expect(await talk.claim('thief')).toBeNull();
  expect(log.messages('error')).toContain('renewing leases failed');
});

it('asks for nothing while it holds nothing', async () => {
  let asked = 0;
  const count = async () => {
    asked += 1;
    return [];
  };
  await held.close();
  held = open({ stopsOf: count, renewAll: () => count().then(() => ({ held: [] })) });
  await pass(2 * LEASE_MS);
  expect(asked).toBe(0);
});
