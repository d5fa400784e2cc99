import { afterEach, beforeEach, expect, it } from 'vitest';
import { WaggleError } from '../../src/core/errors.js';
import { heedGate } from '../../src/core/heedGate.js';
import type { Gates } from '../../src/core/ports/gates.js';
import { createRecordingLog } from '../setup/recordingLog.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

const LIMITED = new WaggleError('test-429', 'too many calls');

function gateOf(gates: Gates, keys: readonly string[], log = createRecordingLog()) {
  const limitOf = (thrown: unknown) => (thrown === LIMITED ? { key: keys[0] ?? '', ms: 700 } : null);
  const { clock } = test;
  return { gates, keys, limitOf, longestWaitMs: 1_000, clock, log, signal: new AbortController().signal };
}

it('closes the gate of a 429 for all who heed it, and opens it in time', async () => {
  const { ledger: gates } = test.db;
  await expect(heedGate(gateOf(gates, ['a']), () => Promise.reject(LIMITED))).rejects.toBe(LIMITED);
  let isDone = false;
  const other = heedGate(gateOf(gates, ['b', 'a']), async () => {
    isDone = true;
  });
  expect(await gates.pass({ keys: ['a'], now: test.clock.now() + 699 })).toBe(1);
  expect(isDone).toBe(false);
  while (!isDone) {
    await test.clock.advance(100);
    await test.db.stats();
  }
  await other;
  expect(await gates.pass({ keys: ['a', 'b'], now: test.clock.now() })).toBe(0);
});

it('does not wait for a gate that is closed for too long', async () => {
  const { ledger: gates } = test.db;
  await gates.closeGate({ key: 'a', until: test.clock.now() + 5_000 });
  const called = heedGate(gateOf(gates, ['b', 'a']), async () => 'called');
  await expect(called).rejects.toMatchObject({ code: 'calls-limited' });
});

it('tells what the platform said also where the store cannot keep it', async () => {
  const log = createRecordingLog();
  const { ledger } = test.db;
  const failing: Gates = { pass: ledger.pass, closeGate: () => Promise.reject(new WaggleError('store-io', 'disk')) };
  await expect(heedGate(gateOf(failing, ['a'], log), () => Promise.reject(LIMITED))).rejects.toBe(LIMITED);
  expect(log.messages('error')).toEqual(['a limit could not be told to the other processes']);
});
