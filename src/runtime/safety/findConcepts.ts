import type { Concept } from './concepts.js';
import { matchPhrase, type PhraseTrie } from './phraseTrie.js';
import type { TokenText } from './tokenText.js';

/** A place in a text that means something to the scanner. */
export interface ConceptHit {
  readonly concept: Concept;
  /** Index of its first word, and of the first word after it. */
  readonly word: number;
  readonly end: number;
  /** See `TokenText.places`. */
  readonly place: number;
  readonly sentence: number;
  readonly quote: number;
}

export function hitAt(text: TokenText, concept: Concept, word: number, end: number): ConceptHit {
  return {
    concept,
    word,
    end,
    place: text.places[word] ?? 0,
    sentence: text.sentences[word] ?? 0,
    quote: text.quotes[word] ?? 0,
  };
}

/** Proclitics of Arabic (and, so, by, for, the) that are written as one with the word. */
const ARABIC_PREFIXES = /^[\u0648\u0641]?[\u0628\u0644\u0643\u0633]?(?:\u0627\u0644)?/;

function startsIn(word: string): number[] {
  const code = word.charCodeAt(0);
  if (code < 0x0600 || code > 0x06ff) return [0];
  const longest = ARABIC_PREFIXES.exec(word)?.[0].length ?? 0;
  return Array.from({ length: Math.min(longest, word.length - 2) + 1 }, (_, i) => i);
}

/** Finds all phrases of a text from left to right; the longest one at a word wins and takes its words. */
export function findConcepts(text: TokenText, trie: PhraseTrie): ConceptHit[] {
  const hits: ConceptHit[] = [];
  for (let word = 0; word < text.words.length; ) {
    let best = matchPhrase(trie, text, word, 0);
    if (best === null) {
      for (const from of startsIn(text.words[word] ?? '').slice(1)) {
        best ??= matchPhrase(trie, text, word, from);
      }
    }
    if (best === null) {
      word += 1;
      continue;
    }
    for (const concept of best.concepts) {
      if (concept !== 'none') hits.push(hitAt(text, concept, word, best.end));
    }
    word = best.end;
  }
  return hits;
}
