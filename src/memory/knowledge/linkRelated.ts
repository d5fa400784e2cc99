import { z } from 'zod';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';

/** Links that a new frame gets at most. */
const MAX_LINKS = 3;

/** An entity of more frames than this connects nothing: what everything is about is no reason for a link. */
const RARE_DEGREE = 20;

const idsSchema = z.array(z.number());

const statements = preparedOnce((db) => ({
  related: db
    .prepare(
      `SELECT other.frame_id FROM entity_frame own
       JOIN entity e ON e.key = own.entity_key AND e.valid_to IS NULL AND e.degree <= ${RARE_DEGREE}
       JOIN entity_frame other ON other.entity_key = own.entity_key AND other.frame_id <> own.frame_id
       JOIN frame f ON f.id = other.frame_id AND f.valid_to IS NULL
       JOIN frame mine ON mine.id = own.frame_id AND mine.scope = f.scope
       WHERE own.frame_id = ? GROUP BY other.frame_id ORDER BY count(*) DESC, other.frame_id DESC LIMIT ${MAX_LINKS}`,
    )
    .pluck(),
  link: db.prepare("INSERT INTO frame_ref (frame_id, ref_id, kind) VALUES (?, ?, 'link') ON CONFLICT DO NOTHING"),
}));

/**
 * Links a frame with those that tell of the same rare things in the same scope, the more things in common the sooner. Goes by
 * what is counted and not by a score, whose threshold could turn out to be out of reach (spec: memory, defect 2).
 */
export function linkRelated(mind: OpenedMind, frame: number): void {
  const sql = statements(mind.db);
  for (const other of idsSchema.parse(sql.related.all(frame))) sql.link.run(frame, other);
}
