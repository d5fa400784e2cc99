import { z } from 'zod';
import type { FrameScope } from '../../core/memory/frame.js';
import type { MappedEntity } from '../../core/memory/layers.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { inScopes, scopesParameter } from '../frames/scopeFilter.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { entityRowSchema } from './entityRow.js';

/** A frame that the view may see and that is in force. */
const SEEN_FRAME = `f.valid_to IS NULL AND (f.expires_at IS NULL OR f.expires_at > @now) AND ${inScopes('f.scope')}`;

const statements = preparedOnce((db) => ({
  entities: db.prepare(
    `SELECT e.* FROM entity e WHERE e.valid_to IS NULL AND EXISTS (
       SELECT 1 FROM entity_frame l JOIN frame f ON f.id = l.frame_id WHERE l.entity_key = e.key AND ${SEEN_FRAME}
     ) ORDER BY e.degree DESC, e.key LIMIT @limit`,
  ),
  frames: db.prepare(
    `SELECT l.entity_key AS key, l.frame_id AS frame FROM entity_frame l JOIN frame f ON f.id = l.frame_id
     WHERE l.entity_key IN (SELECT value FROM json_each(@keys)) AND ${SEEN_FRAME} ORDER BY l.frame_id`,
  ),
  relations: db.prepare(
    `SELECT r.src, r.type, r.dst, r.confidence FROM relation r
     WHERE r.src IN (SELECT value FROM json_each(@keys)) AND r.dst IN (SELECT value FROM json_each(@keys)) AND r.valid_to IS NULL
       AND EXISTS (SELECT 1 FROM relation_frame l JOIN frame f ON f.id = l.frame_id WHERE l.relation_id = r.id AND ${SEEN_FRAME})
     ORDER BY r.confidence DESC, r.id`,
  ),
}));

const entitiesSchema = z.array(entityRowSchema);
const framesSchema = z.array(z.object({ key: z.number(), frame: z.number() }));
const relationsSchema = z.array(
  z.object({ src: z.number(), type: z.string(), dst: z.number(), confidence: z.number() }),
);

/**
 * The best connected entities of which a frame within the scopes tells, with all those frames and the edges between the entities of
 * the answer.
 */
export function mapKnowledge(
  mind: OpenedMind,
  request: { readonly scopes: readonly FrameScope[]; readonly limit: number; readonly now: number },
): MappedEntity[] {
  const sql = statements(mind.db);
  const { limit, now } = request;
  const scopes = scopesParameter(request.scopes);
  const entities = entitiesSchema.parse(sql.entities.all({ scopes, limit, now }));
  const keys = JSON.stringify(entities.map(({ id }) => id));
  const frames = groupBy(framesSchema.parse(sql.frames.all({ keys, scopes, now })), ({ key }) => key);
  const relations = groupBy(relationsSchema.parse(sql.relations.all({ keys, scopes, now })), ({ src }) => src);
  return entities.map((entity) => ({
    entity,
    frames: (frames.get(entity.id) ?? []).map(({ frame }) => frame),
    relations: (relations.get(entity.id) ?? []).map(({ type, dst, confidence }) => ({ type, to: dst, confidence })),
  }));
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => number): ReadonlyMap<number, Value[]> {
  const groups = new Map<number, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
