import { areSame, type Words } from './wordsOf.js';

/** Share of the known text's words that the new one must have, so that it is the same and not a part. */
const SAME_SHARE = 0.8;

/** With fewer telling words nothing is certain but the text itself. */
const MIN_WORDS = 2;

/** Of what the assistant infers, so many known words make it an echo of what it has read. */
const MIN_ECHO_WORDS = 4;

/**
 * Whether a new text says nothing that a known one does not say: each of its telling words stands there, in the same order,
 * with the same numbers, single letters, denials and times. Made so that no news is ever taken for known.
 */
export function isRepeated(fresh: Words, known: Words): boolean {
  return (
    fresh.telling.length >= MIN_WORDS &&
    fresh.telling.length >= SAME_SHARE * known.telling.length &&
    areSame(fresh.turns, known.turns) &&
    areSame(fresh.numbers, known.numbers) &&
    areSame(fresh.labels, known.labels) &&
    isInOrder(fresh.telling, known.telling)
  );
}

/**
 * Whether what the assistant inferred is put together from what it has just read in its memory: saved again and again, such
 * echoes made 97.8 % of a store junk (mem0#4573).
 */
export function isEcho(fresh: Words, known: readonly Words[]): boolean {
  if (fresh.telling.length < MIN_ECHO_WORDS || known.length === 0) return false;
  const words = new Set(known.flatMap(({ telling }) => telling));
  const numbers = new Set(known.flatMap((text) => text.numbers));
  const turns = new Set(known.flatMap((text) => text.turns));
  const labels = new Set(known.flatMap((text) => text.labels));
  return (
    fresh.telling.every((word) => words.has(word)) &&
    fresh.numbers.every((number) => numbers.has(number)) &&
    fresh.labels.every((label) => labels.has(label)) &&
    fresh.turns.every((turn) => turns.has(turn))
  );
}

function isInOrder(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const word of whole) if (word === part[at]) at += 1;
  return at === part.length;
}
