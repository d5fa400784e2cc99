import { STOP_WORDS } from './stopWords.js';

/** What to look for: words for the full-text index, fragments for scripts and words that it cannot find. */
export interface SearchTerms {
  readonly words: readonly string[];
  readonly fragments: readonly string[];
}

/** Bound on either list: a pasted page must not become a query of a thousand terms. */
const MAX_TERMS = 24;

/** Scripts written without spaces: the index takes a whole sentence for one word. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function bigrams(text: string): string[] {
  const characters = [...text];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Splits a query. Both lists are empty when it holds nothing that is worth looking for. */
export function searchTerms(query: string): SearchTerms {
  const words = new Set<string>();
  const fragments = new Set<string>();
  for (const token of query
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    if (STOP_WORDS.has(token)) continue;
    if (SPACELESS.test(token)) for (const pair of bigrams(token)) fragments.add(pair);
    else if ([...token].length <= 2) fragments.add(token);
    else words.add(token);
  }
  return { words: [...words].slice(0, MAX_TERMS), fragments: [...fragments].slice(0, MAX_TERMS) };
}
