/** Latin letters that no language has as a word: alone they are a name, in whatever case (`option b`, `size l`). */
const NO_WORDS = 'bcdfghjlmnpqrtx';

/** A letter that stands alone; an apostrophe beside it makes it a part of a word (`l'eau`, `don't`). */
const ALONE = /(?<![\p{L}\p{N}\p{M}'’.])(\p{L})(?![\p{L}\p{N}\p{M}'’])/gu;

/** Where a capital letter says nothing: it opens the text, a sentence or a line. */
const OPENS = /(?:^|[.!?:;\n])[\s"“„«(*-]*$/u;

/**
 * Single letters that name things, folded, in order: lot A, vitamin C, plan b. Searching leaves them out, and two texts that differ in one
 * are not the same. A capital
 * counts where it does not open a sentence; the I of the speaker is none.
 */
export function labelsIn(text: string): string[] {
  return [...text.matchAll(ALONE)].flatMap(({ 0: letter, index }) => {
    const before = text.slice(0, index);
    return isLabel(letter, before, text.slice(index + letter.length)) ? [letter.toLowerCase()] : [];
  });
}

function isLabel(letter: string, before: string, after: string): boolean {
  if (NO_WORDS.includes(letter)) return true;
  const isCapital = letter !== letter.toLowerCase();
  if (!isCapital || OPENS.test(before)) return false;
  // "what I said" goes on in small letters, "part I" ends or goes on with a mark.
  return letter !== 'I' || /^\s*(?:$|[.,;:!?)])/u.test(after);
}
