import { z } from 'zod';
import { preparedOnce } from '../../store/preparedOnce.js';
import { nameCandidates } from '../knowledge/entityName.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { FILTER_SQL, filterParameters, type RowFilter } from './rowFilter.js';

/** Frames of an entity that are looked at, the newest first (spec: memory, part E). */
const MAX_OF_ENTITIES = 50;

/** How many entities a question may name. */
const MAX_ENTITIES = 8;

const idsSchema = z.array(z.number());
const rankedSchema = z.array(z.tuple([z.number(), z.number()]));

/** BM25 of two frames that are the same to it. */
const SAME_RANK = 1e-9;

const statements = preparedOnce((db) => ({
  // In order of `rank` alone the index sorts by itself, and rows are looked up only until there are enough: 2.0 ms instead of 4.4
  // for 2,400 hits among 100,000 frames.
  keyword: db
    .prepare(
      `SELECT f.id, frame_fts.rank FROM frame_fts CROSS JOIN frame f ON f.id = frame_fts.rowid
       WHERE frame_fts MATCH @match AND ${FILTER_SQL} ORDER BY frame_fts.rank LIMIT @limit`,
    )
    .raw(),
  entities: db
    .prepare(
      `SELECT DISTINCT key FROM entity WHERE norm_name IN (SELECT value FROM json_each(?)) AND valid_to IS NULL
       ORDER BY length(norm_name) DESC LIMIT ${MAX_ENTITIES}`,
    )
    .pluck(),
  ofEntities: db
    .prepare(
      `SELECT f.id FROM entity_frame e JOIN frame f ON f.id = e.frame_id
       WHERE e.entity_key IN (SELECT value FROM json_each(@keys)) AND ${FILTER_SQL}
       GROUP BY f.id ORDER BY count(*) DESC, f.created_at DESC LIMIT @limit`,
    )
    .pluck(),
  newest: db
    .prepare(`SELECT f.id FROM frame f WHERE ${FILTER_SQL} ORDER BY f.created_at DESC, f.id DESC LIMIT @limit`)
    .pluck(),
  weightiest: db
    .prepare(`SELECT f.id FROM frame f WHERE ${FILTER_SQL} ORDER BY f.importance DESC, f.id DESC LIMIT @limit`)
    .pluck(),
}));

interface Leg {
  readonly filter: RowFilter;
  readonly limit: number;
}

/** Frames with these terms, best first by BM25; the newer first where it makes no difference: people change their minds. */
export function keywordLeg(mind: OpenedMind, match: string, { filter, limit }: Leg): number[] {
  if (match === '') return [];
  return rankedSchema
    .parse(statements(mind.db).keyword.all({ match, limit, ...filterParameters(filter) }))
    .sort(([id, rank], [otherId, otherRank]) =>
      Math.abs(rank - otherRank) < SAME_RANK ? otherId - id : rank - otherRank,
    )
    .map(([id]) => id);
}

/** Frames of the entities that a text names, those of most of them first, then the newest. */
export function entityLeg(mind: OpenedMind, text: string, { filter, limit }: Leg): number[] {
  const sql = statements(mind.db);
  const keys = idsSchema.parse(sql.entities.all(JSON.stringify(nameCandidates(text))));
  if (keys.length === 0) return [];
  const most = Math.min(limit, MAX_OF_ENTITIES);
  return idsSchema.parse(sql.ofEntities.all({ keys: JSON.stringify(keys), limit: most, ...filterParameters(filter) }));
}

/** The newest frames. */
export function recencyLeg(mind: OpenedMind, { filter, limit }: Leg): number[] {
  return idsSchema.parse(statements(mind.db).newest.all({ limit, ...filterParameters(filter) }));
}

/** The weightiest frames, by the partial index on importance: for questions that ask for everything, without a word to look for. */
export function weightLeg(mind: OpenedMind, { filter, limit }: Leg): number[] {
  return idsSchema.parse(statements(mind.db).weightiest.all({ limit, ...filterParameters(filter) }));
}
