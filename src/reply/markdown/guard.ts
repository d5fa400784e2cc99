import type { Paragraph, Root } from 'mdast';

/**
 * Bounds beyond which text is not Markdown that anybody meant but a pathological input, on which the parser's time grows
 * with the square of the length (measured with micromark 4: 8,000 characters of `- ` need 3 s, 16,000 `*` on both
 * sides of a word 15 s, emphasis 3,000 deep 3 s). Real answers stay far below all of them.
 */
const MAX_CONTAINERS_PER_LINE = 40;
const MAX_MARK_RUN = 150;
const MAX_BRACKETS_PER_PARAGRAPH = 1500;
const MAX_MARKS_PER_PARAGRAPH = 2000;
const MAX_LIST_INDENT = 300;

const CONTAINER = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;

/** A line that begins a new item, row or heading, and with it inline content of its own. */
const BLOCK_START = /[ \t>]*(?:[-+*][ \t]|\d{1,9}[.)][ \t]|#|\|)/y;

/** Whether parsing this source would take time out of proportion. One pass, linear. */
export function isPathological(source: string): boolean {
  let brackets = 0;
  let marks = 0;
  let lineStart = 0;
  while (lineStart < source.length) {
    let lineEnd = source.indexOf('\n', lineStart);
    if (lineEnd === -1) lineEnd = source.length;
    if (countContainers(source, lineStart) > MAX_CONTAINERS_PER_LINE) return true;
    BLOCK_START.lastIndex = lineStart;
    if (BLOCK_START.test(source)) {
      brackets = 0;
      marks = 0;
    }
    let run = 0;
    let previous = 0;
    let isBlank = true;
    let isRule = true;
    let longestRun = 0;
    for (let index = lineStart; index < lineEnd; index += 1) {
      const code = source.charCodeAt(index);
      if (code === 32 || code === 9 || code === 13) continue;
      isBlank = false;
      const isMark = code === 42 || code === 95 || code === 126;
      if (!isMark) isRule = false;
      if (code === 91 || code === 93) brackets += 1;
      if (isMark || code === 96) {
        run = code === previous ? run + 1 : 1;
        marks += 1;
        if (isMark && run > longestRun) longestRun = run;
      }
      previous = code;
    }
    if (isBlank) {
      brackets = 0;
      marks = 0;
    }
    if (isRule) marks = 0;
    if (!isRule && longestRun > MAX_MARK_RUN) return true;
    if (brackets > MAX_BRACKETS_PER_PARAGRAPH || marks > MAX_MARKS_PER_PARAGRAPH) return true;
    lineStart = lineEnd + 1;
  }
  return false;
}

function countContainers(source: string, lineStart: number): number {
  let count = 0;
  CONTAINER.lastIndex = lineStart;
  if (CONTAINER.test(source) && CONTAINER.lastIndex - lineStart > MAX_LIST_INDENT) return Number.POSITIVE_INFINITY;
  CONTAINER.lastIndex = lineStart;
  while (count <= MAX_CONTAINERS_PER_LINE && CONTAINER.test(source)) count += 1;
  return count;
}

/** The source as paragraphs of plain text, divided at blank lines, with exact positions. */
export function parsePlain(source: string): Root {
  const children: Paragraph[] = [];
  const block = /\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g;
  for (const match of source.matchAll(block)) {
    const value = match[0].trimEnd();
    const position = {
      start: { line: 1, column: 1, offset: match.index },
      end: { line: 1, column: 1, offset: match.index + value.length },
    };
    children.push({
      type: 'paragraph',
      children: [{ type: 'text', value, position: structuredClone(position) }],
      position,
    });
  }
  return { type: 'root', children };
}
