import { createHash } from 'node:crypto';
import type { TurnScope } from '../toolDefinition.js';

const MAX_CHARS = 80;

export interface GitAuthor {
  /** Empty: who the repository's configuration says. */
  readonly name: string;
  readonly email: string;
}

/**
 * Whose commits those of a turn are: the person's by name. The address is none, and the same for each of his commits; what he is
 * called on his platform is not in it, since histories are published.
 */
export function authorOf(scope: TurnScope | null): GitAuthor {
  const name = (scope?.principal.sender.name ?? '')
    .normalize('NFC')
    .replace(/[\p{C}<>"\\]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (scope === null || !/[\p{L}\p{N}]/u.test(name)) return { name: '', email: '' };
  const key = createHash('sha256').update(scope.principal.person).digest('hex').slice(0, 12);
  return { name: [...name].slice(0, MAX_CHARS).join(''), email: `${key}@people.waggle.invalid` };
}
