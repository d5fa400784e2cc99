import { cleanText, foldWord } from './foldText.js';

/** A text as words. All lists run in parallel: one entry for each word. */
export interface TokenText {
  /** Folded words; every Chinese or Japanese character is a word of its own. */
  readonly words: readonly string[];
  /** What stands before each word, and after the last one. */
  readonly gaps: readonly string[];
  /** Where each word stands: a word counts 1, a Chinese or Japanese character 0.5. */
  readonly places: readonly number[];
  /** The number of each word's sentence. */
  readonly sentences: readonly number[];
  /** The number of the quotation that a word stands in; 0 outside. */
  readonly quotes: readonly number[];
  /** Words in each quotation. */
  readonly quoteLengths: readonly number[];
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASCII_WORD = /[A-Za-z0-9]+/g;
const SENTENCE_END = /[.!?;\u2026](?=[\s"')\]\u201D\u2019\u00BB*_]|$)|[\u3002\u061B\u061F]|\n[^\S\n]*\n/;
/** Between string literals of a list in code: the words belong to different things. */
const LIST_OF_STRINGS = /["'`]\s*,\s*["'`]/;
const NEW_ITEM = /\n\s*[^\p{L}\s]/u;
/** What is kept of a longer gap, in characters: its ends say all. */
const GAP_CHARS = 200;

const OPENING = /[\u201C\u201E\u00AB\u300C\u300E\u300A"`]/;

/** A line of this many words is long enough to be one, so that a capital after it starts another. */
const LINE_WORDS = 4;

function shorten(gap: string): string {
  return gap.length <= GAP_CHARS ? gap : gap.slice(0, GAP_CHARS / 2) + gap.slice(-GAP_CHARS / 2);
}

function isCjk(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || code === 0x3005;
}

function hasCjk(word: string): boolean {
  for (let i = 0; i < word.length; i += 1) if (isCjk(word.charCodeAt(i))) return true;
  return false;
}

/** Cuts a word at Chinese and Japanese characters. */
function splitCjk(word: string): string[] {
  return word.match(/[\u3005\u3040-\u30FF\u3400-\u9FFF]\p{M}*|[^\u3005\u3040-\u30FF\u3400-\u9FFF]+/gu) ?? [];
}

/** Cuts a text into words, sentences and quotations. */
export function tokenizeText(text: string): TokenText {
  const clean = cleanText(text);
  const words: string[] = [];
  const gaps: string[] = [];
  const places: number[] = [];
  const sentences: number[] = [];
  const quotes: number[] = [];
  const quoteLengths = [0];
  let end = 0;
  let place = 0;
  let sentence = 0;
  let lineWords = 0;
  let quote = 0;

  const readQuotes = (gap: string) => {
    for (const sign of gap) {
      if (sign === '\n') continue;
      if (quote > 0 && /[\u201D\u201C\u00BB\u300D\u300F\u300B"`]/.test(sign)) quote = 0;
      else if (quote === 0 && OPENING.test(sign)) quote = quoteLengths.push(0) - 1;
    }
  };

  const readGap = (gap: string, next: string) => {
    if (gap === ' ' || gap === '') return;
    if (gap.includes('\n')) {
      const isNewItem =
        NEW_ITEM.test(gap) || /^\p{N}/u.test(next) || (lineWords >= LINE_WORDS && /^\p{Lu}/u.test(next));
      if (SENTENCE_END.test(gap) || isNewItem) sentence += 1;
      if (/\n[^\S\n]*\n/.test(gap)) quote = 0;
      lineWords = 0;
    } else if (SENTENCE_END.test(gap) || LIST_OF_STRINGS.test(gap)) {
      sentence += 1;
    }
    readQuotes(gap);
  };

  const add = (gap: string, word: string, length: number) => {
    readGap(gap, word);
    words.push(foldWord(word));
    gaps.push(gap);
    places.push(place);
    sentences.push(sentence);
    quotes.push(quote);
    if (quote > 0) quoteLengths[quote] = (quoteLengths[quote] ?? 0) + 1;
    place += length;
    lineWords += 1;
  };

  for (const match of clean.matchAll(clean === text ? pickPattern(text) : WORD)) {
    const [word] = match;
    let gap = shorten(clean.slice(end, match.index));
    end = match.index + word.length;
    if (!hasCjk(word)) add(gap, word, 1);
    else {
      for (const part of splitCjk(word)) {
        add(gap, part, hasCjk(part) ? 0.5 : 1);
        gap = '';
      }
    }
  }
  gaps.push(shorten(clean.slice(end)));
  return { words, gaps, places, sentences, quotes, quoteLengths };
}

function pickPattern(text: string): RegExp {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
  return /^[\x00-\x7F]*$/.test(text) ? ASCII_WORD : WORD;
}
