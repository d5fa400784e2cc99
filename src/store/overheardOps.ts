import type { Database } from 'better-sqlite3';
import { chatKeyOfLane } from '../core/ports/egress.js';
import { OVERHEARD_LIMIT, OVERHEARD_MS, type Overheard, type OverheardLine } from '../core/ports/overheard.js';
import { preparedOnce } from './preparedOnce.js';

type Kept = Parameters<Overheard['keep']>[0];

const statements = preparedOnce((db) => ({
  keep: db.prepare<Omit<Kept, 'now'>>(
    `INSERT OR IGNORE INTO overheard (lane, account, identity, sender, name, text, at)
     VALUES (@lane, @account, @identity, @person, @name, @text, @at)`,
  ),
  trim: db.prepare<{ lane: string; before: number }>(
    `DELETE FROM overheard WHERE lane = @lane AND (at < @before OR no <= (
       SELECT no FROM overheard WHERE lane = @lane ORDER BY no DESC LIMIT 1 OFFSET ${OVERHEARD_LIMIT}))`,
  ),
  change: db.prepare<{ account: string; identity: string; text: string }>(
    'UPDATE overheard SET text = @text WHERE account = @account AND identity = @identity',
  ),
  drop: db.prepare<{ account: string; identity: string }>(
    'DELETE FROM overheard WHERE account = @account AND identity = @identity',
  ),
  recent: db.prepare<[string, number], OverheardLine>(
    'SELECT name, text, at FROM overheard WHERE lane = ? AND at >= ? ORDER BY no',
  ),
  lanes: db.prepare<[], { lane: string }>('SELECT DISTINCT lane FROM overheard'),
  clear: db.prepare<[string]>('DELETE FROM overheard WHERE lane = ?'),
  forget: db.prepare<[string]>('DELETE FROM overheard WHERE sender = ?'),
}));

/** `Overheard.keep`. */
export function keepOverheard(db: Database, { now, ...message }: Kept): void {
  const sql = statements(db);
  sql.keep.run(message);
  sql.trim.run({ lane: message.lane, before: now - OVERHEARD_MS });
}

/** `Overheard.change`. */
export function changeOverheard(db: Database, request: Parameters<Overheard['change']>[0]): void {
  statements(db).change.run(request);
}

/** `Overheard.drop`. */
export function dropOverheard(db: Database, request: Parameters<Overheard['drop']>[0]): void {
  statements(db).drop.run(request);
}

/** `Overheard.recent`. */
export function recentOverheard(
  db: Database,
  { lane, now }: Parameters<Overheard['recent']>[0],
): readonly OverheardLine[] {
  return statements(db).recent.all(lane, now - OVERHEARD_MS);
}

/** `Overheard.clear`. */
export function clearOverheard(db: Database, chat: string): void {
  const sql = statements(db);
  for (const { lane } of sql.lanes.all()) if (chatKeyOfLane(lane) === chat) sql.clear.run(lane);
}

/** `Overheard.forget`. */
export function forgetOverheard(db: Database, person: string): number {
  return statements(db).forget.run(person).changes;
}
