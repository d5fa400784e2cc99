import type { Code, FootnoteDefinition, Heading, List, PhrasingContent, Root, RootContent } from 'mdast';
import { displayWidth } from '../../reply/markdown/displayWidth.js';
import { footnoteSign } from '../../reply/markdown/plainText.js';
import { inlineSpans } from './renderInline.js';
import { paint, paintLine, type Style, safeText, wrapSpans } from './renderStyle.js';
import { tableLines } from './renderTable.js';

export interface TerminalRenderOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** False where NO_COLOR is set or the output is no terminal: no escape sequence at all is written. */
  readonly colour: boolean;
}

const MIN_WIDTH = 20;
const MAX_RULE = 40;
const BULLETS = ['•', '◦', '▪'];
const HEADING_STYLES: Readonly<Record<number, readonly Style[]>> = {
  1: ['bold', 'underline', 'heading'],
  2: ['bold', 'heading'],
  3: ['bold'],
};

/**
 * Renders a Markdown tree as lines for a terminal, wrapped to its width. Control characters of the text are removed, those
 * from character references too: the only escape sequences in the result are our own.
 */
export function renderTerminal(tree: Root, options: TerminalRenderOptions): string {
  const width = Math.max(MIN_WIDTH, options.width);
  return blockLines(tree.children, { ...options, width }, 0).join('\n');
}

/** Blocks one under the other with an empty line between them, footnotes last. */
function blockLines(nodes: readonly RootContent[], options: TerminalRenderOptions, depth: number): string[] {
  const isNote = (node: RootContent) => node.type === 'footnoteDefinition';
  const ordered = [...nodes.filter((node) => !isNote(node)), ...nodes.filter(isNote)];
  const lines: string[] = [];
  let before: RootContent | null = null;
  for (const node of ordered) {
    const own = linesOf(node, options, depth);
    if (own.length === 0) continue;
    const isTight = before !== null && ((depth > 0 && node.type === 'list') || (isNote(before) && isNote(node)));
    if (before !== null && !isTight) lines.push('');
    lines.push(...own);
    before = node;
  }
  return lines;
}

function linesOf(node: RootContent, options: TerminalRenderOptions, depth: number): string[] {
  switch (node.type) {
    case 'paragraph':
      return wrapped(node.children, options);
    case 'heading':
      return headingLines(node, options);
    case 'code':
      return codeLines(node, options);
    case 'list':
      return listLines(node, options, depth);
    case 'listItem':
      return blockLines(node.children, options, depth);
    case 'blockquote': {
      const bar = paint('│', ['dim'], options.colour);
      return blockLines(node.children, narrowed(options, 2), depth).map((line) =>
        line === '' ? bar : `${bar} ${line}`,
      );
    }
    case 'table':
      return tableLines(node, options.width, options.colour);
    case 'thematicBreak':
      return [paint('─'.repeat(Math.min(MAX_RULE, options.width)), ['dim'], options.colour)];
    case 'footnoteDefinition':
      return noteLines(node, options, depth);
    case 'definition':
    case 'tableRow':
    case 'tableCell':
    case 'yaml':
      return [];
    default:
      return wrapped([node], options);
  }
}

function narrowed(options: TerminalRenderOptions, by: number): TerminalRenderOptions {
  return { ...options, width: Math.max(MIN_WIDTH / 2, options.width - by) };
}

function wrapped(
  children: readonly PhrasingContent[],
  options: TerminalRenderOptions,
  styles: readonly Style[] = [],
): string[] {
  const spans = inlineSpans(children, options.colour, styles);
  if (spans.every((span) => span.text.trim() === '')) return [];
  return wrapSpans(spans, options.width).map((line) => paintLine(line, options.colour));
}

function headingLines(node: Heading, options: TerminalRenderOptions): string[] {
  const lines = wrapped(node.children, options, HEADING_STYLES[node.depth] ?? ['italic', 'bold']);
  if (options.colour || node.depth > 2) return lines;
  const size = Math.max(0, ...lines.map(displayWidth));
  return size === 0 ? lines : [...lines, (node.depth === 1 ? '═' : '─').repeat(size)];
}

/** Code is not wrapped, so that it can be copied; its background reaches to the longest line. */
function codeLines(node: Code, { width, colour }: TerminalRenderOptions): string[] {
  const lines = safeText(node.value).split('\n');
  if (lines.every((line) => line.trim() === '')) return [];
  if (!colour) return lines.map((line) => `    ${line}`.trimEnd());
  const size = Math.min(width, Math.max(...lines.map(displayWidth)) + 2);
  return lines.map((line) =>
    paint(` ${line}${' '.repeat(Math.max(1, size - 1 - displayWidth(line)))}`, ['code'], true),
  );
}

function listLines(node: List, options: TerminalRenderOptions, depth: number): string[] {
  const bullet = BULLETS[depth % BULLETS.length] ?? '•';
  return node.children.flatMap((item, index) => {
    const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
    const number = node.ordered ? `${(node.start ?? 1) + index}. ` : '';
    const marker = number + box || `${bullet} `;
    const size = displayWidth(marker);
    const lines = blockLines(item.children, narrowed(options, size), depth + 1);
    const first = item.data?.continued ? ' '.repeat(size) : marker;
    const own = (lines.length === 0 ? [''] : lines).map((line, at) =>
      at === 0 ? first + line : line === '' ? '' : ' '.repeat(size) + line,
    );
    return index > 0 && node.spread ? ['', ...own] : own;
  });
}

function noteLines(note: FootnoteDefinition, options: TerminalRenderOptions, depth: number): string[] {
  const sign = `${footnoteSign(note.label ?? note.identifier)} `;
  const size = displayWidth(sign);
  const lines = blockLines(note.children, narrowed(options, size), depth + 1);
  return lines.map((line, at) => (at === 0 && !note.data?.continued ? sign : ' '.repeat(size)) + line);
}
