/**
 * Measures gateway.db alone, on built code: `node scripts/prepare.mjs --build-only && node bench/store.mjs`.
 * Prints one line per figure; times in milliseconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../dist/core/clock.js';
import { silentLog } from '../dist/core/log.js';
import { openGatewayDb } from '../dist/store/openGatewayDb.js';

const LEASE_MS = 3000;
let made = 0;

function message(lane) {
  made += 1;
  return {
    identity: `m${made}`,
    aliases: [],
    address: { platform: 'telegram', account: '42', chat: lane, kind: 'dm' },
    lane: `telegram:42:${lane}`,
    sender: { user: `u${lane}`, name: 'Ada Lovelace', locale: 'en', isBot: false, verifiedBy: 'platform' },
    addressed: true,
    parts: [{ type: 'text', text: 'Please look up how the weather in Lisbon will be on Saturday.' }],
    sentAt: Date.now(),
  };
}

async function accept(db, lane) {
  const id = `turn-${crypto.randomUUID()}`;
  await db.lanes.accept({ message: message(lane), kind: 'main', turn: id, now: Date.now() });
}

async function wholeTurn(db, lane) {
  await accept(db, lane);
  const ref = { id: `telegram:42:${lane}`, kind: 'main' };
  const claimed = await db.lanes.claim({
    lane: ref,
    owner: 'bench',
    leaseMs: LEASE_MS,
    mode: 'queue',
    now: Date.now(),
  });
  const { token, turn } = claimed;
  const chat = `telegram:42/chat/${lane}`;
  const permit = await db.ledger.permit({
    lane: ref,
    token,
    turn,
    chunk: '0',
    kind: 'send',
    rank: 'final',
    chat,
    account: 'telegram:42',
    limits: [
      { key: 'telegram:42', intervalMs: 0.001, burst: 1000 },
      { key: `${chat}/edits`, intervalMs: 0.001, burst: 1000 },
    ],
    payload: { text: 'It will be sunny, 24 degrees.' },
    timeoutMs: 30_000,
    now: Date.now(),
  });
  await db.ledger.settle({
    call: permit.call,
    chat,
    turn,
    chunk: '0',
    outcome: 'sent',
    messageId: String(made),
    now: Date.now(),
  });
  await db.lanes.finish({
    lane: ref,
    token,
    turn,
    end: 'done',
    outcome: { text: 'It will be sunny, 24 degrees.' },
    transcript: [
      { role: 'user', content: 'Please look up the weather.', shown: null },
      { role: 'assistant', content: 'It will be sunny, 24 degrees.', shown: null },
    ],
    background: [],
    now: Date.now(),
  });
}

async function measure(name, inFlight, total, work) {
  const times = [];
  let left = total;
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async (_, slot) => {
      while (left > 0) {
        left -= 1;
        const from = performance.now();
        await work(`${name}${slot}`);
        times.push(performance.now() - from);
      }
    }),
  );
  const took = performance.now() - start;
  const used = process.cpuUsage(cpu);
  const busy = performance.eventLoopUtilization(loop).utilization;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(2);
  console.log(
    `${name}, ${inFlight} in flight: ${Math.round((total / took) * 1000)}/s, p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}, ` +
      `cpu ${((used.user + used.system) / 1000 / total).toFixed(3)} each, main thread busy ${((busy * took) / total).toFixed(3)} each`,
  );
}

const dataDir = mkdtempSync(join(tmpdir(), 'waggle-bench-'));
const opening = performance.now();
const db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
console.log(`open: ${(performance.now() - opening).toFixed(0)}`);
try {
  await measure('warmup', 1, 200, (lane) => wholeTurn(db, lane));
  await measure('accept', 1, 2000, (lane) => accept(db, lane));
  await measure('accept', 200, 20_000, (lane) => accept(db, lane));
  await measure('turn', 1, 1000, (lane) => wholeTurn(db, lane));
  await measure('turn', 200, 5000, (lane) => wholeTurn(db, lane));
  await measure('turn', 1000, 5000, (lane) => wholeTurn(db, lane));
  const from = performance.now();
  for (let i = 0; i < 100; i += 1) await db.lanes.due({ now: Date.now(), limit: 100, kinds: ['main'] });
  console.log(`due: ${((performance.now() - from) / 100).toFixed(2)}`);
  console.log(await db.stats());
  console.log(`memory: ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
} finally {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
}
