import { z } from 'zod';
import { preparedOnce } from '../../store/preparedOnce.js';
import { parseProperties } from '../layers/properties.js';
import type { OpenedMind } from '../threads/openedMind.js';

export interface EntityChange {
  readonly properties?: Readonly<Record<string, string>>;
  readonly ended?: { readonly reason: string };
  readonly now: number;
}

const versionSchema = z
  .object({
    id: z.number(),
    type: z.string(),
    norm_name: z.string(),
    name: z.string(),
    properties: z.string(),
    degree: z.number(),
  })
  .optional();

const statements = preparedOnce((db) => ({
  current: db.prepare(
    'SELECT id, type, norm_name, name, properties, degree FROM entity WHERE key = ? AND valid_to IS NULL',
  ),
  end: db.prepare('UPDATE entity SET valid_to = @now, end_reason = @reason WHERE id = @id'),
  endRelations: db.prepare('UPDATE relation SET valid_to = @now WHERE (src = @key OR dst = @key) AND valid_to IS NULL'),
  add: db.prepare(
    `INSERT INTO entity (key, type, norm_name, name, properties, valid_from, recorded_at, degree)
     VALUES (@key, @type, @norm_name, @name, @properties, @now, @now, @degree)`,
  ),
}));

/**
 * Corrects or ends an entity: the version that was true until now keeps its time, a correction is a new version of the same
 * key. False when there is no current one.
 */
export function changeEntity(
  mind: OpenedMind,
  request: { readonly id: number; readonly change: EntityChange },
): boolean {
  const sql = statements(mind.db);
  const { id: key, change } = request;
  const { now, ended, properties } = change;
  const version = versionSchema.parse(sql.current.get(key));
  if (version === undefined) return false;
  sql.end.run({ id: version.id, now, reason: ended?.reason ?? 'corrected' });
  if (ended !== undefined) {
    sql.endRelations.run({ key, now });
    return true;
  }
  const merged = JSON.stringify({ ...parseProperties(version.properties), ...properties });
  const { type, norm_name, name, degree } = version;
  sql.add.run({ key, type, norm_name, name, degree, properties: merged, now });
  return true;
}
