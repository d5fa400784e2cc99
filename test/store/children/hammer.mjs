/**
 * A process that works on a shared data directory, for tests of several processes on one file. Runs built code.
 *
 * Usage: node hammer.mjs DATA_DIR OWNER MESSAGES LANES IN_FLIGHT
 * Accepts MESSAGES messages over LANES shared lanes and meanwhile claims and finishes whatever is due, until nothing is
 * left for anybody. Prints one JSON line: accepted turn ids, finished turns in order, latencies.
 */
import { systemClock } from '../../../dist/core/clock.js';
import { silentLog } from '../../../dist/core/log.js';
import { openGatewayDb } from '../../../dist/store/openGatewayDb.js';

const [dataDir, owner, messages, lanes, inFlight] = process.argv.slice(2);
const db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
const accepted = [];
const finished = [];
const waits = [];
let sent = 0;

async function timed(work) {
  const from = performance.now();
  const result = await work();
  waits.push(performance.now() - from);
  return result;
}

async function acceptSome() {
  while (sent < Number(messages)) {
    sent += 1;
    const lane = `lane${sent % Number(lanes)}`;
    const turn = `${owner}-${sent}`;
    const stored = await timed(() =>
      db.lanes.accept({
        message: {
          identity: turn,
          aliases: [],
          address: { platform: 'telegram', account: '42', chat: lane, kind: 'dm' },
          lane,
          sender: { user: 'ada', name: 'Ada', isBot: false, verifiedBy: 'platform' },
          addressed: true,
          parts: [{ type: 'text', text: 'hello' }],
          sentAt: 1,
        },
        kind: 'main',
        turn,
        now: Date.now(),
      }),
    );
    accepted.push({ turn, seq: stored.seq });
  }
}

async function workOn(lane) {
  const claimed = await timed(() => db.lanes.claim({ lane, owner, leaseMs: 60_000, mode: 'queue', now: Date.now() }));
  if (claimed === null) return;
  const { token, turn, attempt } = claimed;
  finished.push({ lane: lane.id, token, turn, seq: claimed.messages[0].seq, attempt });
  await timed(() =>
    db.lanes.finish({
      lane,
      token,
      turn,
      end: 'done',
      outcome: { by: owner },
      transcript: [],
      background: [],
      now: Date.now(),
    }),
  );
}

async function sweep() {
  let idle = 0;
  while (idle < 20) {
    const due = await db.lanes.due({ now: Date.now(), limit: 100, kinds: ['main'] });
    idle = due.length === 0 ? idle + 1 : 0;
    await Promise.all(due.map(workOn));
    if (due.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

await Promise.all([...Array.from({ length: Number(inFlight) }, acceptSome), sweep()]);
const { batches, operations, lockWaits } = await db.stats();
await db.close();
waits.sort((a, b) => a - b);
const at = (share) => waits[Math.floor((waits.length - 1) * share)];
console.log(
  JSON.stringify({ accepted, finished, batches, operations, lockWaits, p50: at(0.5), p95: at(0.95), max: at(1) }),
);
