import { z } from 'zod';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { entityNameKey } from './entityName.js';
import { linkRelated } from './linkRelated.js';

/** Entities and relations that one text gives at most. */
const MAX_ENTITIES = 20;
const MAX_RELATIONS = 20;

/** Type and sureness of "stood in one text". Each entity is joined to the next one only: n - 1 edges, not n². */
const TOGETHER = { type: 'co_occurs_with', confidence: 0.8 };

/** The type of an entity of which only a relation tells. */
const UNKNOWN_TYPE = 'concept';

export interface Lesson {
  readonly frame: number;
  readonly entities: readonly { readonly type: string; readonly name: string }[];
  readonly relations: readonly {
    readonly from: string;
    readonly type: string;
    readonly to: string;
    readonly confidence: number;
  }[];
  readonly now: number;
}

const statements = preparedOnce((db) => ({
  frame: db.prepare('SELECT id FROM frame WHERE id = ? AND valid_to IS NULL'),
  byTypeAndName: db.prepare('SELECT key FROM entity WHERE type = ? AND norm_name = ? AND valid_to IS NULL'),
  byName: db.prepare(
    'SELECT key FROM entity WHERE norm_name = ? AND valid_to IS NULL ORDER BY degree DESC, key LIMIT 1',
  ),
  addEntity: db.prepare(
    `INSERT INTO entity (key, type, norm_name, name, valid_from, recorded_at) VALUES (0, @type, @normName, @name, @now, @now)
     RETURNING id AS key`,
  ),
  keyEntity: db.prepare('UPDATE entity SET key = id WHERE id = ?'),
  linkEntity: db.prepare('INSERT INTO entity_frame (entity_key, frame_id) VALUES (?, ?) ON CONFLICT DO NOTHING'),
  addRelation: db.prepare(
    `INSERT INTO relation (src, type, dst, confidence, valid_from, recorded_at) VALUES (@src, @type, @dst, @confidence, @now, @now)
     ON CONFLICT (src, type, dst) WHERE valid_to IS NULL DO UPDATE SET confidence = max(confidence, excluded.confidence)
     RETURNING id`,
  ),
  linkRelation: db.prepare('INSERT INTO relation_frame (relation_id, frame_id) VALUES (?, ?) ON CONFLICT DO NOTHING'),
}));

const keySchema = z.object({ key: z.number() }).optional();

/**
 * Files what a text tells under its frame. A thing of the same type and name is the same thing; nothing that was known is
 * ended or changed by a text (graphiti#1728).
 */
export function learn(mind: OpenedMind, lesson: Lesson): void {
  const sql = statements(mind.db);
  if (sql.frame.get(lesson.frame) === undefined) return;
  const keys = new Map<string, number>();
  for (const { type, name } of lesson.entities.slice(0, MAX_ENTITIES)) {
    const normName = entityNameKey(name);
    if (normName !== '') keys.set(normName, entityKey(mind, { type, normName, name, now: lesson.now }));
  }
  const relations = [...lesson.relations.slice(0, MAX_RELATIONS), ...together([...keys.keys()])];
  for (const { from, type, to, confidence } of relations) {
    const [src, dst] = [from, to].map((name) => {
      const normName = entityNameKey(name);
      const key = keys.get(normName) ?? keySchema.parse(sql.byName.get(normName))?.key;
      return key ?? entityKey(mind, { type: UNKNOWN_TYPE, normName, name, now: lesson.now });
    });
    if (src === undefined || dst === undefined || src === dst) continue;
    for (const key of [src, dst]) sql.linkEntity.run(key, lesson.frame);
    const added = sql.addRelation.get({ src, type, dst, confidence: clampConfidence(confidence), now: lesson.now });
    sql.linkRelation.run(z.object({ id: z.number() }).parse(added).id, lesson.frame);
  }
  for (const key of keys.values()) sql.linkEntity.run(key, lesson.frame);
  linkRelated(mind, lesson.frame);
}

function together(names: readonly string[]) {
  return names.slice(1).map((to, i) => ({ from: names[i] ?? to, to, ...TOGETHER }));
}

function entityKey(
  mind: OpenedMind,
  entity: { readonly type: string; readonly normName: string; readonly name: string; readonly now: number },
): number {
  const sql = statements(mind.db);
  const known = keySchema.parse(sql.byTypeAndName.get(entity.type, entity.normName));
  if (known !== undefined) return known.key;
  const { key } = z.object({ key: z.number() }).parse(sql.addEntity.get({ ...entity, name: entity.name.trim() }));
  sql.keyEntity.run(key);
  return key;
}

function clampConfidence(confidence: number): number {
  return Math.max(0, Math.min(1, confidence));
}
