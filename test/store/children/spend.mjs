// Reserves and settles model calls until the hard budget refuses: node spend.mjs DATA_DIR NAME LIMIT_USD EXPIRE_MS
// Prints a line for each call that is under way or settled, and "refused" at the end.

import { systemClock } from '../../../dist/core/clock.js';
import { silentLog } from '../../../dist/core/log.js';
import { openGatewayDb } from '../../../dist/store/openGatewayDb.js';

const [, , dataDir, name, limit, expireMs] = process.argv;
const db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
const policy = { dailyUsd: Number(limit), mode: 'hard' };
const day = '2026-03-29';
const estimate = 0.02;

async function call(number) {
  const now = Date.now();
  const spender = { turn: `${name}-${number}`, attempt: 1, lane: 'a:b:c', chat: 'a:b:c', person: name, persona: null };
  const answer = await db.usage.reserve({
    spender,
    day,
    usd: estimate,
    policy,
    now,
    expiresAt: now + Number(expireMs),
  });
  if (answer.kind === 'refused') return false;
  await new Promise((resolve) => setTimeout(resolve, 2 + (number % 7)));
  const usd = (estimate * (1 + (number % 10))) / 10;
  const entries = [{ model: 'm', inputTokens: 1, outputTokens: 1, usd, pricedBy: 'table' }];
  await db.usage.settle({ spender, day, reservation: answer.reservation, entries, policy, now: Date.now() });
  console.log(`settled ${usd}`);
  return true;
}

let number = 0;
async function line() {
  for (;;) {
    number += 1;
    if (!(await call(number))) return;
  }
}

await Promise.all(Array.from({ length: 8 }, line));
console.log('refused');
await db.close();
