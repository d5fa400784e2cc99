import { z } from 'zod';
import type { FrameScope, NewFrame, Saved } from '../../core/memory/frame.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { sessionFor } from '../layers/sessionOps.js';
import { mindIsFull } from '../threads/mindError.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { defaultConfidence, importanceCode, sourceCode } from './codes.js';
import { addConflict } from './conflicts.js';
import { doesContradict } from './contradiction.js';
import { isEcho, isRepeated } from './nearDuplicate.js';
import { hashOf } from './normalForm.js';
import { framesById } from './readFrames.js';
import { type Reading, readText } from './reading.js';
import { type SimilarFrame, similarFrames } from './similarFrames.js';
import type { Words } from './wordsOf.js';

/** Living frames that one mind may have: five times the greatest size that was measured. */
const MAX_FRAMES = 1_000_000;

const idSchema = z.object({ id: z.number() }).optional();
const countSchema = z.number();
const baseSchema = z.number().nullable();

const statements = preparedOnce((db) => ({
  ofTurn: db.prepare('SELECT id FROM frame WHERE turn = @turn AND norm_hash = @hash ORDER BY id LIMIT 1'),
  living: db.prepare(
    `SELECT id FROM frame WHERE norm_hash = @hash AND (scope IN (@scope, 'shared') OR @scope = 'shared' AND scope = 'private')
       AND ifnull(author, '') = ifnull(@author, '') AND valid_to IS NULL ORDER BY id LIMIT 1`,
  ),
  touch: db.prepare('UPDATE frame SET last_use = @now WHERE id = @id'),
  strengthen: db.prepare(
    `UPDATE frame SET last_use = @now, importance = max(importance, @importance), confidence = max(confidence, @confidence),
       source = CASE WHEN @trust > trust THEN @source ELSE source END, trust = max(trust, @trust),
       scope = CASE WHEN @scope = 'shared' AND scope = 'private' THEN 'shared' ELSE scope END,
       expires_at = CASE WHEN @expiresAt IS NULL THEN NULL ELSE max(expires_at, @expiresAt) END
     WHERE id = @id`,
  ),
  last: db.prepare('SELECT ifnull(max(t), 0) FROM frame WHERE gop_id = ?').pluck(),
  state: db.prepare("SELECT max(id) FROM frame WHERE gop_id = ? AND kind = 'I' AND valid_to IS NULL").pluck(),
  count: db.prepare("SELECT ifnull(sum(value), 0) FROM mind_stat WHERE name = 'frames'").pluck(),
  insert: db.prepare(
    `INSERT INTO frame (kind, gop_id, t, base_id, content, norm_hash, importance, source, confidence, trust, author, chat,
       message, turn, scope, valid_from, expires_at, created_at)
     VALUES (@kind, @gop, @t, @base, @content, @hash, @importance, @source, @confidence, @trust, @author, @chat,
       @message, @turn, @scope, @validFrom, @expiresAt, @now) RETURNING id`,
  ),
}));

/** Frames that a new one is compared with. */
const COMPARED = 8;

/** Frames that an echo may be put together from: the nearest. */
const ECHOED = 3;

/**
 * Saves a frame, or finds that it is known already: word for word, or with nothing new in it, or as an echo of what the
 * assistant read in this mind. Then the known one becomes as weighty, as sure and as believed as the new one would have been.
 * What says otherwise about the same matter is noted on both sides and stays in force.
 *
 * @param replaces the frame that this one is to take the place of: it is not compared with it
 * @throws WaggleError `memory-full`
 */
export function saveFrame(mind: OpenedMind, frame: NewFrame, replaces?: number): Saved {
  const sql = statements(mind.db);
  const hash = hashOf(frame.content);
  const ofTurn = frame.turn === undefined ? undefined : idSchema.parse(sql.ofTurn.get({ turn: frame.turn, hash }));
  if (ofTurn !== undefined && ofTurn.id !== replaces) return { outcome: 'known', id: ofTurn.id };
  const living = livingOf(mind, frame);
  if (living !== undefined) return touched(mind, living, frame);
  const fresh = readText(frame.content);
  const compared = comparedWith(mind, frame, replaces);
  const known = replaces === undefined ? knownAmong(frame, fresh.words, compared) : undefined;
  if (known !== undefined) return touched(mind, known, frame);
  const conflicting = contradicted(fresh, compared, frame);
  const id = insertFrame(mind, frame);
  for (const other of conflicting) addConflict(mind, id, other);
  return {
    outcome: 'saved',
    id,
    conflicts: framesById(mind, { scopes: comparedScopes(frame.scope), ids: conflicting }),
  };
}

/** A living frame of the same text, author and scope, if there is one. */
export function livingOf(mind: OpenedMind, frame: Pick<NewFrame, 'content' | 'scope' | 'author'>): number | undefined {
  const { content, scope, author } = frame;
  return idSchema.parse(statements(mind.db).living.get({ hash: hashOf(content), scope, author }))?.id;
}

/** The frames that a text is in conflict with where it is to be kept. */
export function conflictsOf(mind: OpenedMind, frame: NewFrame): readonly number[] {
  return contradicted(readText(frame.content), comparedWith(mind, frame), frame);
}

function comparedWith(mind: OpenedMind, frame: NewFrame, replaces?: number): readonly Compared[] {
  const similar = similarFrames(mind, {
    content: frame.content,
    scopes: comparedScopes(frame.scope),
    limit: COMPARED,
    now: frame.now,
    ...(replaces !== undefined && { except: replaces }),
  });
  return similar.map((other) => ({ ...other, reading: readText(other.content) }));
}

function contradicted(fresh: Reading, compared: readonly Compared[], { author, scope }: NewFrame): readonly number[] {
  // All accounts that write into a person's own mind are theirs.
  const isOfOne = (other: Compared) => other.author === author || scope === 'private';
  return compared.filter((other) => doesContradict(fresh, other.reading, isOfOne(other))).map(({ id }) => id);
}

/** What is kept for all is compared with what is kept for all only: nobody there may learn of anything else. */
function comparedScopes(scope: FrameScope): FrameScope[] {
  return scope === 'shared' ? ['shared'] : [scope, 'shared'];
}

type Compared = SimilarFrame & { readonly reading: Reading };

function knownAmong(frame: NewFrame, fresh: Words, compared: readonly Compared[]): number | undefined {
  const repeated = compared.find(({ author, reading }) => author === frame.author && isRepeated(fresh, reading.words));
  if (repeated !== undefined || frame.source !== 'agent_inferred') return repeated?.id;
  const nearest = compared.slice(0, ECHOED);
  const known = nearest.map(({ reading }) => reading.words);
  return isEcho(fresh, known) ? nearest[0]?.id : undefined;
}

/** What the assistant infers makes nothing surer or weightier that is known already. */
export function touched(mind: OpenedMind, id: number, frame: NewFrame): Saved {
  const sql = statements(mind.db);
  if (frame.source === 'agent_inferred') sql.touch.run({ id, now: frame.now });
  else sql.strengthen.run({ id, scope: frame.scope, ...columnsOf(frame) });
  return { outcome: 'known', id };
}

/** Adds a frame at the end of its session: the first of a session stands for itself, what follows changes it. */
export function insertFrame(mind: OpenedMind, frame: NewFrame): number {
  const sql = statements(mind.db);
  const frames = countSchema.parse(sql.count.get());
  if (frames >= MAX_FRAMES) throw mindIsFull(frames);
  const gop = sessionFor(mind, frame.gop, frame.now);
  const t = countSchema.parse(sql.last.get(gop)) + 1;
  const base = baseSchema.parse(sql.state.get(gop));
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
