import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Leases } from '../../src/core/ports/leases.js';
import { isSurelyDead, newProcessId, withoutDeadHolders } from '../../src/turns/processIdentity.js';
import { createProcessLease } from '../../src/turns/processLease.js';
import { startChild } from '../setup/childProcess.js';
import { createRecordingLog, type RecordingLog } from '../setup/recordingLog.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

let test: TestDb;
let log: RecordingLog;
beforeEach(async () => {
  log = createRecordingLog();
  test = await openTestDb();
});
afterEach(() => test.dispose());

const never = () => new AbortController().signal;

function open(owner: string, leases: Leases = test.db.leases) {
  const told: string[] = [];
  const lost: string[] = [];
  const lease = createProcessLease({
    leases,
    owner,
    clock: test.clock,
    log,
    onStandby: (holder) => told.push(holder),
    onLost: () => lost.push(owner),
  });
  return { lease, told, lost };
}

async function pass(ms: number) {
  for (let step = 0; step < ms; step += 250) {
    await test.clock.advance(250);
    await test.db.stats();
  }
}

describe('the lease of a data directory', () => {
  it('is one process’s; a second one stands by, says so once, and follows when the first lets go', async () => {
    const [first, second] = [open('first'), open('second')];
    await first.lease.acquire(never());
    let isIn = false;
    const waiting = second.lease.acquire(never()).then(() => {
      isIn = true;
    });
    await pass(20_000);
    expect(isIn).toBe(false);
    expect(second.told).toEqual(['first']);
    await first.lease.release();
    await pass(1_500);
    expect(isIn).toBe(true);
    await waiting;
    expect([...first.lost, ...second.lost]).toEqual([]);
    await second.lease.release();
    expect(test.clock.pending()).toBe(0);
  });

  it('goes to the second one some seconds after the first has stopped to renew it, and the first is told when it is back', async () => {
    const first = open('first');
    const renewals: (() => void)[] = [];
    let isFrozen = false;
    const freezing: Leases = {
      ...test.db.leases,
      acquire: async (request) => {
        if (isFrozen) await new Promise<void>((resolve) => renewals.push(resolve));
        return test.db.leases.acquire({ ...request, now: test.clock.now() });
      },
    };
    const frozen = open('frozen', freezing);
    await frozen.lease.acquire(never());
    isFrozen = true;
    let isIn = false;
    const waiting = first.lease.acquire(never()).then(() => {
      isIn = true;
    });
    await pass(6_000);
    await waiting;
    expect(isIn).toBe(true);
    isFrozen = false;
    for (const renew of renewals) renew();
    await pass(3_000);
    expect(frozen.lost).toEqual(['frozen']);
    await frozen.lease.release();
    await pass(2_000);
    expect(first.lost).toEqual([]);
    await first.lease.release();
  });

  it('ends its standby when it is told to', async () => {
    const [first, second] = [open('first'), open('second')];
    await first.lease.acquire(never());
    const leaving = new AbortController();
    const waiting = second.lease.acquire(leaving.signal);
    const ended = expect(waiting).rejects.toThrow('leaving');
    await pass(2_000);
    leaving.abort(new Error('leaving'));
    await ended;
    await first.lease.release();
  });

  it('survives a store that fails now and then', async () => {
    let failures = 0;
    const flaky: Leases = {
      ...test.db.leases,
      acquire: (request) => {
        failures += 1;
        return failures % 2 === 0 ? Promise.reject(new Error('busy')) : test.db.leases.acquire(request);
      },
    };
    const { lease, lost } = open('flaky', flaky);
    await lease.acquire(never());
    await pass(20_000);
    expect(lost).toEqual([]);
    expect(log.messages('error').length).toBeGreaterThan(5);
    await lease.release();
  });
});

describe('who is dead', () => {
  it('is told of processes of this machine only', async () => {
    const child = startChild('../../dist/cli/main.js', import.meta.url, ['--help']);
    const own = newProcessId();
    const [place, , random] = own.split(':');
    const dead = `${place}:${child.pid}:${random}`;
    expect(own).toContain(`:${process.pid}:`);
    await child.ended;
    expect(isSurelyDead(own)).toBe(false);
    expect(isSurelyDead(dead)).toBe(true);
    expect(isSurelyDead(dead.replace(place ?? '', 'elsewhere/1'))).toBe(false);
    for (const odd of ['', 'x', '::', `${place}:0:x`, `${place}:-1:x`, `${place}:nan:x`])
      expect(isSurelyDead(odd)).toBe(false);
  });

  it('is not waited for', async () => {
    const child = startChild('../../dist/cli/main.js', import.meta.url, ['--help']);
    await child.ended;
    const own = newProcessId();
    const dead = own.replace(`:${process.pid}:`, `:${child.pid}:`);
    const leases = withoutDeadHolders(test.db.leases);
    const request = { name: `lease-${randomUUID()}`, ttlMs: 60_000, now: test.clock.now() };
    expect(await leases.acquire({ ...request, owner: dead })).toEqual({ ok: true });
    expect(await leases.acquire({ ...request, owner: own })).toEqual({ ok: true });
    expect(await leases.acquire({ ...request, owner: 'elsewhere:1:x' })).toMatchObject({ ok: false, owner: own });
  });
});
