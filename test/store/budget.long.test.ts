import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDb, type TestDb } from './openTestDb.js';

const LIMIT = 30;
const EXPIRE_MS = 1500;
const DAY = '2026-03-29';
/** What `children/spend.mjs` reserves for a call; no call of it costs more. */
const ESTIMATE = 0.02;

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

/** Runs `children/spend.mjs` until it is refused, or kills it after so many settled calls. */
function spender(
  name: string,
  killAfter: number | null,
): Promise<{ settled: number; end: number | NodeJS.Signals | null }> {
  const path = fileURLToPath(new URL('./children/spend.mjs', import.meta.url));
  const args = [path, test.dataDir, name, String(LIMIT), String(EXPIRE_MS)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let settled = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    settled += text.split('settled').length - 1;
    if (killAfter !== null && settled >= killAfter) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ settled, end: signal ?? code })));
}

it('holds one hard budget over processes that spend at once and die in the middle', async () => {
  const ends = await Promise.all([spender('a', null), spender('b', null), spender('c', 40), spender('d', 120)]);
  expect(ends.map(({ end }) => end)).toEqual([0, 0, 'SIGKILL', 'SIGKILL']);
  const policy = { dailyUsd: LIMIT, mode: 'hard' as const };
  const who = { chat: 'a:b:c', person: 'a', persona: null };
  const state = async () => (await test.db.usage.states({ spender: who, day: DAY, policy }))[0];
  const after = await state();
  const booked = await test.db.usage.byModel({ day: DAY });
  expect(booked[0]?.usd).toBeCloseTo(after?.spentUsd ?? 0, 9);
  expect(booked[0]?.calls).toBeGreaterThanOrEqual(ends.reduce((sum, { settled }) => sum + settled, 0));
  expect(after?.spentUsd).toBeLessThanOrEqual(LIMIT);
  expect((after?.spentUsd ?? 0) + (after?.reservedUsd ?? 0)).toBeGreaterThan(LIMIT - ESTIMATE);
  // What the dead ones had reserved is free again once it has expired.
  const now = Date.now() + EXPIRE_MS + 1;
  // A millionth less: an estimate is rounded up to billionths, and a fraction may be a hair more than what is left.
  const left = Math.max(0, LIMIT - (after?.spentUsd ?? 0) - 1e-6);
  const turn = { turn: 'last', attempt: 1, lane: 'a:b:c', ...who };
  const answer = await test.db.usage.reserve({ spender: turn, day: DAY, usd: left, policy, now, expiresAt: now + 1 });
  expect(left > 0 ? answer.kind : 'granted').toBe('granted');
  expect((await state())?.reservedUsd).toBeCloseTo(left, 5);
});
