import { z } from 'zod';
import type { NewFrame, Saved } from '../../core/memory/frame.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { sessionFor } from '../layers/sessionOps.js';
import { mindIsFull } from '../threads/mindError.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { defaultConfidence, importanceCode, sourceCode } from './codes.js';
import { hashOf } from './normalForm.js';

/** Living frames that one mind may have: five times the greatest size that was measured. */
const MAX_FRAMES = 1_000_000;

const idSchema = z.object({ id: z.number() }).optional();
const countSchema = z.number();
const placeSchema = z.object({ t: z.number(), base: z.number().nullable() });

const statements = preparedOnce((db) => ({
  ofTurn: db.prepare('SELECT id FROM frame WHERE turn = @turn AND norm_hash = @hash ORDER BY id LIMIT 1'),
  living: db.prepare(
    `SELECT id FROM frame WHERE norm_hash = @hash AND scope IN (@scope, 'shared')
       AND ifnull(author, '') = ifnull(@author, '') AND valid_to IS NULL ORDER BY id LIMIT 1`,
  ),
  touch: db.prepare(
    `UPDATE frame SET last_use = @now, importance = max(importance, @importance), confidence = max(confidence, @confidence),
       source = CASE WHEN @trust > trust THEN @source ELSE source END, trust = max(trust, @trust),
       expires_at = CASE WHEN @expiresAt IS NULL THEN NULL ELSE max(expires_at, @expiresAt) END
     WHERE id = @id`,
  ),
  place: db.prepare(
    `SELECT ifnull(max(t), 0) + 1 AS t, max(CASE WHEN kind = 'I' AND valid_to IS NULL THEN id END) AS base
     FROM frame WHERE gop_id = ?`,
  ),
  count: db.prepare("SELECT ifnull(sum(value), 0) FROM mind_stat WHERE name = 'frames'").pluck(),
  insert: db.prepare(
    `INSERT INTO frame (kind, gop_id, t, base_id, content, norm_hash, importance, source, confidence, trust, author, chat,
       message, turn, scope, valid_from, expires_at, created_at)
     VALUES (@kind, @gop, @t, @base, @content, @hash, @importance, @source, @confidence, @trust, @author, @chat,
       @message, @turn, @scope, @validFrom, @expiresAt, @now) RETURNING id`,
  ),
}));

/**
 * Saves a frame, or finds that it is known already: then the known one becomes as weighty, as sure and as believed as the new
 * one would have been.
 *
 * @throws WaggleError `memory-full`
 */
export function saveFrame(mind: OpenedMind, frame: NewFrame, _options: { readonly isCorrection?: true } = {}): Saved {
  const sql = statements(mind.db);
  const hash = hashOf(frame.content);
  const ofTurn = frame.turn === undefined ? undefined : idSchema.parse(sql.ofTurn.get({ turn: frame.turn, hash }));
  if (ofTurn !== undefined) return { outcome: 'known', id: ofTurn.id };
  const living = idSchema.parse(sql.living.get({ hash, scope: frame.scope, author: frame.author }));
  if (living !== undefined) {
    touchFrame(mind, living.id, frame);
    return { outcome: 'known', id: living.id };
  }
  return { outcome: 'saved', id: insertFrame(mind, frame), conflicts: [] };
}

function touchFrame(mind: OpenedMind, id: number, frame: NewFrame): void {
  statements(mind.db).touch.run({ id, ...columnsOf(frame) });
}

/** Adds a frame at the end of its session: the first of a session stands for itself, what follows changes it. */
function insertFrame(mind: OpenedMind, frame: NewFrame): number {
  const sql = statements(mind.db);
  const frames = countSchema.parse(sql.count.get());
  if (frames >= MAX_FRAMES) throw mindIsFull(frames);
  const gop = sessionFor(mind, frame.gop, frame.now);
  const { t, base } = placeSchema.parse(sql.place.get(gop));
  const row = sql.insert.get({
    kind: base === null ? 'I' : 'P',
    gop,
    t,
    base,
    hash: hashOf(frame.content),
    content: frame.content.trim(),
    author: frame.author,
    chat: frame.chat ?? null,
    message: frame.message ?? null,
    turn: frame.turn ?? null,
    scope: frame.scope,
    validFrom: frame.validFrom ?? frame.now,
    ...columnsOf(frame),
  });
  return z.object({ id: z.number() }).parse(row).id;
}

function columnsOf(frame: NewFrame) {
  return {
    importance: importanceCode(frame.importance),
    source: sourceCode(frame.source),
    confidence: frame.confidence ?? defaultConfidence(frame.source),
    trust: frame.trust,
    expiresAt: frame.expiresAt ?? null,
    now: frame.now,
  };
}
