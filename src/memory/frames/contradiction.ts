import { queryTerms } from '../search/terms.js';
import { OPPOSITES, SPEAKER_WORDS } from './guardWords.js';
import { statementOf } from './statement.js';
import { areSame, stemOf, type Words, wordsOf } from './wordsOf.js';

/** Two texts that deny each other share so much of their telling words. */
const SHARED = 0.75;

/** A text with more telling words is a story, of which no rule says what it denies. */
const MAX_WORDS = 14;

/**
 * Whether two texts cannot both hold: they give one attribute of one thing different values, or say and deny the same. Rules
 * only; what they miss stands beside each other with its date.
 *
 * @param isOfOne both are of one author; of two, what each says of himself does not concern the other
 */
export function doesContradict(one: string, other: string, isOfOne = true): boolean {
  if (!isOfOne && (isOfSpeaker(one) || isOfSpeaker(other))) return false;
  return givesOtherValue(one, other) || denies(wordsOf(one), wordsOf(other)) || prefersTheOther(one, other);
}

function isOfSpeaker(text: string): boolean {
  return statementOf(text)?.subject.length === 0 || queryTerms(text).some((term) => SPEAKER_WORDS.has(term));
}

function givesOtherValue(one: string, other: string): boolean {
  const [a, b] = [statementOf(one), statementOf(other)];
  if (a === null || b === null || a.attribute !== b.attribute || !areSame(a.subject, b.subject)) return false;
  const [shorter, longer] = a.value.length <= b.value.length ? [a.value, b.value] : [b.value, a.value];
  // A value that says the same and more is no other value.
  return !shorter.every((word) => longer.includes(word));
}

function denies(one: Words, other: Words): boolean {
  const [a, b] = [one.telling.map(stemOf), other.telling.map(stemOf)];
  if (a.length === 0 || Math.max(a.length, b.length) > MAX_WORDS || !areSame(one.numbers, other.numbers)) return false;
  const restOfA = a.filter((word) => !b.includes(word));
  const restOfB = b.filter((word) => !a.includes(word));
  const isOpposite =
    restOfA.length === 1 && restOfB.length === 1 && (OPPOSITES.get(restOfA[0] ?? '')?.has(restOfB[0] ?? '') ?? false);
  if (isOpposite) return a.length > 1 && one.isDenied === other.isDenied;
  const shared = a.length - restOfA.length;
  return one.isDenied !== other.isDenied && shared > 0 && shared >= SHARED * Math.max(a.length, b.length);
}

const COMPARISON = /\b(?:prefer\w*|rather|better|lieber|besser|prefere|prefiere)\b/iu;

/** The same words, turned around: tea over coffee, coffee over tea. */
function prefersTheOther(one: string, other: string): boolean {
  if (!COMPARISON.test(one) || !COMPARISON.test(other)) return false;
  const [a, b] = [wordsOf(one).telling, wordsOf(other).telling];
  return a.length >= 3 && a.length <= MAX_WORDS && !areSame(a, b) && areSame([...a].sort(), [...b].sort());
}
