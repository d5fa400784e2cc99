import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const entitiesSchema = z.array(
  z.object({
    key: z.number(),
    type: z.string(),
    norm_name: z.string(),
    name: z.string(),
    properties: z.string(),
    valid_from: z.number(),
    valid_to: z.number().nullable(),
    end_reason: z.string().nullable(),
    recorded_at: z.number(),
  }),
);
const relationsSchema = z.array(
  z.object({
    id: z.number(),
    src: z.number(),
    type: z.string(),
    dst: z.number(),
    confidence: z.number(),
    valid_from: z.number(),
    valid_to: z.number().nullable(),
    recorded_at: z.number(),
  }),
);
const linksSchema = z.array(z.object({ thing: z.number(), frame_id: z.number() }));
const keySchema = z.object({ key: z.number() }).optional();
const idSchema = z.object({ id: z.number() });

/**
 * Takes over what the frames that came from another mind tell of things and relations. A thing of the same type and name is the same; its current
 * properties stay as this mind has them.
 *
 * @param frames number of a frame there → number here
 */
export function absorbKnowledge(db: Database, from: Database, frames: ReadonlyMap<number, number>): void {
  const keys = absorbEntities(db, from, frames);
  const relations = absorbRelations(db, from, keys, frames);
  link(db, from, { table: 'entity_frame', column: 'entity_key', things: keys, frames });
  link(db, from, { table: 'relation_frame', column: 'relation_id', things: relations, frames });
}

function absorbEntities(db: Database, from: Database, frames: ReadonlyMap<number, number>): Map<number, number> {
  const current = db.prepare(
    'SELECT key FROM entity WHERE type = @type AND norm_name = @norm_name AND valid_to IS NULL',
  );
  const insert = db.prepare(
    `INSERT INTO entity (key, type, norm_name, name, properties, valid_from, valid_to, end_reason, recorded_at)
     VALUES (@key, @type, @norm_name, @name, @properties, @valid_from, @valid_to, @end_reason, @recorded_at) RETURNING id`,
  );
  const keyFirst = db.prepare('UPDATE entity SET key = id WHERE id = ?');
  const keys = new Map<number, number>();
  // Current versions first: they say which thing here a key stands for.
  const chosen = from.prepare(
    `SELECT * FROM entity WHERE key IN
       (SELECT entity_key FROM entity_frame WHERE frame_id IN (SELECT value FROM json_each(?)))
     ORDER BY valid_to IS NOT NULL, id`,
  );
  const rows = entitiesSchema.parse(chosen.all(JSON.stringify([...frames.keys()])));
  for (const row of rows) {
    const { key: _, ...version } = row;
    const known = keys.get(row.key);
    const { type, norm_name } = row;
    const met = row.valid_to === null ? keySchema.parse(current.get({ type, norm_name })) : undefined;
    if (met !== undefined) {
      keys.set(row.key, met.key);
      continue;
    }
    const { id } = idSchema.parse(insert.get({ ...version, key: known ?? 0 }));
    if (known !== undefined) continue;
    keyFirst.run(id);
    keys.set(row.key, id);
  }
  return keys;
}

function absorbRelations(
  db: Database,
  from: Database,
  keys: ReadonlyMap<number, number>,
  frames: ReadonlyMap<number, number>,
): Map<number, number> {
  const open = db.prepare(
    'SELECT id FROM relation WHERE src = @src AND type = @type AND dst = @dst AND valid_to IS NULL',
  );
  const insert = db.prepare(
    `INSERT INTO relation (src, type, dst, confidence, valid_from, valid_to, recorded_at)
     VALUES (@src, @type, @dst, @confidence, @valid_from, @valid_to, @recorded_at) RETURNING id`,
  );
  const ids = new Map<number, number>();
  const chosen = from.prepare(
    `SELECT * FROM relation WHERE id IN
       (SELECT relation_id FROM relation_frame WHERE frame_id IN (SELECT value FROM json_each(?))) ORDER BY id`,
  );
  for (const { id, ...row } of relationsSchema.parse(chosen.all(JSON.stringify([...frames.keys()])))) {
    const [src, dst] = [keys.get(row.src), keys.get(row.dst)];
    if (src === undefined || dst === undefined || src === dst) continue;
    const met = row.valid_to === null ? open.get({ src, type: row.type, dst }) : undefined;
    ids.set(id, idSchema.parse(met ?? insert.get({ ...row, src, dst })).id);
  }
  return ids;
}

function link(
  db: Database,
  from: Database,
  {
    table,
    column,
    things,
    frames,
  }: {
    readonly table: string;
    readonly column: string;
    readonly things: ReadonlyMap<number, number>;
    readonly frames: ReadonlyMap<number, number>;
  },
): void {
  const insert = db.prepare(`INSERT INTO ${table} (${column}, frame_id) VALUES (?, ?) ON CONFLICT DO NOTHING`);
  const rows = linksSchema.parse(from.prepare(`SELECT ${column} AS thing, frame_id FROM ${table}`).all());
  for (const { thing, frame_id } of rows) {
    const [here, frame] = [things.get(thing), frames.get(frame_id)];
    if (here !== undefined && frame !== undefined) insert.run(here, frame);
  }
}
