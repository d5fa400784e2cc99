import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import { type GatewayDb, openGatewayDb } from '../../src/store/openGatewayDb.js';
import { keptUpdate } from '../../src/turns/keptUpdate.js';

let dataDir = '';
let db: GatewayDb;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'waggle-kept-'));
  db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const nested = (depth: number): unknown => JSON.parse(`${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`);

it.each<[string, unknown]>([
  ['an ordinary event', { update_id: 1, message: { text: 'hi' } }],
  ['50 levels', nested(25)],
  ['102 levels', nested(51)],
  ['6,000 levels', nested(3_000)],
  ['200,000 levels', nested(100_000)],
  ['nothing', undefined],
  ['NaN', { at: Number.NaN }],
  ['a big whole number', { at: 10n }],
  ['half letters and NULs', '\ud800\0'],
])('%s can be kept and read again', async (_name, update) => {
  await db.deadUpdates.bury({ source: 'telegram:1', update: keptUpdate(update), error: 'x', at: 1 });
  const [kept] = await db.deadUpdates.list(1);
  expect(kept?.update).toEqual(keptUpdate(update));
});

it('what is too deep is said to be, and everything else is kept as it was', () => {
  expect(keptUpdate(nested(100_000))).toContain('more than 100 levels');
  expect(keptUpdate(nested(25))).toEqual(nested(25));
});
