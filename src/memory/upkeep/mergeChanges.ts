import { z } from 'zod';
import { preparedOnce } from '../../store/preparedOnce.js';
import { hashOf } from '../frames/normalForm.js';
import type { OpenedMind } from '../threads/openedMind.js';

/** More changes (P frames) of a session than this are merged, all but the newest `KEEP`. */
const MERGE_FROM = 10;
const KEEP = 5;

/** Younger changes are left alone: what is being talked about is recalled piece by piece. */
const MIN_AGE_MS = 14 * 86_400_000;

/** Bound on a merged frame, characters: recall shows it whole, so that no fact in it is cut off. */
const MAX_MERGED_CHARS = 280;

/** Changes of one session that one slice merges. */
const MAX_CHANGES = 100;

/** Sessions that one slice looks at. */
const SESSIONS = 20;

const CURSOR = 'merge_cursor';

const rowSchema = z.object({
  id: z.number(),
  content: z.string(),
  importance: z.number(),
  source: z.number(),
  confidence: z.number(),
  trust: z.number(),
  author: z.string().nullable(),
  chat: z.string().nullable(),
  scope: z.string(),
  valid_from: z.number(),
  created_at: z.number(),
});
type Change = z.infer<typeof rowSchema>;
const rowsSchema = z.array(rowSchema);
const gopsSchema = z.array(z.string());
const idSchema = z.object({ id: z.number() });

const statements = preparedOnce((db) => ({
  cursor: db.prepare(`SELECT value FROM meta WHERE key = '${CURSOR}'`).pluck(),
  setCursor: db.prepare(
    `INSERT INTO meta (key, value) VALUES ('${CURSOR}', ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  ),
  sessions: db.prepare(`SELECT gop_id FROM session WHERE gop_id > ? ORDER BY gop_id LIMIT ${SESSIONS}`).pluck(),
  isLong: db.prepare(
    `SELECT 1 FROM frame WHERE gop_id = ? AND kind = 'P' AND valid_to IS NULL ORDER BY t DESC LIMIT 1 OFFSET ${MERGE_FROM}`,
  ),
  changes: db.prepare(
    `SELECT id, content, importance, source, confidence, trust, author, chat, scope, valid_from, created_at FROM frame f
     WHERE gop_id = @gop AND kind = 'P' AND valid_to IS NULL AND importance IN (1, 2) AND uses = 0 AND created_at <= @before
       AND expires_at IS NULL AND fact_key IS NULL AND NOT EXISTS (SELECT 1 FROM frame_ref r WHERE r.frame_id = f.id AND r.kind = 'conflict')
       AND t < (SELECT t FROM frame WHERE gop_id = @gop AND kind = 'P' AND valid_to IS NULL ORDER BY t DESC LIMIT 1 OFFSET ${KEEP - 1})
     ORDER BY t LIMIT ${MAX_CHANGES}`,
  ),
  place: db.prepare('SELECT ifnull(max(t), 0) + 1 FROM frame WHERE gop_id = ?').pluck(),
  insert: db.prepare(
    `INSERT INTO frame (kind, gop_id, t, content, norm_hash, importance, source, confidence, trust, author, chat, scope,
       valid_from, created_at)
     VALUES ('I', @gop, @t, @content, @hash, @importance, @source, @confidence, @trust, @author, @chat, @scope,
       @validFrom, @createdAt) ON CONFLICT DO NOTHING RETURNING id`,
  ),
  refer: db.prepare("INSERT INTO frame_ref (frame_id, ref_id, kind) VALUES (?, ?, 'merged') ON CONFLICT DO NOTHING"),
  entities: db.prepare(
    'INSERT INTO entity_frame SELECT entity_key, @to FROM entity_frame WHERE frame_id = @from ON CONFLICT DO NOTHING',
  ),
  relations: db.prepare(
    'INSERT INTO relation_frame SELECT relation_id, @to FROM relation_frame WHERE frame_id = @from ON CONFLICT DO NOTHING',
  ),
  end: db.prepare('UPDATE frame SET valid_to = @now, superseded_by = @by WHERE id = @id'),
}));

/**
 * Merges the old changes of sessions that have many into states (I frames) that stand for themselves: of one author, one
 * scope, one trust, short enough to be shown whole. The changes stay restorable, and the new frame names them. Looks at
 * some sessions at a time; true when there are more to look at.
 */
export function mergeChanges(mind: OpenedMind, now: number): boolean {
  const sql = statements(mind.db);
  const cursor = z.string().optional().parse(sql.cursor.get()) ?? '';
  const gops = gopsSchema.parse(sql.sessions.all(cursor));
  for (const gop of gops) mergeSession(mind, gop, now);
  const isLast = gops.length < SESSIONS;
  sql.setCursor.run(isLast ? '' : (gops.at(-1) ?? ''));
  return !isLast;
}

function mergeSession(mind: OpenedMind, gop: string, now: number): void {
  const sql = statements(mind.db);
  if (sql.isLong.get(gop) === undefined) return;
  const old = rowsSchema.parse(sql.changes.all({ gop, before: now - MIN_AGE_MS }));
  for (const group of groupsOf(old)) writeState(mind, gop, group, now);
}

/** Changes that belong together, in their order, cut where the text would become too long to be shown whole. */
function groupsOf(changes: readonly Change[]): Change[][] {
  const groups = new Map<string, Change[][]>();
  for (const change of changes) {
    const key = JSON.stringify([change.scope, change.author, change.trust, change.chat]);
    const runs = groups.get(key) ?? [];
    groups.set(key, runs);
    const last = runs.at(-1);
    const length = last?.reduce((sum, { content }) => sum + content.length + 1, 0) ?? 0;
    if (last === undefined || length + change.content.length > MAX_MERGED_CHARS) runs.push([change]);
    else last.push(change);
  }
  return [...groups.values()].flat().filter((run) => run.length > 1);
}

function writeState(mind: OpenedMind, gop: string, group: readonly Change[], now: number): void {
  const sql = statements(mind.db);
  const [first] = group;
  if (first === undefined) return;
  const content = [...new Set(group.map((change) => change.content))].join('\n');
  const row = sql.insert.get({
    gop,
    t: z.number().parse(sql.place.get(gop)),
    content,
    hash: hashOf(content),
    importance: Math.max(...group.map((change) => change.importance)),
    source: first.source,
    confidence: Math.min(...group.map((change) => change.confidence)),
    trust: first.trust,
    author: first.author,
    chat: first.chat,
    scope: first.scope,
    validFrom: Math.min(...group.map((change) => change.valid_from)),
    createdAt: Math.max(...group.map((change) => change.created_at)),
  });
  if (row === undefined) return;
  const by = idSchema.parse(row).id;
  for (const { id } of group) {
    sql.refer.run(by, id);
    sql.entities.run({ from: id, to: by });
    sql.relations.run({ from: id, to: by });
    sql.end.run({ id, by, now });
  }
}
