import { preparedOnce } from '../../store/preparedOnce.js';
import { RESTORABLE_MS } from '../frames/forgetFrames.js';
import type { OpenedMind } from '../threads/openedMind.js';

/** Rows that one slice of upkeep changes at most. */
export const SLICE_ROWS = 2000;

const DAY = 86_400_000;

/** How long a temporary and a deprecated frame live after they were made or last of use, milliseconds. */
const TEMPORARY_MS = 30 * DAY;
const DEPRECATED_MS = 90 * DAY;

/** How long a closed session stands among the others, milliseconds. */
const SESSION_MS = 90 * DAY;

const statements = preparedOnce((db) => ({
  expire: db.prepare(
    `UPDATE frame SET valid_to = expires_at WHERE id IN
       (SELECT id FROM frame WHERE valid_to IS NULL AND expires_at <= @now LIMIT ${SLICE_ROWS})`,
  ),
  age: db.prepare(
    `UPDATE frame SET valid_to = @now WHERE id IN
       (SELECT id FROM frame WHERE valid_to IS NULL AND importance = @importance AND max(created_at, ifnull(last_use, 0)) <= @before
        LIMIT ${SLICE_ROWS})`,
  ),
  dropSuccessors: db.prepare(
    `UPDATE frame SET superseded_by = NULL WHERE superseded_by IN
       (SELECT id FROM frame WHERE valid_to <= @before ORDER BY valid_to LIMIT ${SLICE_ROWS})`,
  ),
  purge: db.prepare(
    `DELETE FROM frame WHERE id IN (SELECT id FROM frame WHERE valid_to <= @before ORDER BY valid_to LIMIT ${SLICE_ROWS})`,
  ),
  archive: db.prepare(
    `UPDATE session SET status = 'archived' WHERE gop_id IN
       (SELECT gop_id FROM session WHERE status = 'closed' AND ended_at <= @before LIMIT ${SLICE_ROWS})`,
  ),
}));

/** Ends what has had its time and deletes what was over for 90 days. True when there may be more. */
export function ageFrames(mind: OpenedMind, now: number): boolean {
  const sql = statements(mind.db);
  const changes = [
    sql.expire.run({ now }),
    sql.age.run({ now, importance: 1, before: now - TEMPORARY_MS }),
    sql.age.run({ now, importance: 0, before: now - DEPRECATED_MS }),
    sql.archive.run({ before: now - SESSION_MS }),
  ].map((result) => result.changes);
  const before = now - RESTORABLE_MS;
  sql.dropSuccessors.run({ before });
  changes.push(sql.purge.run({ before }).changes);
  return changes.some((count) => count >= SLICE_ROWS);
}
