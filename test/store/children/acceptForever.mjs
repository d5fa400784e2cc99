/**
 * A process to be killed in the middle of its writes. Runs built code.
 *
 * Usage: node acceptForever.mjs DATA_DIR OWNER
 * Accepts, claims, journals, sends and finishes without end, many at once. Prints one line for each promise that it was
 * given: `accepted TURN`, `finished TURN`; a line is printed only after the store has answered.
 */
import { writeSync } from 'node:fs';
import { systemClock } from '../../../dist/core/clock.js';
import { silentLog } from '../../../dist/core/log.js';
import { openGatewayDb } from '../../../dist/store/openGatewayDb.js';

const [dataDir, owner] = process.argv.slice(2);
const db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
let made = 0;

function say(line) {
  writeSync(1, `${line}\n`);
}

async function work(slot) {
  const lane = { id: `lane-${slot}`, kind: 'main' };
  const chat = `chat-${slot}`;
  for (;;) {
    made += 1;
    const turn = `${owner}-${made}`;
    await db.lanes.accept({
      message: {
        identity: turn,
        aliases: [],
        address: { platform: 'telegram', account: '42', chat: lane.id, kind: 'dm' },
        lane: lane.id,
        sender: { user: 'ada', name: 'Ada', isBot: false, verifiedBy: 'platform' },
        addressed: true,
        parts: [{ type: 'text', text: 'x'.repeat(made % 5000) }],
        sentAt: 1,
      },
      kind: 'main',
      turn,
      now: Date.now(),
    });
    say(`accepted ${turn}`);
    const claimed = await db.lanes.claim({ lane, owner, leaseMs: 500, mode: 'queue', now: Date.now() });
    if (claimed === null) {
      // The other process has the lane, or a killed one had it: do not pile up messages meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 5));
      continue;
    }
    const { token, turn: running } = claimed;
    const step = { type: 'directive', why: 'test', text: '' };
    const at = claimed.journal.length;
    await db.lanes.journal({ lane, token, turn: running, step: at, data: step, now: Date.now() });
    const permit = await db.ledger.permit({
      lane,
      token,
      turn: running,
      chunk: '0',
      kind: 'send',
      rank: 'final',
      chat,
      account: 'account',
      limits: [],
      payload: { text: 'hello' },
      timeoutMs: 100,
      now: Date.now(),
    });
    if (permit.kind === 'granted') {
      const settled = { call: permit.call, chat, turn: running, chunk: '0', outcome: 'sent', messageId: running };
      await db.ledger.settle({ ...settled, now: Date.now() });
    }
    const transcript = [{ role: 'assistant', content: 'hello', shown: null }];
    const done = { lane, token, turn: running, end: 'done', outcome: null, transcript, background: [] };
    if ((await db.lanes.finish({ ...done, now: Date.now() })).ok) say(`finished ${running}`);
  }
}

say('ready');
await Promise.all(Array.from({ length: 20 }, (_, slot) => work(slot)));
