import type { Database } from 'better-sqlite3';
import { jsonSchema } from '../core/json.js';
import type { DeadUpdate } from '../core/ports/deadUpdates.js';
import { preparedOnce } from './preparedOnce.js';

interface Row {
  readonly source: string;
  readonly body: string;
  readonly error: string;
  readonly at: number;
}

const statements = preparedOnce((db) => ({
  bury: db.prepare<Row>('INSERT INTO dead_update (source, body, error, at) VALUES (@source, @body, @error, @at)'),
  list: db.prepare<[number], Row>('SELECT source, body, error, at FROM dead_update ORDER BY no DESC LIMIT ?'),
}));

/** `DeadUpdates.bury`. */
export function buryUpdate(db: Database, dead: DeadUpdate): void {
  const { source, error, at } = dead;
  statements(db).bury.run({ source, body: JSON.stringify(dead.update), error, at });
}

/** `DeadUpdates.list`. */
export function listDeadUpdates(db: Database, limit: number): readonly DeadUpdate[] {
  return statements(db)
    .list.all(limit)
    .map(({ source, body, error, at }) => ({ source, update: jsonSchema.parse(JSON.parse(body)), error, at }));
}
