import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';

function read<T>(dataDir: string, schema: z.ZodType<T>, sql: string, ...values: readonly string[]): readonly T[] {
  const db = new BetterSqlite3(join(dataDir, 'gateway.db'), { readonly: true });
  try {
    return z.array(schema).parse(db.prepare(sql).all(...values));
  } finally {
    db.close();
  }
}

const turnSchema = z.object({ state: z.string(), outcome: z.string() });

/** What the store says of the turns of a chat and its threads, newest first. */
export function turnsOf(dataDir: string, lane: string) {
  const sql = `SELECT turn.state AS state, turn.outcome AS outcome FROM turn JOIN lane ON lane.no = turn.lane
    WHERE lane.kind = 'main' AND (lane.id = ? OR lane.id LIKE ? || ':%') ORDER BY turn.seq DESC`;
  return read(dataDir, turnSchema, sql, lane, lane);
}

const expiriesSchema = z.object({ expiries: z.int() });

/** How often the lease of the turn that answers a question ended: its process died, or got no time for so long. */
export function expiriesOf(dataDir: string, question: string): number {
  const sql = `SELECT turn.expiries AS expiries FROM turn JOIN inbox ON inbox.turn = turn.seq
    WHERE inbox.message LIKE '%' || ? || '"%' ORDER BY turn.expiries DESC`;
  return read(dataDir, expiriesSchema, sql, question)[0]?.expiries ?? 0;
}
