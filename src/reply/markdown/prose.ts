import type { Paragraph, Root } from 'mdast';

/** Anything but letters, digits, what stands between words, and what is not ASCII, which means nothing to Markdown. */
const MARKUP = /[^A-Za-z0-9 ,.;:'"()!?%/\n\u0080-\uffff-]/;

/** A line that begins with something that could make it another block: a digit, a dash, an indentation. */
const BLOCK_LINE = /(?:^|\n)[^A-Za-z"'(\n\u0080-\uffff]/;

/** Blanks before a line break, and addresses that GFM links by themselves. */
const BREAK_OR_LINK = / \n|:\/\/|www\./i;

/**
 * Parses what has no markup at all, which is most of what chat models write, in a hundredth of the parser's time: the same
 * tree, with the same offsets (line and column are not maintained). Null when only the parser can tell.
 */
export function parseProse(source: string): Root | null {
  if (MARKUP.test(source) || BLOCK_LINE.test(source) || BREAK_OR_LINK.test(source)) return null;
  const children: Paragraph[] = [];
  for (const { 0: block, index } of source.matchAll(/[^\n]+(?:\n[^\n]+)*/g)) {
    const value = block.replace(/ +$/, '');
    const text = { type: 'text' as const, value, position: positionOf(index, index + value.length) };
    children.push({ type: 'paragraph', children: [text], position: positionOf(index, index + block.length) });
  }
  return { type: 'root', children, position: positionOf(0, source.length) };
}

function positionOf(start: number, end: number): NonNullable<Root['position']> {
  return { start: { line: 1, column: 1, offset: start }, end: { line: 1, column: 1, offset: end } };
}
