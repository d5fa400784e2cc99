import type { Code, Heading, Paragraph, Root, RootContent, TableCell } from 'mdast';
import { heldBackFrom } from './holdBack.js';
import { endOf, startOf } from './nodes.js';
import { findOpenMarks, type OpenMarks } from './openMarks.js';
import { type ParseContext, parseMarkdown } from './parse.js';

/** Streaming text as it may be shown. */
export interface ClosedText {
  /** The tree, every half-written construct closed. */
  readonly tree: Root;
  /** Text from here on is held back: it is not in the tree. */
  readonly shown: number;
  /** What stands before this offset renders the same whatever is written next (but for references defined later). */
  readonly certain: number;
}

type Leaf = Paragraph | Heading | TableCell | Code;

const NOTHING_OPEN: Pick<OpenMarks, 'closers' | 'first'> = { closers: '', first: null };

/**
 * Parses text that is still being written so that half-written constructs show as if closed: marks, code and links are
 * completed, a table appears with its delimiter row, and markers that mean nothing yet are held back. Only the last block
 * is looked at; nothing before it changes.
 *
 * @param source a text, or its tail from a block's beginning; offsets in the result count from `context.base`
 */
export function closeOpen(source: string, context: ParseContext = { prefix: '', base: 0 }): ClosedText {
  const shown = Math.max(0, heldBackFrom(context.prefix + source) - context.prefix.length);
  const text = source.slice(0, shown);
  const tree = parseMarkdown(text, context);
  const leaf = lastLeaf(tree);
  if (leaf === null || isClosed(leaf, text, context.base)) {
    return { tree, shown: shown + context.base, certain: shown + context.base };
  }
  const marks =
    leaf.type === 'code' ? { ...NOTHING_OPEN, cut: text.length } : findOpenMarks(leaf.children, text, context.base);
  const closed =
    marks.closers === '' && marks.cut === text.length
      ? tree
      : parseMarkdown(text.slice(0, marks.cut) + marks.closers, context);
  const certain = certainEnd(leaf, text, context.base, marks.first);
  return { tree: closed, shown: Math.min(shown, marks.cut) + context.base, certain: certain + context.base };
}

function lastLeaf(tree: Root): Leaf | null {
  let node: Root | RootContent | undefined = tree;
  while (node !== undefined) {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell' || node.type === 'code') {
      return node;
    }
    node = 'children' in node ? node.children.at(-1) : undefined;
  }
  return null;
}

/** Whether what follows the leaf has ended it for good. */
function isClosed(leaf: Leaf, text: string, base: number): boolean {
  if (leaf.type !== 'code' && endOf(leaf) <= base && base > 0) return true;
  if (leaf.type === 'code') {
    const isFenced = /[`~]/.test(text[startOf(leaf) - base] ?? '') || startOf(leaf) < base;
    return isFenced ? /\S/.test(text.slice(endOf(leaf) - base)) || isFenceClosed(leaf, text, base) : false;
  }
  const last = leaf.type === 'tableCell' ? leaf.children.at(-1) : leaf;
  if (last === undefined) return true;
  const rest = text.slice(endOf(last) - base);
  if (leaf.type === 'paragraph') return /\n[ \t>]*\r?\n/.test(rest);
  return rest.includes('\n') || (leaf.type === 'tableCell' && rest.includes('|'));
}

function isFenceClosed(leaf: Code, text: string, base: number): boolean {
  const raw = text.slice(Math.max(0, startOf(leaf) - base), endOf(leaf) - base);
  const lines = raw.split('\n');
  const last =
    lines
      .at(-1)
      ?.replace(/^[ \t>]+/, '')
      .trimEnd() ?? '';
  return lines.length > 1 && /^(?:`{3,}|~{3,})$/.test(last) && !leaf.value.endsWith(last);
}

/** How far back the last word is looked for. */
const LAST_WORD = 200;

/**
 * The end of what is certain: before the first thing that may still become markup, before the last line where lines matter
 * (code, tables), else before the last word.
 */
function certainEnd(leaf: Leaf, text: string, base: number, first: number | null): number {
  const lineStart = text.lastIndexOf('\n') + 1;
  if (leaf.type === 'code') return Math.max(lineStart, Math.min(text.length, startOf(leaf) - base));
  const limit = Math.min(first ?? text.length, lastWordStart(text));
  if (leaf.type === 'tableCell') return Math.min(limit, lineStart);
  const start = Math.max(0, startOf(leaf) - base);
  if (text[start] === '[') return Math.min(limit, start);
  const previousStart = lineStart === 0 ? 0 : text.lastIndexOf('\n', lineStart - 2) + 1;
  const pipe = text.indexOf('|', previousStart);
  if (pipe === -1) return limit;
  return Math.min(limit, pipe < lineStart ? previousStart : lineStart);
}

function lastWordStart(text: string): number {
  const tail = text.slice(-LAST_WORD);
  const word = /\s+\S*\s*$/.exec(tail);
  const run = word ?? /[^\p{L}\p{N}]*$/u.exec(tail);
  return text.length - tail.length + (run?.index ?? tail.length);
}
