import { z } from 'zod';
import { type FrameScope, frameScopeSchema, type MemoryFrame } from '../../core/memory/frame.js';
import type { FrameListing } from '../../core/ports/minds.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { importanceCode } from './codes.js';
import { FRAME_COLUMNS, frameRowSchema } from './frameRow.js';
import { inScopes, scopesParameter } from './scopeFilter.js';

const rowsSchema = z.array(frameRowSchema);
const refsSchema = z.array(z.object({ frame_id: z.number(), ref_id: z.number() }));

const statements = preparedOnce((db) => ({
  byIds: db.prepare(
    `SELECT ${FRAME_COLUMNS} FROM frame f WHERE f.id IN (SELECT value FROM json_each(@ids)) AND ${inScopes('f.scope')}`,
  ),
  scopes: db.prepare('SELECT DISTINCT scope FROM frame ORDER BY scope'),
  conflicts: db.prepare(
    `SELECT r.frame_id, r.ref_id FROM frame_ref r JOIN frame f ON f.id = r.ref_id
     WHERE r.frame_id IN (SELECT value FROM json_each(@ids)) AND r.kind = 'conflict' AND f.valid_to IS NULL
       AND ${inScopes('f.scope')} ORDER BY r.ref_id`,
  ),
}));

const scopeRowsSchema = z.array(z.object({ scope: frameScopeSchema }));

/** Every scope of the mind. */
export function scopesIn(mind: OpenedMind): FrameScope[] {
  return scopeRowsSchema.parse(statements(mind.db).scopes.all()).map(({ scope }) => scope);
}

/** Frames by number, in the order asked for, whether in force or not; what stands outside the scopes is not there. */
export function framesById(
  mind: OpenedMind,
  { scopes, ids }: { readonly scopes: readonly FrameScope[]; readonly ids: readonly number[] },
): MemoryFrame[] {
  if (ids.length === 0) return [];
  const rows = statements(mind.db).byIds.all({ ids: JSON.stringify(ids), scopes: scopesParameter(scopes) });
  const frames = new Map(withConflicts(mind, scopes, rowsSchema.parse(rows)).map((frame) => [frame.id, frame]));
  return [...new Set(ids)].flatMap((id) => frames.get(id) ?? []);
}

/** Frames in force, for people to look through. */
export function listFrames(
  mind: OpenedMind,
  {
    scopes,
    listing,
    now,
  }: { readonly scopes: readonly FrameScope[]; readonly listing: FrameListing; readonly now: number },
): MemoryFrame[] {
  const { order, limit, after, startsWith, importance, author, hasConflicts } = listing;
  const conditions = ['f.valid_to IS NULL', '(f.expires_at IS NULL OR f.expires_at > @now)', inScopes('f.scope')];
  if (after !== undefined) {
    conditions.push(
      order === 'newest'
        ? 'f.id < @after'
        : '(f.importance, f.id) < ((SELECT importance FROM frame WHERE id = @after), @after)',
    );
  }
  if (startsWith !== undefined) {
    conditions.push(
      'EXISTS (SELECT 1 FROM json_each(@starts) s WHERE lower(substr(f.content, 1, length(s.value))) = lower(s.value))',
    );
  }
  if (importance !== undefined) conditions.push('f.importance IN (SELECT value FROM json_each(@importance))');
  if (author !== undefined) conditions.push('f.author = @author');
  if (hasConflicts) {
    conditions.push(
      `EXISTS (SELECT 1 FROM frame_ref r JOIN frame other ON other.id = r.ref_id WHERE r.frame_id = f.id AND r.kind = 'conflict'
        AND other.valid_to IS NULL AND ${inScopes('other.scope')})`,
    );
  }
  const sql = `SELECT ${FRAME_COLUMNS} FROM frame f WHERE ${conditions.join(' AND ')}
    ORDER BY ${order === 'newest' ? 'f.id DESC' : 'f.importance DESC, f.id DESC'} LIMIT @limit`;
  const rows = mind.db.prepare(sql).all({
    scopes: scopesParameter(scopes),
    limit,
    now,
    ...(after !== undefined && { after }),
    ...(startsWith !== undefined && { starts: JSON.stringify(startsWith) }),
    ...(importance !== undefined && { importance: JSON.stringify(importance.map(importanceCode)) }),
    ...(author !== undefined && { author }),
  });
  return withConflicts(mind, scopes, rowsSchema.parse(rows));
}

function withConflicts(
  mind: OpenedMind,
  scopes: readonly FrameScope[],
  frames: readonly Omit<MemoryFrame, 'conflicts'>[],
): MemoryFrame[] {
  if (frames.length === 0) return [];
  const ids = JSON.stringify(frames.map((frame) => frame.id));
  const refs = refsSchema.parse(statements(mind.db).conflicts.all({ ids, scopes: scopesParameter(scopes) }));
  return frames.map((frame) => ({
    ...frame,
    conflicts: refs.filter((ref) => ref.frame_id === frame.id).map((ref) => ref.ref_id),
  }));
}
