import { type FactName, factValue } from '../../core/memory/fact.js';
import type { FrameScope, MemoryFrame, NewFrame, Saved } from '../../core/memory/frame.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { keepFact } from '../facts/keepFact.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { addConflict, clearConflicts } from './conflicts.js';
import { framesById } from './readFrames.js';
import { saveFrame } from './saveFrame.js';

const statements = preparedOnce((db) => ({
  supersede: db.prepare(
    'UPDATE frame SET valid_to = @now, superseded_by = @by WHERE id = @id AND id <> @by AND valid_to IS NULL',
  ),
  believe: db.prepare('UPDATE frame SET trust = 3 WHERE id = ?'),
}));

/**
 * Puts `next` in the place of a frame, which stays as its past. What was inferred, or comes from a file or a page, cannot do
 * that: it is kept beside the frame, in conflict with it.
 */
export function correctFrame(
  mind: OpenedMind,
  request: { readonly scopes: readonly FrameScope[]; readonly id: number; readonly next: NewFrame },
): Saved | null {
  const { scopes, id, next } = request;
  const old = framesById(mind, { scopes, ids: [id] })[0];
  if (old === undefined || old.validTo !== null) return null;
  const mayReplace = next.trust > 0 && next.source !== 'agent_inferred';
  if (mayReplace && old.fact !== undefined) return correctFact(mind, old, next, old.fact);
  const saved = saveFrame(mind, mayReplace ? { ...next, trust: 3 } : next, id);
  if (saved.id === id) return saved;
  if (!mayReplace) {
    addConflict(mind, saved.id, id);
    return { outcome: 'saved', id: saved.id, conflicts: framesById(mind, { scopes, ids: [id] }) };
  }
  for (const other of old.conflicts) if (other !== saved.id) addConflict(mind, saved.id, other);
  supersede(mind, id, saved.id, next.now);
  const conflicts = framesById(mind, { scopes, ids: [saved.id] })[0]?.conflicts ?? [];
  return saved.outcome === 'known'
    ? saved
    : { outcome: 'saved', id: saved.id, conflicts: framesById(mind, { scopes, ids: conflicts }) };
}

/** A fact stays one: its key gets the new value, wherever that is to stand. */
function correctFact(mind: OpenedMind, old: MemoryFrame, next: NewFrame, { key, about }: FactName): Saved {
  const { content, ...rest } = next;
  const kept = keepFact(mind, { ...rest, key, about, value: factValue(key, content), trust: 3 }, old.id);
  if (kept.outcome === 'refused') throw new Error('what the person confirmed cannot be refused');
  if (kept.outcome === 'known') return kept;
  const { conflicts = [] } = framesById(mind, { scopes: [next.scope], ids: [kept.id] })[0] ?? {};
  return { outcome: 'saved', id: kept.id, conflicts: framesById(mind, { scopes: [next.scope], ids: conflicts }) };
}

/** The person says that `keep` stands: what it conflicts with is superseded by it. Returns how many that were. */
export function settleConflict(
  mind: OpenedMind,
  request: { readonly scopes: readonly FrameScope[]; readonly keep: number; readonly now: number },
): number {
  const kept = framesById(mind, { scopes: request.scopes, ids: [request.keep] })[0];
  if (kept === undefined || kept.validTo !== null) return 0;
  for (const id of kept.conflicts) supersede(mind, id, kept.id, request.now);
  statements(mind.db).believe.run(kept.id);
  return kept.conflicts.length;
}

function supersede(mind: OpenedMind, id: number, by: number, now: number): void {
  statements(mind.db).supersede.run({ id, by, now });
  clearConflicts(mind, id);
}
