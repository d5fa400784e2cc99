import type { Database } from 'better-sqlite3';
import type { Leases } from '../core/ports/leases.js';
import { preparedOnce } from './preparedOnce.js';

const statements = preparedOnce((db) => ({
  find: db.prepare<[string], { owner: string; until: number }>('SELECT owner, until FROM lease WHERE name = ?'),
  write: db.prepare<[string, string, number]>(
    `INSERT INTO lease (name, owner, until) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until`,
  ),
  drop: db.prepare<[string, string]>('DELETE FROM lease WHERE name = ? AND owner = ?'),
}));

/** `Leases.acquire`. */
export function acquireLease(
  db: Database,
  request: Parameters<Leases['acquire']>[0],
): Awaited<ReturnType<Leases['acquire']>> {
  const { name, owner, ttlMs, now } = request;
  const sql = statements(db);
  const held = sql.find.get(name);
  if (held !== undefined && held.owner !== owner && held.until > now) {
    return { ok: false, owner: held.owner, until: held.until };
  }
  sql.write.run(name, owner, now + ttlMs);
  return { ok: true };
}

/** `Leases.release`: nothing happens when somebody else has it. */
export function releaseLease(db: Database, request: Parameters<Leases['release']>[0]): void {
  statements(db).drop.run(request.name, request.owner);
}
