import { OPPOSITES } from './guardWords.js';
import { hasOtherEnd } from './otherEnd.js';
import type { Reading } from './reading.js';
import type { Statement } from './statement.js';
import { areSame, stemOf, type Words } from './wordsOf.js';

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
export function doesContradict(one: Reading, other: Reading, isOfOne = true): boolean {
  if (!isOfOne && (isOfSpeaker(one) || isOfSpeaker(other))) return false;
  return (
    givesOtherValue(one.statement, other.statement) ||
    denies(one.words, other.words) ||
    prefersTheOther(one, other) ||
    (one.frame !== null && other.frame !== null && hasOtherEnd(one.frame, other.frame))
  );
}

function isOfSpeaker({ statement, words }: Reading): boolean {
  return statement?.subject.length === 0 || words.isOfSpeaker;
}

function givesOtherValue(a: Statement | null, b: Statement | null): boolean {
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
function prefersTheOther(one: Reading, other: Reading): boolean {
  if (!COMPARISON.test(one.text) || !COMPARISON.test(other.text)) return false;
  const [a, b] = [one.words.telling, other.words.telling];
  return a.length >= 3 && a.length <= MAX_WORDS && !areSame(a, b) && areSame([...a].sort(), [...b].sort());
}
