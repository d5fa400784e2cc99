import { isStopWord } from '../search/stopWords.js';
import { foldText, queryTerms } from '../search/terms.js';
import { ATTRIBUTE_NOUNS, ATTRIBUTE_VERBS, COPULAS } from './attributes.js';
import { NEGATIONS, SPEAKER_WORDS } from './guardWords.js';

/** A text that gives an attribute of something a value: `Ann's birthday is 5 May`. */
export interface Statement {
  readonly attribute: string;
  /** Whose attribute: telling words, sorted; the speaker himself is left out. */
  readonly subject: readonly string[];
  readonly value: readonly string[];
}

/** Words before the copula at most: what is longer is a story. */
const MAX_SUBJECT_WORDS = 8;

/** Letters that the last part of a compound has at least. */
const MIN_HEAD = 5;

/** Null for a text that is not of this form. Only its first sentence counts. */
export function statementOf(text: string): Statement | null {
  const first = text.split(/(?<=[^\d\s]{2})[.!?;。！](?:\s|$)|\n/u)[0] ?? '';
  const folded = foldText(first)
    .replace(/['’]s(?=\s)/g, '')
    .replace(/['’]/g, '');
  for (const [verb, attribute] of ATTRIBUTE_VERBS) {
    const found = verb.exec(folded);
    if (found !== null && !isDeniedBefore(folded.slice(0, found.index))) {
      return made(attribute, folded.slice(0, found.index), folded.slice(found.index + found[0].length));
    }
  }
  const words = folded.split(/\s+/).flatMap((word) => (word.endsWith(':') ? [word.slice(0, -1), ':'] : [word]));
  const at = words.findIndex((word) => COPULAS.has(word));
  if (at < 1 || at > MAX_SUBJECT_WORDS || NEGATIONS.has(words[at + 1] ?? '')) return null;
  const attributes = words.slice(0, at).filter(isAttribute);
  const attribute = [...new Set(attributes)].sort().join(' ');
  return attribute === '' ? null : made(attribute, words.slice(0, at).join(' '), words.slice(at + 1).join(' '));
}

/** An attribute, or in one word with what it is of: `lieblingsfarbe`, `abgabetermin`. */
function isAttribute(word: string): boolean {
  return ATTRIBUTE_NOUNS.some((noun) => word === noun || (noun.length >= MIN_HEAD && word.endsWith(noun)));
}

function made(attribute: string, subject: string, value: string): Statement | null {
  const values = tellingOf(value);
  return values.length === 0 ? null : { attribute, subject: tellingOf(subject).sort(), value: values };
}

function tellingOf(text: string): string[] {
  return queryTerms(text).filter((term) => !SPEAKER_WORDS.has(term) && !isStopWord(term));
}

function isDeniedBefore(text: string): boolean {
  return queryTerms(text).some((term) => NEGATIONS.has(term));
}
