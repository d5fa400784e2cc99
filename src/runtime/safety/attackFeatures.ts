import type { FeatureGroup } from '../scoring/linearModel.js';
import { findAddresses } from './findAddresses.js';
import { type ConceptHit, findConcepts } from './findConcepts.js';
import { cleanText } from './foldText.js';
import type { ScanContext } from './injectionFamilies.js';
import { LEXICONS } from './lexicon/lexicons.js';
import { buildPhraseTrie } from './phraseTrie.js';
import { tokenizeText } from './tokenText.js';

/** Each concept is paired with so many after it, which keeps the time linear. */
const NEXT_CONCEPTS = 6;
/** Words between two concepts of a pair at most: a short paragraph, and as good as side by side. */
const PAIR_REACH = 25;
const NEAR_REACH = 5;
/** Longer words also count by their beginning, which stands for their forms. */
const STEM_CHARS = 5;
/** How much origin and families weigh beside concepts and wordings. */
const FAMILY_SHARE = 0.5;

const WORD = /[\p{L}\p{M}']+|#+|[^\s\p{L}]/gu;
/** Scripts that write words without spaces: there two and three characters stand for words. */
const UNSPACED = /[\u3040-\u30ff\u4e00-\u9fff]/;

const trie = buildPhraseTrie(LEXICONS);

/** The concepts of a text in order, addresses to a machine among them. Linear in its length. */
export function conceptsOf(text: string): readonly ConceptHit[] {
  const tokens = tokenizeText(text);
  return findAddresses(tokens, findConcepts(tokens, trie));
}

/** Concepts mean the same in every language, so what is learned of them in one holds in all. */
function* conceptNames(hits: readonly ConceptHit[], origin: string): Generator<string> {
  for (const [i, hit] of hits.entries()) {
    yield `C${hit.quote === 0 ? '' : 'q'}${hit.concept}`;
    yield `${origin}C${hit.concept}`;
    for (const other of hits.slice(i + 1, i + 1 + NEXT_CONCEPTS)) {
      const distance = other.word - hit.end;
      if (distance > PAIR_REACH) break;
      if (other.word === hit.word || other.concept === hit.concept) continue;
      const pair = [hit.concept, other.concept].sort().join('+');
      yield `P${pair}`;
      if (other.sentence !== hit.sentence) continue;
      yield `S${pair}`;
      yield `${origin}S${pair}`;
      yield `O${hit.concept}>${other.concept}`;
      if (distance <= NEAR_REACH) yield `N${hit.concept}>${other.concept}`;
    }
  }
}

function* unspacedNames(word: string): Generator<string> {
  const characters = [...word];
  for (const [i, first] of characters.entries()) {
    yield `w${first}${characters[i + 1] ?? ''}`;
    yield `w${characters.slice(i, i + 3).join('')}`;
    yield `w${first}`;
  }
}

function* wordNames(text: string): Generator<string> {
  const words = cleanText(text).toLowerCase().replace(/\d/g, '#').match(WORD) ?? [];
  for (const [i, first] of words.entries()) {
    if (UNSPACED.test(first)) {
      yield* unspacedNames(first);
      continue;
    }
    yield `w${first}`;
    if (first.length > STEM_CHARS) yield `p${first.slice(0, STEM_CHARS)}`;
    const [second, third] = [words[i + 1], words[i + 2]];
    if (second === undefined) continue;
    yield `w${first} ${second}`;
    if (third !== undefined) yield `w${first} ${second} ${third}`;
  }
}

/**
 * What the scanner's model looks at in a text, in any language: concepts alone and in pairs, wordings, and the families of attacks that
 * the rules find. Pure; linear in the length of the text.
 */
export function featuresOfText(
  text: string,
  context: ScanContext,
  families: readonly string[],
): readonly FeatureGroup[] {
  const origin = context === 'tool_output' ? 'T' : 'U';
  const names = families.flatMap((family) => [`F${family}`, `${origin}F${family}`]);
  return [
    { names: conceptNames(conceptsOf(text), origin), share: 1 },
    { names: wordNames(text), share: 1 },
    { names: [`${origin}ctx`, ...names], share: FAMILY_SHARE },
  ];
}
