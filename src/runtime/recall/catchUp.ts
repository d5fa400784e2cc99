import { CATCH_UP, NOT_OF_MEMORY } from './catchUpPhrases.js';
import { foldPhrase } from './foldPhrase.js';

/** Longer messages bring their own matter with them. */
const MAX_CHARS = 300;

/** Whether somebody asks where things stand, so that what matters counts more than what the words are like. */
export function isCatchUpIntent(query: string): boolean {
  if (query.length > MAX_CHARS) return false;
  const text = foldPhrase(query);
  if (NOT_OF_MEMORY.some((pattern) => pattern.test(text))) return false;
  return CATCH_UP.some((pattern) => pattern.test(text));
}
