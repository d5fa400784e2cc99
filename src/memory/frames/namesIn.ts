/** Words with a capital letter that do not open a sentence: names, and in German all nouns. Sorted. */
export function namesIn(text: string): string[] {
  const inside = text.matchAll(/(?<![.!?:\n]\s*)(?<=\S\s+)(?<!["“„(]\s*)\p{Lu}[\p{L}\p{N}]*/gu);
  return [...new Set([...inside].map(([word]) => word))].sort();
}
