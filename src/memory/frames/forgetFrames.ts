import { z } from 'zod';
import type { FrameScope, Importance } from '../../core/memory/frame.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { importanceCode } from './codes.js';
import { inScopes, scopesParameter } from './scopeFilter.js';

/** How long a frame that is over can be brought back, milliseconds. */
export const RESTORABLE_MS = 90 * 86_400_000;

interface Chosen {
  readonly scopes: readonly FrameScope[];
  readonly ids: readonly number[];
}

const CHOSEN = `id IN (SELECT value FROM json_each(@ids)) AND ${inScopes('scope')}`;

/** Another living frame of the same text, scope and author has its place. */
const TAKEN = (scope: string) => `SELECT other.id FROM frame other WHERE other.norm_hash = frame.norm_hash
  AND other.scope = ${scope} AND ifnull(other.author, '') = ifnull(frame.author, '') AND other.valid_to IS NULL
  AND other.id <> frame.id`;

/** Another living fact of the same key and owner has its place. */
const KEY_TAKEN = (scope: string) => `SELECT other.id FROM frame other WHERE other.fact_key = frame.fact_key
  AND other.scope = ${scope} AND other.fact_owner = frame.fact_owner AND other.valid_to IS NULL AND other.id <> frame.id`;

const statements = preparedOnce((db) => ({
  forget: db.prepare(`UPDATE frame SET valid_to = @now WHERE ${CHOSEN} AND valid_to IS NULL`),
  ended: db
    .prepare(`SELECT id FROM frame WHERE ${CHOSEN} AND valid_to IS NOT NULL AND valid_to > @since ORDER BY id DESC`)
    .pluck(),
  restore: db.prepare(
    `UPDATE frame SET valid_to = NULL, superseded_by = NULL, expires_at = CASE WHEN expires_at > @now THEN expires_at END
     WHERE id = @id AND NOT EXISTS (${TAKEN('frame.scope')}) AND NOT EXISTS (${KEY_TAKEN('frame.scope')})`,
  ),
  makeWay: db.prepare(
    `UPDATE frame SET valid_to = @now, superseded_by = (${TAKEN('@scope')})
     WHERE id = @id AND scope <> @scope AND EXISTS (${TAKEN('@scope')})`,
  ),
  succeed: db.prepare(
    `UPDATE frame SET valid_to = @now, superseded_by = @id
     WHERE id IN (SELECT other.id FROM frame JOIN frame other ON other.fact_key = frame.fact_key AND other.scope = @scope
       AND other.fact_owner = frame.fact_owner AND other.valid_to IS NULL AND other.id <> frame.id
       WHERE frame.id = @id AND frame.valid_to IS NULL AND frame.scope <> @scope)`,
  ),
  move: db.prepare('UPDATE frame SET scope = @scope WHERE id = @id AND valid_to IS NULL AND scope <> @scope'),
  living: db.prepare(`SELECT id FROM frame WHERE ${CHOSEN} AND valid_to IS NULL`).pluck(),
  weigh: db.prepare(`UPDATE frame SET importance = @importance WHERE ${CHOSEN} AND valid_to IS NULL`),
  use: db.prepare(`UPDATE frame SET uses = uses + 1, last_use = @now WHERE ${CHOSEN} AND valid_to IS NULL`),
}));

const idsSchema = z.array(z.number());

function parametersOf({ scopes, ids }: Chosen) {
  return { scopes: scopesParameter(scopes), ids: JSON.stringify(ids) };
}

/** Puts frames out of force; they are kept for `RESTORABLE_MS`. Returns how many were in force. */
export function forgetFrames(mind: OpenedMind, request: Chosen & { readonly now: number }): number {
  return statements(mind.db).forget.run({ ...parametersOf(request), now: request.now }).changes;
}

/** Brings back what was forgotten or superseded, unless the same text lives again, or its key has another value. Returns how many came back. */
export function restoreFrames(mind: OpenedMind, request: Chosen & { readonly now: number }): number {
  const sql = statements(mind.db);
  const { now } = request;
  const ended = idsSchema.parse(sql.ended.all({ ...parametersOf(request), since: now - RESTORABLE_MS }));
  return ended.reduce((restored, id) => restored + sql.restore.run({ id, now }).changes, 0);
}

/** Gives frames another scope; one that is known there already goes. Returns how many have the scope now that had another. */
export function setScope(
  mind: OpenedMind,
  request: Chosen & { readonly scope: FrameScope; readonly now: number },
): number {
  const sql = statements(mind.db);
  const { scope, now } = request;
  return idsSchema.parse(sql.living.all(parametersOf(request))).reduce((moved, id) => {
    const gone = sql.makeWay.run({ id, scope, now }).changes;
    // The value that is moved is the one that was chosen; it takes the place of what the key has there.
    sql.succeed.run({ id, scope, now });
    return moved + gone + sql.move.run({ id, scope }).changes;
  }, 0);
}

export function setImportance(mind: OpenedMind, request: Chosen & { readonly importance: Importance }): number {
  return statements(mind.db).weigh.run({ ...parametersOf(request), importance: importanceCode(request.importance) })
    .changes;
}

export function confirmUse(mind: OpenedMind, request: Chosen & { readonly now: number }): void {
  statements(mind.db).use.run({ ...parametersOf(request), now: request.now });
}
