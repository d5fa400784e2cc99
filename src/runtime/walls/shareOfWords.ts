/** Scripts written without spaces: two characters at a time stand for a word. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Words shorter than this say little about whose sentence it is, unless they hold a digit. */
const MIN_LETTERS = 3;

/** The words of a text that tell it from others. */
export function tellingWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  const folded = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase();
  for (const token of folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    const characters = [...token];
    if (SPACELESS.test(token)) {
      for (let i = 0; i + 1 < characters.length; i += 1) words.add(`${characters[i]}${characters[i + 1]}`);
    } else if (characters.length >= MIN_LETTERS || /\p{N}/u.test(token)) words.add(token);
  }
  return words;
}

/** Which share of a text's telling words stands in other texts, 0 to 1; 0 where it has none. */
export function shareOfWords(text: string, others: readonly string[]): number {
  const words = tellingWords(text);
  if (words.size === 0 || others.length === 0) return 0;
  const known = others.map(tellingWords);
  let hits = 0;
  for (const word of words) if (known.some((set) => set.has(word))) hits += 1;
  return hits / words.size;
}
