/** A text with its white space made alike. */
export const normalWords = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');

/**
 * Whether messages show these answers whole and in order, each once, but for up to `doubles` messages that are there twice
 * because their send was lost. Returns how many those are; null when anything else is wrong.
 */
export function countDoubles(shown: readonly string[], answers: readonly string[], doubles: number): number | null {
  const join = (texts: readonly string[]) => normalWords(texts.join('\n'));
  const wanted = join(answers);
  const search = (texts: readonly string[], left: number): number | null => {
    if (join(texts) === wanted) return 0;
    if (left === 0) return null;
    for (const index of texts.keys()) {
      const found = search(texts.toSpliced(index, 1), left - 1);
      if (found !== null) return found + 1;
    }
    return null;
  };
  if (join(shown).length < wanted.length) return null;
  return search(shown, Math.min(doubles, 2));
}
