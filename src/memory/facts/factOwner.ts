import type { FactScope } from '../../core/memory/fact.js';

/**
 * Whose a fact is, as its row has it: in a chat of several people what is about a person, or how they like it, is theirs, so that
 * two who name a favourite colour do not overwrite one another. Empty: everybody's who sees the place.
 */
export function factOwner(fact: {
  readonly about: FactScope;
  readonly scope: string;
  readonly author: string | null;
}): string {
  const { about, scope, author } = fact;
  const isPersonal = about === 'user' || about === 'preference';
  return isPersonal && scope.startsWith('chat:') ? (author ?? '') : '';
}
