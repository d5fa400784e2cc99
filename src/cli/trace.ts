import { resolve } from 'node:path';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import { type GatewayDb, openGatewayDb } from '../store/openGatewayDb.js';
import { EXIT } from './exit.js';
import { readConfigOrTell } from './settings.js';
import { describeTurn } from './traceText.js';

/** An id is asked for in full or by so many characters of its beginning: what chats and logs show. */
const MIN_PREFIX = 8;
const MAX_SHOWN = 10;

/**
 * `waggle trace <turnId>`: what a turn did, when, and what it cost. Nothing that was said is shown.
 *
 * @param wanted a turn's id, or the beginning of one
 */
export async function trace(wanted: string): Promise<number> {
  const config = readConfigOrTell();
  if (config === null) return EXIT.config;
  if (wanted.length < MIN_PREFIX) {
    process.stderr.write(`waggle: give at least the first ${MIN_PREFIX} characters of the turn's id.\n`);
    return EXIT.failed;
  }
  const db = await openGatewayDb({ dataDir: resolve(config.processes.dataDir), clock: systemClock, log: silentLog });
  try {
    const found = await findTurns(db, wanted.toLowerCase());
    const [turn, ...others] = found;
    if (turn === undefined) {
      process.stderr.write(`waggle: no turn begins with ${wanted}. Traces are kept for 14 days.\n`);
      return EXIT.failed;
    }
    if (others.length > 0) {
      const shown = found.slice(0, MAX_SHOWN).map((id) => `  ${id}`);
      const more = found.length > MAX_SHOWN ? ['  and more'] : [];
      const lines = [`waggle: ${wanted} is ambiguous; give more of the id:`, ...shown, ...more];
      process.stderr.write(`${lines.join('\n')}\n`);
      return EXIT.failed;
    }
    const [record, traces, usage] = await Promise.all([
      db.lanes.turnById(turn),
      db.traces.of(turn),
      db.usage.ofTurn(turn),
    ]);
    process.stdout.write(`${describeTurn({ turn, record, traces, usage, timeZone: config.timeZone })}\n`);
    return EXIT.ok;
  } finally {
    await db.close();
  }
}

/** The turns that an id or its beginning means. Background turns have their parent's id with an ending, and yield to it. */
async function findTurns(db: GatewayDb, wanted: string): Promise<readonly string[]> {
  const like = await db.traces.turnsLike(wanted, MAX_SHOWN * 2);
  if (like.includes(wanted)) return [wanted];
  return like.filter((id) => !like.some((other) => other !== id && id.startsWith(`${other}.`)));
}
