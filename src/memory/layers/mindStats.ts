import { statSync } from 'node:fs';
import { z } from 'zod';
import type { FrameScope } from '../../core/memory/frame.js';
import type { MindStats } from '../../core/memory/layers.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { inScopes, scopesParameter } from '../frames/scopeFilter.js';
import type { OpenedMind } from '../threads/openedMind.js';

const countSchema = z.number();

const statements = preparedOnce((db) => ({
  frames: db
    .prepare(`SELECT ifnull(sum(value), 0) FROM mind_stat WHERE name = 'frames' AND ${inScopes('scope')}`)
    .pluck(),
  counter: db.prepare("SELECT ifnull(sum(value), 0) FROM mind_stat WHERE name = ? AND scope = ''").pluck(),
  conflicts: db
    .prepare(
      `SELECT count(DISTINCT r.frame_id) FROM frame_ref r JOIN frame f ON f.id = r.frame_id JOIN frame other ON other.id = r.ref_id
       WHERE r.kind = 'conflict' AND f.valid_to IS NULL AND other.valid_to IS NULL AND ${inScopes('f.scope')}
         AND ${inScopes('other.scope')}`,
    )
    .pluck(),
  unembedded: db.prepare('SELECT count(*) FROM embed_outbox').pluck(),
}));

/** Figures of a mind as far as the scopes reach, from counters and not from scans. */
export function mindStats(mind: OpenedMind, request: { readonly scopes: readonly FrameScope[] }): MindStats {
  const sql = statements(mind.db);
  const scopes = scopesParameter(request.scopes);
  return {
    frames: countSchema.parse(sql.frames.get({ scopes })),
    sessions: countSchema.parse(sql.counter.get('sessions')),
    entities: countSchema.parse(sql.counter.get('entities')),
    conflicts: countSchema.parse(sql.conflicts.get({ scopes })),
    unembedded: countSchema.parse(sql.unembedded.get()),
    bytes: ['', '-wal'].reduce(
      (sum, end) => sum + (statSync(mind.file + end, { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
  };
}
