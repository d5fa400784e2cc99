import type { Concept, Lexicon } from './concepts.js';
import { DIGIT_LETTERS, SIGN_LETTERS } from './confusables.js';
import { type TokenText, tokenizeText } from './tokenText.js';

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  /** Goes on with whatever is left of the word, which may be nothing. */
  rest: TrieNode | null;
  /** Goes on at the beginning of the next word. */
  space: TrieNode | null;
  /** What ends here, at the end of a word. */
  readonly concepts: Concept[];
}

/** All phrases of some lexicons. */
export interface PhraseTrie {
  readonly root: TrieNode;
}

/** The longest phrase that begins at a word. */
export interface PhraseMatch {
  readonly concepts: readonly Concept[];
  /** Index of the first word after it. */
  readonly end: number;
}

/** Longest wording of a gap that can hide within a word: `ig-nore`, `i.g.n.o.r.e`, `sys*tem`, a line break. */
const GLUE = /^(?:[-\u2010\u2011_.*~`'\u2019|+/\\]{1,3}|[-\u2010\u2011]?\n)$/;
const HAS_LETTER = /\p{L}/u;
/** Between single letters also a blank or another sign. */
const LETTER_GLUE = /^[^\p{L}\p{N}\n]$/u;

function createNode(): TrieNode {
  return { next: new Map(), rest: null, space: null, concepts: [] };
}

function addPhrase(root: TrieNode, phrase: string, concept: Concept): void {
  const words = phrase.split(/\s+/).flatMap((word) => {
    const isStem = word.endsWith('*');
    const parts = tokenizeText(isStem ? word.slice(0, -1) : word).words;
    if (word === '*') return [{ letters: '', isStem }];
    return parts.map((letters, i) => ({ letters, isStem: isStem && i === parts.length - 1 }));
  });
  let node = root;
  words.forEach(({ letters, isStem }, i) => {
    if (i > 0) {
      node.space ??= createNode();
      node = node.space;
    }
    for (const letter of letters) {
      const child = node.next.get(letter) ?? createNode();
      node.next.set(letter, child);
      node = child;
    }
    if (isStem) {
      node.rest ??= createNode();
      node = node.rest;
    }
  });
  if (!node.concepts.includes(concept)) node.concepts.push(concept);
}

/** Joins lexicons. Phrases are folded like the texts that they are looked up in. */
export function buildPhraseTrie(lexicons: readonly Lexicon[]): PhraseTrie {
  const root = createNode();
  for (const lexicon of lexicons) {
    for (const [concept, phrases] of entriesOf(lexicon)) {
      for (const phrase of phrases.split('|')) {
        if (phrase.trim() !== '') addPhrase(root, phrase.trim(), concept);
      }
    }
  }
  return { root };
}

function entriesOf(lexicon: Lexicon): [Concept, string][] {
  const keys = Object.keys(lexicon).filter((key): key is keyof Lexicon => key in lexicon);
  return keys.map((key) => [key, lexicon[key] ?? '']);
}

/** Finds the longest phrase that begins in word `start`, at its letter `from`; null when none does. */
export function matchPhrase({ root }: PhraseTrie, text: TokenText, start: number, from: number): PhraseMatch | null {
  const { words, gaps } = text;
  let best: PhraseMatch | null = null;

  const endWord = (node: TrieNode, word: number) => {
    if (node.concepts.length > 0 && (best === null || word + 1 > best.end)) {
      best = { concepts: node.concepts, end: word + 1 };
    }
    if (word + 1 >= words.length) return;
    if (node.space !== null) walk(node.space, word + 1, 0);
    glue(node, word);
  };

  const glue = (node: TrieNode, word: number) => {
    const gap = gaps[word + 1] ?? '';
    if (gap === '' || node.next.size === 0) return;
    const isLetter = words[word]?.length === 1 && words[word + 1]?.length === 1;
    if (!GLUE.test(gap) && !(isLetter && LETTER_GLUE.test(gap))) {
      if (gap.length !== 1) return;
      for (const letter of SIGN_LETTERS.get(gap) ?? '') follow(node, letter, word + 1, 0);
      return;
    }
    walk(node, word + 1, 0);
  };

  const follow = (node: TrieNode, letter: string, word: number, from: number) => {
    const child = node.next.get(letter);
    if (child !== undefined) walk(child, word, from);
  };

  const walk = (begin: TrieNode, word: number, first: number) => {
    const letters = words[word] ?? '';
    let node = begin;
    for (let i = first; i < letters.length; i += 1) {
      if (node.rest !== null) endWord(node.rest, word);
      const letter = letters.charAt(i);
      const child = node.next.get(letter);
      if (child === undefined) {
        if (HAS_LETTER.test(letters))
          for (const other of DIGIT_LETTERS.get(letter) ?? '') follow(node, other, word, i + 1);
        return;
      }
      node = child;
    }
    if (node.rest !== null) endWord(node.rest, word);
    endWord(node, word);
  };

  walk(root, start, from);
  const sign = (gaps[start] ?? '').slice(-1);
  for (const letter of SIGN_LETTERS.get(sign) ?? '') follow(root, letter, start, 0);
  return best;
}
