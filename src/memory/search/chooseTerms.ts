import { isStopWord } from './stopWords.js';
import type { TermCounts } from './termCounts.js';
import { isPaired, queryTerms } from './terms.js';

/** Terms of a question that are looked at; a pasted page must not become a query of a thousand terms. */
const MAX_LOOKED_AT = 64;

/** The rarest are searched for: three in any case, and more as long as all together stand in few frames. */
const MIN_TERMS = 3;
const MAX_TERMS = 6;
const FEW_ROWS = 4000;

/** A term that stands in a larger share of all frames tells nothing, unless it is all there is. */
const COMMON_SHARE = 0.05;

/** In a mind with fewer frames no term is too common. */
const SMALL_MIND = 400;

/** A word that stands in no frame is looked for by its beginning: another form of it may. */
const MIN_STEM = 4;
const STEM_SHARE = 0.6;
const LONGEST_ENDING = 3;
const MAX_FORMS = 4;

/**
 * What a question is looked up by: its rarest terms. Empty when it has no words.
 */
export function chooseTerms(text: string, counts: TermCounts): string[] {
  const rows = counts.rows();
  const all = queryTerms(text).slice(0, MAX_LOOKED_AT);
  const telling = all.filter((term) => !isStopWord(term));
  const counted = (telling.length === 0 ? all : telling)
    .map((term) => ({ term, count: counts.count(term) }))
    .sort((a, b) => a.count - b.count);
  const present = counted.filter(({ count }) => count > 0);
  const absent = counted.filter(({ count }) => count === 0);
  const common = Math.max(rows * COMMON_SHARE, SMALL_MIND * COMMON_SHARE);
  const rare = present.filter(({ count }) => count <= common);
  const kept = rare.length > 0 ? rare : present.slice(0, 1);

  const chosen: string[] = [];
  let total = 0;
  for (const { term, count } of kept) {
    const isRoom = chosen.length < MIN_TERMS || (chosen.length < MAX_TERMS && total + count <= FEW_ROWS);
    if (!isRoom) break;
    chosen.push(term);
    total += count;
  }
  const forms = absent.slice(0, MAX_TERMS).flatMap(({ term }) => formsOf(term, counts, common));
  return [...new Set([...chosen, ...forms.slice(0, MAX_TERMS)])];
}

function formsOf(term: string, counts: TermCounts, common: number): string[] {
  const stem = Math.max(MIN_STEM, Math.min(Math.ceil(term.length * STEM_SHARE), term.length - LONGEST_ENDING));
  if (isPaired(term) || term.length < stem || /\d/.test(term)) return [];
  return counts
    .beginningWith(term.slice(0, stem), MAX_FORMS)
    .filter((form) => counts.count(form) <= common && form.length <= term.length + 3);
}

/** The terms as a query of the index. Terms are letters and digits only, so that a quoted one is never syntax. */
export function toMatch(terms: readonly string[]): string {
  return terms.map((term) => `"${term}"`).join(' OR ');
}
