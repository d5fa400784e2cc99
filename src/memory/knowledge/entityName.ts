import { foldText } from '../search/terms.js';
import { ALIASES } from './aliases.js';

/** Bound on a name, in characters. */
const MAX_NAME_CHARS = 120;

/** What an entity is filed under: one spelling for case, accents, spacing and well-known aliases. */
export function entityNameKey(name: string): string {
  const plain = foldText(name).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARS);
  return ALIASES.get(plain) ?? plain;
}

/** Words of a name at most that are looked for inside a text. */
const MAX_NAME_WORDS = 4;

/** Names looked up for one text at most. */
const MAX_CANDIDATES = 200;

/** Everything in a text that may be the name of an entity, as it would be filed. */
export function nameCandidates(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}.+#'’_-]*/gu) ?? [];
  const candidates = new Set<string>([entityNameKey(text)]);
  for (const [at] of words.entries()) {
    for (let length = 1; length <= MAX_NAME_WORDS && at + length <= words.length; length += 1) {
      if (candidates.size >= MAX_CANDIDATES) return [...candidates];
      const run = words.slice(at, at + length).join(' ');
      candidates.add(entityNameKey(run));
      candidates.add(entityNameKey(run.replace(/['’]s$|[.'’_-]+$/u, '')));
    }
  }
  return [...candidates];
}
