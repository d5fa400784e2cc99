/**
 * Scripts written without spaces between words, and Hangul, whose words carry their particles: they are indexed by pairs of
 * characters.
 */
const PAIRED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Accents, Hebrew points and Arabic vowel signs. The signs of Indic scripts are no ornament and stay. */
const ORNAMENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g;

/** Letters that no normal form takes apart, as people without them on the keyboard write them. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'g');
const IS_PLAIN = /^[\x20-\x7e\s]*$/;

/** Longest term; what is longer is no word but an address or a key, and is found by its beginning. */
const MAX_TERM_CHARS = 40;

/** One spelling for what people write differently: width, case, accents, final forms. */
export function foldText(text: string): string {
  if (IS_PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ORNAMENTS, '')
    .normalize('NFC')
    .replace(SPELLED_LETTERS, (letter) => SPELLED_OUT[letter] ?? letter);
}

/** Whether a term comes from a script that is indexed by pairs of characters. */
export function isPaired(term: string): boolean {
  return PAIRED.test(term);
}

/** Cuts a word where the script changes between paired and other: `iphone手机` is two. */
function cutByScript(word: string): string[] {
  if (!PAIRED.test(word)) return [word];
  const runs: string[] = [];
  let last: boolean | null = null;
  for (const character of word) {
    const paired: boolean = PAIRED.test(character) || (last === true && /\p{M}/u.test(character));
    if (paired === last) runs[runs.length - 1] += character;
    else runs.push(character);
    last = paired;
  }
  return runs;
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

function splitWords(text: string): string[] {
  return (foldText(text).match(WORD) ?? []).flatMap(cutByScript).map((word) => word.slice(0, MAX_TERM_CHARS));
}

/** Everything a text can be found by: words, and of paired scripts characters and pairs. In order, with repeats. */
export function indexTerms(text: string): string[] {
  return splitWords(text).flatMap((word) => {
    if (!PAIRED.test(word)) return [word];
    const characters = [...word];
    return [...characters, ...pairsOf(characters)];
  });
}

/** The terms of a question, each once: words, and of paired scripts pairs, or the one character that stands alone. */
export function queryTerms(text: string): string[] {
  const terms = splitWords(text).flatMap((word) => {
    if (!PAIRED.test(word)) return [word];
    const characters = [...word];
    return characters.length === 1 ? characters : pairsOf(characters);
  });
  return [...new Set(terms)];
}
