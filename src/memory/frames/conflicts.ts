import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';

const statements = preparedOnce((db) => ({
  add: db.prepare("INSERT INTO frame_ref (frame_id, ref_id, kind) VALUES (?, ?, 'conflict') ON CONFLICT DO NOTHING"),
  clear: db.prepare("DELETE FROM frame_ref WHERE kind = 'conflict' AND (frame_id = @id OR ref_id = @id)"),
}));

/** Two frames say something else about the same matter: each names the other until the person decides. */
export function addConflict(mind: OpenedMind, one: number, other: number): void {
  const sql = statements(mind.db);
  sql.add.run(one, other);
  sql.add.run(other, one);
}

/** A frame is in conflict with nothing any more. */
export function clearConflicts(mind: OpenedMind, id: number): void {
  statements(mind.db).clear.run({ id });
}
