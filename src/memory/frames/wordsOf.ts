import { isStopWord } from '../search/stopWords.js';
import { foldText, queryTerms } from '../search/terms.js';
import { NEGATIONS, OPPOSITES, SPEAKER_WORDS, TURNS } from './guardWords.js';
import { labelsIn } from './labelsIn.js';

/** A text as far as its sameness with others is judged. */
export interface Words {
  /** What it speaks of, in order: without words that say nothing and without the person himself. */
  readonly telling: readonly string[];
  /** Words that turn its meaning, sorted. */
  readonly turns: readonly string[];
  readonly isDenied: boolean;
  /** It speaks of the person who says it, or of somebody whom it does not name. */
  readonly isOfSpeaker: boolean;
  readonly numbers: readonly string[];
  /** Single letters that name things, in order. */
  readonly labels: readonly string[];
}

/** Where several people talk, this is what they have in common. */
const OF_SEVERAL: ReadonlySet<string> = new Set(['we', 'us', 'our']);

const NUMBER = /\d+(?:[.,:/-]\d+)*/g;

export function wordsOf(text: string): Words {
  const folded = foldText(text).replace(/['’]/g, '');
  const terms = queryTerms(folded);
  const turning = terms.filter((term) => NEGATIONS.has(term) || TURNS.has(term));
  return {
    telling: terms.filter((term) => !turning.includes(term) && !SPEAKER_WORDS.has(term) && doesTell(term)),
    turns: turning.sort(),
    isDenied: terms.filter((term) => NEGATIONS.has(term)).length % 2 === 1,
    isOfSpeaker: terms.some((term) => SPEAKER_WORDS.has(term) && !OF_SEVERAL.has(term)),
    numbers: [...(folded.match(NUMBER) ?? [])].sort(),
    labels: labelsIn(text),
  };
}

/** To like is to say something, though searching leaves the word out. */
function doesTell(term: string): boolean {
  return !isStopWord(term) || OPPOSITES.has(stemOf(term));
}

/** English endings off, so that `likes` and `like`, `allowed` and `allow` are one; other words stay as they are. */
export function stemOf(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const bare = word.replace(/(?:ies|ied)$/, 'i').replace(/(?:ing|ed|es|s|e|y)$/, '');
  return bare.length < 3 ? word : bare;
}

export function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, i) => item === other[i]);
}
