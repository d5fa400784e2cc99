import { z } from 'zod';
import { FACT_SCOPES, type FactScope, factKeyOf, factText } from '../../core/memory/fact.js';
import type { KeptFact, MemoryFrame, NewFact } from '../../core/memory/frame.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import { addConflict, clearConflicts } from '../frames/conflicts.js';
import { normalForm } from '../frames/normalForm.js';
import { framesById } from '../frames/readFrames.js';
import { conflictsOf, insertFrame, livingOf, touched } from '../frames/saveFrame.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { factOwner } from './factOwner.js';

const rowsSchema = z.array(
  z.object({
    id: z.number(),
    about: z.enum(FACT_SCOPES).catch('general'),
    owner: z.string(),
    author: z.string().nullable(),
    trust: z.number(),
  }),
);

const statements = preparedOnce((db) => ({
  ofKey: db.prepare(
    `SELECT id, fact_about AS about, fact_owner AS owner, author, trust FROM frame
     WHERE fact_key = @key AND scope = @scope AND fact_owner IN ('', @author) AND valid_to IS NULL ORDER BY fact_owner DESC`,
  ),
  name: db.prepare('UPDATE frame SET fact_key = @key, fact_about = @about, fact_owner = @owner WHERE id = @id'),
  end: db.prepare('UPDATE frame SET valid_to = @now WHERE id = @id'),
  succeed: db.prepare('UPDATE frame SET superseded_by = @by WHERE id = @id'),
}));

/**
 * Keeps a value under a key: what stood there is superseded, and restorable like any frame. Without a word of what it is about the fact
 * keeps what it had. Told anew whose it is (the group's becomes the speaker's, or the other way round), what the speaker set moves along;
 * what others said for the group stays beside the speaker's own. What nobody vouches for (trust 0) replaces nothing that somebody does.
 *
 * @param replaces a frame that it is to take the place of besides
 * @throws WaggleError `memory-full`
 */
export function keepFact(mind: OpenedMind, fact: NewFact, replaces?: number): KeptFact {
  const sql = statements(mind.db);
  const { value, about: given, key: text, ...rest } = fact;
  const key = factKeyOf(text);
  const { scope, now } = rest;
  const author = rest.author ?? '';
  const standing = rowsSchema.parse(sql.ofKey.all({ key, scope, author }));
  const about: FactScope = given ?? standing[0]?.about ?? 'general';
  const owner = factOwner({ about, scope, author });
  const frame = { ...rest, content: factText(key, value) };
  const doesMove = replaces === undefined;
  const over = standing.filter((row) => row.owner === owner || (doesMove && (row.author ?? '') === author));
  const [first] = over;
  const old = first === undefined ? null : frameOf(mind, scope, first.id);
  const isSame = old !== null && normalForm(old.content) === normalForm(frame.content);
  if (isSame && first?.owner === owner && over.length === 1) {
    if (first.about !== about) sql.name.run({ id: old.id, key, about, owner });
    touched(mind, old.id, frame);
    if (replaces !== undefined && replaces !== old.id) {
      end(mind, replaces, now);
      sql.succeed.run({ id: replaces, by: old.id });
    }
    return { outcome: 'known', id: old.id };
  }
  if (old !== null && frame.trust === 0 && over.some(({ trust }) => trust > 0)) return { outcome: 'refused', old };
  const ended = new Set([...over.map(({ id }) => id), ...(replaces === undefined ? [] : [replaces])]);
  for (const id of ended) end(mind, id, now);
  const conflicting = conflictsOf(mind, frame);
  // The same text may be known already, without a key.
  const plain = livingOf(mind, frame);
  if (plain !== undefined) touched(mind, plain, frame);
  const id = plain ?? insertFrame(mind, frame);
  sql.name.run({ id, key, about, owner });
  for (const before of ended) sql.succeed.run({ id: before, by: id });
  for (const other of conflicting) if (other !== id) addConflict(mind, id, other);
  return { outcome: 'saved', id, old };
}

function end(mind: OpenedMind, id: number, now: number): void {
  statements(mind.db).end.run({ id, now });
  clearConflicts(mind, id);
}

function frameOf(mind: OpenedMind, scope: NewFact['scope'], id: number): MemoryFrame | null {
  return framesById(mind, { scopes: [scope], ids: [id] })[0] ?? null;
}
