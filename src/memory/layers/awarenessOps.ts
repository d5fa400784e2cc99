import { z } from 'zod';
import {
  AWARENESS_CATEGORIES,
  AWARENESS_LIMIT,
  type AwarenessCategory,
  type AwarenessEntry,
} from '../../core/memory/layers.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { parseProperties } from './properties.js';

const rowSchema = z
  .object({
    id: z.number(),
    category: z.enum(AWARENESS_CATEGORIES),
    content: z.string(),
    priority: z.number(),
    metadata: z.string(),
    created_at: z.number(),
    expires_at: z.number().nullable(),
  })
  .transform(
    ({ metadata, created_at, expires_at, ...row }): AwarenessEntry => ({
      ...row,
      metadata: parseProperties(metadata),
      createdAt: created_at,
      expiresAt: expires_at,
    }),
  );
const rowsSchema = z.array(rowSchema);
const idSchema = z.object({ id: z.number() });

const statements = preparedOnce((db) => ({
  list: db.prepare(
    'SELECT * FROM awareness WHERE expires_at IS NULL OR expires_at > ? ORDER BY priority DESC, id DESC',
  ),
  expire: db.prepare('DELETE FROM awareness WHERE expires_at <= ?'),
  evict: db.prepare(
    `DELETE FROM awareness WHERE id IN
       (SELECT id FROM awareness ORDER BY priority DESC, id DESC LIMIT -1 OFFSET ${AWARENESS_LIMIT - 1})`,
  ),
  insert: db.prepare(
    `INSERT INTO awareness (category, content, priority, metadata, created_at, expires_at)
     VALUES (@category, @content, @priority, @metadata, @now, @expiresAt) RETURNING id`,
  ),
  byId: db.prepare('SELECT * FROM awareness WHERE id = ?'),
  update: db.prepare(
    'UPDATE awareness SET content = @content, priority = @priority, metadata = @metadata WHERE id = @id',
  ),
  remove: db.prepare('DELETE FROM awareness WHERE id = ?'),
}));

export interface NewAwareness {
  readonly category: AwarenessCategory;
  readonly content: string;
  readonly priority: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly expiresAt?: number;
  readonly now: number;
}

/** What is going on, the most urgent first; never more than `AWARENESS_LIMIT`. */
export function listAwareness(mind: OpenedMind, { now }: { readonly now: number }): AwarenessEntry[] {
  return rowsSchema.parse(statements(mind.db).list.all(now));
}

/** Adds an entry; what is over goes first, then the least urgent and oldest of the others. */
export function addAwareness(mind: OpenedMind, entry: NewAwareness): number {
  const sql = statements(mind.db);
  sql.expire.run(entry.now);
  sql.evict.run();
  const row = sql.insert.get({
    category: entry.category,
    content: entry.content,
    priority: clampPriority(entry.priority),
    metadata: JSON.stringify(entry.metadata ?? {}),
    now: entry.now,
    expiresAt: entry.expiresAt ?? null,
  });
  return idSchema.parse(row).id;
}

/** Changes what is given; metadata is merged key by key. False when there is no such entry. */
export function updateAwareness(
  mind: OpenedMind,
  request: {
    readonly id: number;
    readonly change: { content?: string; priority?: number; metadata?: Readonly<Record<string, string>> };
  },
): boolean {
  const sql = statements(mind.db);
  const entry = rowSchema.optional().parse(sql.byId.get(request.id));
  if (entry === undefined) return false;
  const { content, priority, metadata } = request.change;
  sql.update.run({
    id: entry.id,
    content: content ?? entry.content,
    priority: clampPriority(priority ?? entry.priority),
    metadata: JSON.stringify({ ...entry.metadata, ...metadata }),
  });
  return true;
}

export function removeAwareness(mind: OpenedMind, { id }: { readonly id: number }): boolean {
  return statements(mind.db).remove.run(id).changes > 0;
}

function clampPriority(priority: number): number {
  return Math.max(0, Math.min(10, Math.round(priority)));
}
