import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { MindSession } from '../../core/memory/layers.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';

const rowSchema = z
  .object({
    gop_id: z.string(),
    lane: z.string().nullable(),
    status: z.enum(['active', 'closed', 'archived']),
    started_at: z.number(),
    ended_at: z.number().nullable(),
    summary: z.string().nullable(),
  })
  .transform(
    (row): MindSession => ({
      gop: row.gop_id,
      lane: row.lane,
      status: row.status,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      summary: row.summary,
    }),
  );
const rowsSchema = z.array(rowSchema);

const statements = preparedOnce((db) => ({
  insert: db.prepare(
    `INSERT INTO session (gop_id, lane, status, started_at) VALUES (@gop, @lane, 'active', @now) ON CONFLICT DO NOTHING`,
  ),
  activeOf: db.prepare("SELECT * FROM session WHERE status = 'active' AND ifnull(lane, '') = ?"),
  newest: db.prepare("SELECT * FROM session WHERE status = 'active' ORDER BY started_at DESC, gop_id DESC LIMIT 1"),
  byGop: db.prepare('SELECT * FROM session WHERE gop_id = ?'),
  close: db.prepare(
    `UPDATE session SET status = 'closed', ended_at = @now, summary = ifnull(@summary, summary)
     WHERE gop_id = @gop AND status = 'active'`,
  ),
  list: db.prepare('SELECT * FROM session ORDER BY started_at DESC, gop_id DESC LIMIT ?'),
}));

function newGop(now: number): string {
  return `session:${new Date(now).toISOString()}:${randomBytes(4).toString('hex').slice(0, 6)}`;
}

/** The active session of a lane. The lock of the transaction and the unique index allow for one only. */
export function ensureActive(
  mind: OpenedMind,
  { lane, now }: { readonly lane: string; readonly now: number },
): MindSession {
  const sql = statements(mind.db);
  const known = sql.activeOf.get(lane);
  if (known === undefined) sql.insert.run({ gop: newGop(now), lane, now });
  return rowSchema.parse(known ?? sql.activeOf.get(lane));
}

/** The session that a frame goes to: the one named, made when it is new; else the newest active one, made when there is none. */
export function sessionFor(mind: OpenedMind, gop: string | undefined, now: number): string {
  const sql = statements(mind.db);
  const found = gop === undefined ? sql.newest.get() : sql.byGop.get(gop);
  if (found !== undefined) return rowSchema.parse(found).gop;
  const name = gop ?? newGop(now);
  // A session of a stable name has no lane: it stands for itself.
  sql.insert.run({ gop: name, lane: gop === undefined ? null : name, now });
  return name;
}

export function closeSession(
  mind: OpenedMind,
  request: { readonly gop: string; readonly summary: string | null; readonly now: number },
): void {
  statements(mind.db).close.run(request);
}

/** Newest first. */
export function listSessions(mind: OpenedMind, { limit }: { readonly limit: number }): MindSession[] {
  return rowsSchema.parse(statements(mind.db).list.all(limit));
}
