import { z } from 'zod';
import { preparedOnce } from '../../store/preparedOnce.js';
import { HASHED_DIMS, HASHED_MODEL, hashedVector } from '../embedding/hashedVector.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { bytesOf, toCodes, toSigns } from './vectorMath.js';

/** A model of embeddings as a mind knows it; another dimension under the same name is another model. */
export interface StoredModel {
  readonly id: number;
  readonly name: string;
  readonly dims: number;
}

/** A frame that waits for its vector. */
export interface WaitingFrame {
  readonly id: number;
  readonly content: string;
  /** How often it was tried in vain. */
  readonly tries: number;
}

export interface NewVector {
  readonly id: number;
  /** The text that was embedded: it may have been reworded meanwhile. */
  readonly content: string;
  readonly values: Float32Array;
}

/** How many frames of another model become waiting at a time. */
const REEMBEDDED_AT_ONCE = 500;

const modelSchema = z.object({ id: z.number(), name: z.string(), dims: z.number() });
const waitingSchema = z.array(z.object({ id: z.number(), content: z.string(), tries: z.number() }));

const idSchema = z.number().optional();

const statements = preparedOnce((db) => ({
  newestModel: db.prepare('SELECT id, name, dims FROM embed_model WHERE name = ? ORDER BY id DESC LIMIT 1'),
  findModel: db.prepare('SELECT id, name, dims FROM embed_model WHERE name = ? AND dims = ?'),
  addModel: db.prepare('INSERT INTO embed_model (name, dims) VALUES (?, ?) RETURNING id, name, dims'),
  due: db.prepare(
    `SELECT o.frame_id AS id, f.content, o.tries FROM embed_outbox o JOIN frame f ON f.id = o.frame_id
     WHERE o.next_at <= ? AND f.valid_to IS NULL ORDER BY o.next_at, o.frame_id LIMIT ?`,
  ),
  addOlder: db.prepare(
    `INSERT OR IGNORE INTO embed_outbox (frame_id) SELECT frame_id FROM frame_bits
     WHERE model_id IN (SELECT id FROM embed_model WHERE id <> ?) LIMIT ${REEMBEDDED_AT_ONCE}`,
  ),
  current: db.prepare('SELECT 1 FROM frame WHERE id = ? AND content = ?').pluck(),
  removeBits: db.prepare('DELETE FROM frame_bits WHERE frame_id = ?'),
  addBits: db.prepare('INSERT INTO frame_bits (frame_id, model_id, bits) VALUES (?, ?, ?)'),
  putVector: db.prepare('INSERT OR REPLACE INTO frame_vector (frame_id, model_id, codes) VALUES (?, ?, ?)'),
  done: db.prepare('DELETE FROM embed_outbox WHERE frame_id = ?'),
  delay: db.prepare(
    'UPDATE embed_outbox SET tries = tries + 1, next_at = @dueAt WHERE frame_id IN (SELECT value FROM json_each(@ids))',
  ),
}));

/** The model of this name that a mind has vectors of; where the dimension is not known yet, the newest. */
export function storedModel({ db }: OpenedMind, name: string, dims: number | null): StoredModel | undefined {
  const sql = statements(db);
  return modelSchema.optional().parse(dims === null ? sql.newestModel.get(name) : sql.findModel.get(name, dims));
}

export interface WaitingRequest {
  readonly model: string;
  /** Null as long as the model has not answered in this process. */
  readonly dims: number | null;
  readonly limit: number;
  readonly now: number;
}

/**
 * Frames in force that are due for a vector of this model, oldest first. When there are none, some that have a vector of
 * another model become due: so a change of the model reaches every frame by and by.
 */
export function waitingFrames(mind: OpenedMind, { model, dims, limit, now }: WaitingRequest): WaitingFrame[] {
  const sql = statements(mind.db);
  const found = waitingSchema.parse(sql.due.all(now, limit));
  if (found.length > 0) return found;
  const { changes } = sql.addOlder.run(storedModel(mind, model, dims)?.id ?? 0);
  return changes === 0 ? [] : waitingSchema.parse(sql.due.all(now, limit));
}

/** Keeps vectors of one model and dimension. Frames that are gone or reworded meanwhile are left out. */
export function keepVectors(
  mind: OpenedMind,
  { model, vectors }: { readonly model: string; readonly vectors: readonly NewVector[] },
): void {
  const sql = statements(mind.db);
  const dims = vectors[0]?.values.length ?? 0;
  if (dims === 0) return;
  const { id: modelId } = storedModel(mind, model, dims) ?? modelSchema.parse(sql.addModel.get(model, dims));
  for (const { id, content, values } of vectors) {
    if (idSchema.parse(sql.current.get(id, content)) === undefined) continue;
    const codes = toCodes(values);
    sql.removeBits.run(id);
    sql.addBits.run(id, modelId, bytesOf(toSigns(codes)));
    sql.putVector.run(id, modelId, bytesOf(codes));
    sql.done.run(id);
  }
}

/** These could not be embedded; they are due again then. */
export function postponeFrames(
  mind: OpenedMind,
  { ids, dueAt }: { readonly ids: readonly number[]; readonly dueAt: number },
): void {
  statements(mind.db).delay.run({ ids: JSON.stringify(ids), dueAt });
}

/** Gives frames that wait the vector that needs no model; true when more are waiting. */
export function embedHere(mind: OpenedMind, { limit, now }: { readonly limit: number; readonly now: number }): boolean {
  const waiting = waitingFrames(mind, { model: HASHED_MODEL, dims: HASHED_DIMS, limit, now });
  const vectors = waiting.map(({ id, content }) => ({ id, content, values: hashedVector(content) }));
  keepVectors(mind, { model: HASHED_MODEL, vectors });
  return waiting.length === limit;
}
