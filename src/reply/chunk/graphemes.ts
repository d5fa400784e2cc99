const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/** A cluster longer than this (UTF-16 units) may be cut between its code points: marks heaped on a letter have no bound. */
const MAX_CLUSTER = 64;
const CONTEXT = 100;

/** A place before `at` from which clusters can be counted: not inside a pair, not inside a row of flags. */
function contextStart(text: string, at: number): number {
  let start = Math.max(0, at - CONTEXT);
  if (/[\udc00-\udfff]/.test(text[start] ?? '')) start -= 1;
  while (start > 1 && /^\ud83c[\udde6-\uddff]$/.test(text.slice(start - 2, start))) start -= 2;
  return Math.max(0, start);
}

/** Whether a text may be divided here without breaking what a reader sees as one character. */
export function isGraphemeBoundary(text: string, at: number): boolean {
  return at <= 0 || at >= text.length || graphemeStart(text, at) === at;
}

/** The start of the grapheme cluster that contains the unit at `at`; a code point inside a cluster without end. */
export function graphemeStart(text: string, at: number): number {
  const from = contextStart(text, at);
  const found = segmenter.segment(text.slice(from, at + CONTEXT)).containing(at - from);
  const start = found === undefined ? at : from + found.index;
  if (at - start <= MAX_CLUSTER) return start;
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;
}

/** Word boundaries of a text without spaces (Chinese, Thai), as indexes into it; none after its last word. */
export function wordBoundaries(text: string): number[] {
  const found: number[] = [];
  for (const { index, segment } of words.segment(text)) {
    if (index > 0 && /[\p{L}\p{N}]/u.test(segment)) found.push(index);
  }
  return found;
}
