import { CONFUSABLES } from './confusables.js';

/** Characters without width or shape: format characters, fillers, variation selectors. They only hide words. */
const INVISIBLE = /\p{Cf}|\u034F|[\u115F\u1160]|[\u17B4\u17B5]|[\u180B-\u180E]|\u3164|\uFFA0|[\uFE00-\uFE0F]/gu;

/** Regional indicators and squared letters, which NFKC leaves alone. */
const BOXED = /[\u{1F130}-\u{1F149}\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu;
const BOXED_STARTS = [0x1f1e6, 0x1f170, 0x1f150, 0x1f130];

const CONTRACTION = /(?<=\p{L})['\u2018\u2019\u02BC\u2032\uFF07](?=(?:t|s|re|ve|ll|d|m)(?!\p{L}))/giu;

/** The same letter three times or more: a way to stretch a word past a filter. Not in numbers and not in CJK texts. */
const STRETCHED = /([a-z])\1{2,}/g;

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
  return /^[\x00-\x7F]*$/.test(text);
}

/** Removes what is not seen and unifies ways of writing. Line breaks, punctuation and case stay. */
export function cleanText(text: string): string {
  if (isAscii(text)) return text.includes("'") ? text.replace(CONTRACTION, '') : text;
  return text
    .replace(INVISIBLE, '')
    .replace(BOXED, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const start = BOXED_STARTS.find((first) => code >= first) ?? code;
      return String.fromCharCode(97 + code - start);
    })
    .normalize('NFKC')
    .replace(CONTRACTION, '');
}

/** A cleaned word as it is looked up: lower case, without accents, look-alike letters as Latin ones. */
export function foldWord(word: string): string {
  if (isAscii(word)) return word.toLowerCase().replace(STRETCHED, '$1');
  let folded = '';
  for (const letter of word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')) {
    folded += CONFUSABLES.get(letter) ?? letter;
  }
  return folded.replace(STRETCHED, '$1');
}
