import type { Concept } from './concepts.js';
import { type ConceptHit, hitAt } from './findConcepts.js';
import type { TokenText } from './tokenText.js';

/** Words between an opening such as "note to" and the machine that it means. */
const LURE_REACH = 6;
/** Words of a relative clause between the machine and the comma or colon that ends the address. */
const CLAUSE_REACH = 9;
/** Words between the machine and what it must do. */
const MUST_REACH = 9;

const CLAUSE_START = /[^\s'\u2019=]|\n/;
const ADDRESS_END = /[,:;!\u3001\u060C\u2014\u2013)]|\s-\s/;
/** Not the colon of a key in YAML, which has an indented line below it. */
const DIRECT_END = /^\s?(?!:\n[ \t]+$)[,:!\u3001\u060C\u2014\u2013]/;

/** What a machine is told at once, without comma: "assistant skip the review". */
const ORDERS: ReadonlySet<Concept> = new Set(['drop', 'conceal', 'mislead', 'obey', 'danger', 'bypass']);

function isClauseStart(text: TokenText, word: number): boolean {
  return word === 0 || CLAUSE_START.test(text.gaps[word] ?? '');
}

/** Whether the address ends with a comma, colon or the like within `reach` words of `from`, in the same sentence. */
function endsAddress(text: TokenText, from: number, reach: number): boolean {
  const sentence = text.sentences[from - 1];
  for (let word = from; word <= from + reach && word < text.gaps.length; word += 1) {
    if (ADDRESS_END.test(text.gaps[word] ?? '')) return true;
    if (text.sentences[word] !== sentence) return false;
  }
  return false;
}

/**
 * Finds where a text speaks to a machine ("note to AI assistants:", "Assistant, ...", "if you are an AI") and where it
 * says what one must do ("the assistant must ..."). Both count only together with what it is told.
 *
 * @returns the hits with these ones added, in order
 */
export function findAddresses(text: TokenText, hits: readonly ConceptHit[]): ConceptHit[] {
  const found: ConceptHit[] = [];
  hits.forEach((hit, i) => {
    found.push(hit);
    if (hit.concept !== 'ai' && hit.concept !== 'maybeAi') return;
    const isSure = hit.concept === 'ai';
    const before = hits[i - 1];
    const isLured =
      before?.concept === 'lure' && before.sentence === hit.sentence && hit.word - before.end <= LURE_REACH;
    const isVocative =
      isClauseStart(text, hit.word) &&
      (DIRECT_END.test(text.gaps[hit.end] ?? '') || (isSure && endsAddress(text, hit.end, CLAUSE_REACH)));
    const next = hits.slice(i + 1, i + 6).find((other) => other.word >= hit.end);
    const isOrdered =
      next !== undefined &&
      next.word - hit.end <= (isSure ? 1 : 0) &&
      isClauseStart(text, hit.word) &&
      ORDERS.has(next.concept);
    if ((isLured && (isSure || endsAddress(text, hit.end, CLAUSE_REACH))) || isVocative || isOrdered) {
      found.push(hitAt(text, 'addressed', hit.word, hit.end));
    }
    const must = hits.slice(i + 1, i + 6).find((other) => other.concept === 'must');
    if (must !== undefined && must.sentence === hit.sentence && must.word - hit.end <= MUST_REACH) {
      found.push(hitAt(text, 'obliged', hit.word, must.end));
    }
  });
  return found;
}
