import { isStopWord } from '../search/stopWords.js';
import { foldText, isPaired, queryTerms } from '../search/terms.js';

/** Name under which these vectors are stored; a change of anything below is another model. */
export const HASHED_MODEL = 'hashed-words-1';

/** Texts that share nothing come out at a cosine of 1/sqrt(384) = 0.05 either way: little beside two shared words of five (0.3). */
export const HASHED_DIMS = 384;

/** Terms of one text that are looked at; a text of 8,000 characters has about 1,300. */
const MAX_TERMS = 1000;

/** What the parts of a word weigh together, beside the word itself: enough to find another form of it, or a slip. */
const PARTS_WEIGHT = 0.8;
const STOP_WEIGHT = 0.1;

/** Parts of a word that were computed before: words come back. */
const MAX_CACHED = 4000;

/** FNV-1a, then mixed so that every bit depends on every character. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Adds a feature: each has signs of its own in all numbers, so that different features are nearly at right angles. */
function addFeature(values: Float32Array, feature: string, weight: number): void {
  let state = hashOf(feature) | 1;
  for (let at = 0; at < values.length; at += 32) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    let signs = state;
    for (let i = at; i < at + 32; i += 1) {
      values[i] = (values[i] ?? 0) + ((signs & 1) === 0 ? weight : -weight);
      signs >>>= 1;
    }
  }
}

/** Runs of three characters, with the edges of the word marked. */
function partsOf(word: string): string[] {
  const marked = [...`<${word}>`];
  return marked.slice(2).map((_, i) => marked.slice(i, i + 3).join(''));
}

function vectorOfWord(word: string): Float32Array {
  const values = new Float32Array(HASHED_DIMS);
  addFeature(values, word, 1);
  if (isPaired(word)) return values;
  const parts = partsOf(word);
  const weight = PARTS_WEIGHT / Math.sqrt(parts.length);
  for (const part of parts) addFeature(values, part, weight);
  return values;
}

const cache = new Map<string, Float32Array>();

function cachedVector(word: string): Float32Array {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const vector = vectorOfWord(word);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(word, vector);
  return vector;
}

/**
 * The embedder that needs no model: words and parts of words, hashed. It is lexical: it finds what shares words, other forms of
 * them or slips, in any language, and knows nothing of meaning. Same text, same vector, on every machine.
 *
 * @returns a vector of unit length; all zeros for a text without words
 */
export function hashedVector(text: string): Float32Array {
  const values = new Float32Array(HASHED_DIMS);
  for (const word of queryTerms(foldText(text)).slice(0, MAX_TERMS)) {
    const weight = isStopWord(word) ? STOP_WEIGHT : 1;
    const part = cachedVector(word);
    for (let i = 0; i < HASHED_DIMS; i += 1) values[i] = (values[i] ?? 0) + weight * (part[i] ?? 0);
  }
  let square = 0;
  for (const value of values) square += value * value;
  if (square === 0) return values;
  const scale = 1 / Math.sqrt(square);
  return values.map((value) => value * scale);
}
