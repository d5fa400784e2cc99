import type { Database } from 'better-sqlite3';
import { z } from 'zod';

type Row = Readonly<Record<string, unknown>>;

const standingSchema = z.object({ id: z.number(), created_at: z.number() }).optional();

function standingFor(db: Database, row: Row) {
  if (row.fact_key === null || row.valid_to !== null) return undefined;
  const found = db
    .prepare(
      `SELECT id, created_at FROM frame WHERE fact_key = @key AND scope = @scope AND fact_owner = @owner AND valid_to IS NULL`,
    )
    .get({ key: row.fact_key, scope: row.scope, owner: row.fact_owner });
  return standingSchema.parse(found);
}

/**
 * When a fact that comes from another mind is over; null: it is in force. Where its key has a value here already, the newer of the
 * two stands, and the other one is kept as its past.
 */
export function factEnd(db: Database, row: Row): number | null {
  const standing = standingFor(db, row);
  if (standing === undefined) return null;
  const created = z.number().parse(row.created_at);
  if (created <= standing.created_at) return standing.created_at;
  db.prepare('UPDATE frame SET valid_to = @created WHERE id = @id').run({ created, id: standing.id });
  return null;
}

/** A text that is known here is the fact that it was there, unless its key has a value here. */
export function nameFact(db: Database, id: number, row: Row): void {
  if (row.fact_key === null || standingFor(db, row) !== undefined) return;
  db.prepare(
    `UPDATE frame SET fact_key = @key, fact_about = @about, fact_owner = @owner WHERE id = @id AND fact_key IS NULL`,
  ).run({ id, key: row.fact_key, about: row.fact_about, owner: row.fact_owner });
}
