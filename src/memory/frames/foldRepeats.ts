import { z } from 'zod';
import type { FrameScope } from '../../core/memory/frame.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { filterOf } from '../search/rowFilter.js';
import { vectorTable } from '../search/searchMind.js';
import { toCodes } from '../search/vectorMath.js';
import { keepVectors, type NewVector } from '../search/vectorStore.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { namesIn } from './namesIn.js';
import { areSame, stemOf, wordsOf } from './wordsOf.js';

/** Frames nearer than this may say the same (spec: memory, part E). */
const SAME_COSINE = 0.95;

/** Share of telling words that they must have in common besides: vectors of two names are near each other, too. */
const SHARED = 0.5;

/** Larger batches are imports, whose frames are not compared one by one. */
const MAX_COMPARED = 8;

const NEIGHBOURS = 5;

const rowSchema = z
  .object({
    id: z.number(),
    content: z.string(),
    author: z.string().nullable(),
    scope: z.custom<FrameScope>((text) => typeof text === 'string'),
    created_at: z.number(),
  })
  .optional();

const statements = preparedOnce((db) => ({
  living: db.prepare(
    'SELECT id, content, author, scope, created_at FROM frame WHERE id = ? AND valid_to IS NULL AND fact_key IS NULL',
  ),
  isInConflict: db.prepare("SELECT 1 FROM frame_ref WHERE frame_id = ? AND kind = 'conflict' LIMIT 1"),
  fold: db.prepare('UPDATE frame SET valid_to = @now, superseded_by = @by WHERE id = @id'),
  strengthen: db.prepare(
    `UPDATE frame SET importance = max(importance, (SELECT importance FROM frame WHERE id = @id)),
       trust = max(trust, (SELECT trust FROM frame WHERE id = @id)) WHERE id = @by`,
  ),
}));

/**
 * Keeps vectors that a model made, and folds frames into older ones of the same author and scope that say the same in other
 * words. The folded one names its successor and can be restored. Whatever differs in a number, a name, a denial or a time is
 * left alone, and so is what stands in conflict.
 */
export function keepAndFold(
  mind: OpenedMind,
  request: { readonly model: string; readonly vectors: readonly NewVector[]; readonly now: number },
): void {
  keepVectors(mind, request);
  if (request.vectors.length > MAX_COMPARED) return;
  for (const { id, values } of request.vectors) fold(mind, id, values, request);
}

function fold(
  mind: OpenedMind,
  id: number,
  values: Float32Array,
  { model, now }: { readonly model: string; readonly now: number },
): void {
  const sql = statements(mind.db);
  const frame = rowSchema.parse(sql.living.get(id));
  const table = vectorTable(mind, model, values.length);
  if (frame === undefined || table === undefined || sql.isInConflict.get(id) !== undefined) return;
  const filter = filterOf([frame.scope], { text: '', limit: NEIGHBOURS, until: frame.created_at, now });
  for (const near of table.nearest(toCodes(values), filter, NEIGHBOURS)) {
    if (near.cosine <= SAME_COSINE) return;
    const older = near.id < id ? rowSchema.parse(sql.living.get(near.id)) : undefined;
    if (older === undefined || older.author !== frame.author || !saysTheSame(frame.content, older.content)) continue;
    sql.strengthen.run({ id, by: older.id });
    sql.fold.run({ id, by: older.id, now });
    return;
  }
}

function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const isApart = !areSame(a.numbers, b.numbers) || !areSame(a.turns, b.turns) || !areSame(a.labels, b.labels);
  if (isApart || !areSame(namesIn(one), namesIn(other))) return false;
  const words = new Set(b.telling.map(stemOf));
  const shared = new Set(a.telling.map(stemOf).filter((word) => words.has(word))).size;
  return shared >= SHARED * Math.max(a.telling.length, b.telling.length);
}
