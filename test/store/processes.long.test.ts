import { rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import { openGatewayDb } from '../../src/store/openGatewayDb.js';
import { makeDataDir } from './openTestDb.js';
import { killAfter } from './processes.js';
import { checkSharedWork } from './sharedWork.js';

let dataDir: string;
beforeEach(() => {
  dataDir = makeDataDir();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('lets three busy processes share one file without starving any of them', async () => {
  const reports = await checkSharedWork(dataDir, ['a', 'b', 'c'], { messages: 3000, lanes: 100, inFlight: 100 });
  for (const { finished, max } of reports) {
    expect(finished.length).toBeGreaterThan(100);
    expect(max).toBeLessThan(5000);
  }
});

it('keeps every promise of processes that are killed in the middle of their writes', async () => {
  const accepted: string[] = [];
  const finished: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const promised = await Promise.all(
      ['x', 'y'].map((name) => killAfter(dataDir, `${name}${round}`, 50 + 211 * round)),
    );
    for (const { accepted: more, finished: done } of promised) {
      accepted.push(...more);
      finished.push(...done);
    }
    const raw = new BetterSqlite3(join(dataDir, 'gateway.db'), { readonly: true });
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
    const heads = raw.prepare(
      `SELECT count(*) FROM lane WHERE head_seq IS NOT
         (SELECT min(seq) FROM inbox WHERE inbox.lane = lane.no AND ended_at IS NULL)`,
    );
    expect(heads.pluck().get()).toBe(0);
    raw.close();
  }

  const db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
  const stateOf = async (turn: string) => (await db.lanes.turnById(turn))?.state;
  expect(accepted.length).toBeGreaterThan(1000);
  const known = await Promise.all(accepted.map(stateOf));
  expect(known.filter((state) => state === undefined)).toEqual([]);
  const done = await Promise.all(finished.map(stateOf));
  expect(done.every((state) => state === 'done')).toBe(true);
  expect(new Set(finished).size).toBe(finished.length);

  // What was left unfinished is taken over, once, when the leases of the dead have ended.
  const now = Date.now() + 1000;
  const left: string[] = [];
  for (;;) {
    const due = await db.lanes.due({ now, limit: 100, kinds: ['main'] });
    if (due.length === 0) break;
    for (const lane of due) {
      const claimed = await db.lanes.claim({ lane, owner: 'heir', leaseMs: 60_000, mode: 'queue', now });
      if (claimed === null) throw new Error(`${lane.id} is due and cannot be claimed`);
      left.push(claimed.turn);
      const { token, turn } = claimed;
      const rest = { end: 'done' as const, outcome: null, transcript: [], background: [], now };
      await db.lanes.finish({ lane, token, turn, ...rest });
    }
  }
  expect(new Set([...finished, ...left]).size).toBe(finished.length + left.length);
  const { unfinishedMessages } = await db.stats();
  expect(unfinishedMessages).toBe(0);
  for (const turn of accepted) expect(await stateOf(turn)).toBe('done');
  await db.close();
});

it('finds due lanes fast among ten thousand', async () => {
  const db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
  const message = (lane: number) => ({
    identity: `many-${lane}`,
    aliases: [],
    address: { platform: 'telegram' as const, account: '42', chat: String(lane), kind: 'dm' as const },
    lane: `lane-${lane}`,
    sender: { user: 'ada', name: 'Ada', isBot: false, verifiedBy: 'platform' as const },
    addressed: true,
    parts: [{ type: 'text' as const, text: 'hello' }],
    sentAt: 1,
  });
  await Promise.all(
    Array.from({ length: 10_000 }, (_, lane) =>
      db.lanes.accept({ message: message(lane), kind: 'main', turn: `many-${lane}`, now: 1 }),
    ),
  );
  // The oldest thousand run, as under full load: `due` has to step over them.
  await Promise.all(
    Array.from({ length: 1000 }, (_, lane) => {
      const ref = { id: `lane-${lane}`, kind: 'main' as const };
      return db.lanes.claim({ lane: ref, owner: 'busy', leaseMs: 60_000, mode: 'queue', now: 1 });
    }),
  );
  const start = performance.now();
  for (let round = 0; round < 50; round += 1) {
    const due = await db.lanes.due({ now: 2, limit: 100, kinds: ['main', 'ctl', 'bg'] });
    expect(due).toHaveLength(100);
  }
  expect((performance.now() - start) / 50).toBeLessThan(10);
  await db.close();
});
