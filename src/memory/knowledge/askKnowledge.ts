import { z } from 'zod';
import type { FrameScope } from '../../core/memory/frame.js';
import type { Entity, Relation } from '../../core/memory/layers.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { inScopes, scopesParameter } from '../frames/scopeFilter.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { entityNameKey, nameCandidates } from './entityName.js';
import { entityRowSchema } from './entityRow.js';

/** Edges that are shown of one entity at most. */
const MAX_EDGES = 20;

/** Some living frame that the view may see tells of it. */
const SEEN = (link: string) =>
  `EXISTS (SELECT 1 FROM ${link} JOIN frame f ON f.id = l.frame_id AND f.valid_to IS NULL AND ${inScopes('f.scope')})`;
const ENTITY_SEEN = SEEN('entity_frame l').replace('ON f.id', 'ON l.entity_key = e.key AND f.id');
const RELATION_SEEN = SEEN('relation_frame l').replace('ON f.id', 'ON l.relation_id = r.id AND f.id');

const entityRowsSchema = z.array(entityRowSchema);
const edgesSchema = z.array(
  z
    .object({
      from: z.string(),
      type: z.string(),
      to: z.string(),
      confidence: z.number(),
      valid_from: z.number(),
      valid_to: z.number().nullable(),
    })
    .transform(
      ({ valid_from, valid_to, ...edge }): Relation => ({ ...edge, validFrom: valid_from, validTo: valid_to }),
    ),
);

const statements = preparedOnce((db) => ({
  top: db.prepare(
    `SELECT e.* FROM entity e WHERE e.valid_to IS NULL AND ${ENTITY_SEEN} ORDER BY e.degree DESC, e.key LIMIT @limit`,
  ),
  named: db.prepare(
    `SELECT e.* FROM entity e WHERE e.norm_name IN (SELECT value FROM json_each(@names)) AND e.valid_to IS NULL
       AND ${ENTITY_SEEN} ORDER BY length(e.norm_name) DESC, e.degree DESC LIMIT @limit`,
  ),
  like: db.prepare(
    `SELECT e.* FROM entity e WHERE instr(e.norm_name, @part) > 0 AND e.valid_to IS NULL
       AND ${ENTITY_SEEN} ORDER BY e.degree DESC, e.key LIMIT @limit`,
  ),
  edges: db.prepare(
    `SELECT s.name AS "from", r.type, d.name AS "to", r.confidence, r.valid_from, r.valid_to FROM relation r
     JOIN entity s ON s.key = r.src AND s.valid_to IS NULL JOIN entity d ON d.key = r.dst AND d.valid_to IS NULL
     WHERE r.id IN (SELECT id FROM relation WHERE src = @key UNION SELECT id FROM relation WHERE dst = @key)
       AND r.valid_to IS NULL AND ${RELATION_SEEN} ORDER BY r.confidence DESC, r.id LIMIT ${MAX_EDGES}`,
  ),
}));

/** Entities that a text names, of which a frame within the scopes tells, with their current edges. `*`: those with most frames. */
export function askKnowledge(
  mind: OpenedMind,
  request: { readonly scopes: readonly FrameScope[]; readonly text: string; readonly limit: number },
): { entity: Entity; relations: Relation[] }[] {
  const sql = statements(mind.db);
  const scopes = scopesParameter(request.scopes);
  return entitiesFor(mind, scopes, request).map((entity) => ({
    entity,
    relations: edgesSchema.parse(sql.edges.all({ key: entity.id, scopes })),
  }));
}

function entitiesFor(mind: OpenedMind, scopes: string, { text, limit }: { text: string; limit: number }): Entity[] {
  const sql = statements(mind.db);
  if (text.trim() === '*') return entityRowsSchema.parse(sql.top.all({ scopes, limit }));
  const names = JSON.stringify(nameCandidates(text));
  const named = entityRowsSchema.parse(sql.named.all({ names, scopes, limit }));
  const part = entityNameKey(text);
  if (named.length > 0 || part === '') return named;
  return entityRowsSchema.parse(sql.like.all({ part, scopes, limit }));
}
