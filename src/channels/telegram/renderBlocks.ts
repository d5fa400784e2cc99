import type { Code, FootnoteDefinition, Heading, List, ListItem, RootContent } from 'mdast';
import { footnoteSign } from '../../reply/markdown/plainText.js';
import type { EntityKind } from './renderEntities.js';
import { renderInline } from './renderInline.js';
import { renderTable } from './renderTable.js';
import { cleanText, type TextBuilder } from './renderText.js';

const BULLETS = ['•', '◦', '▪'];
const RULE = '──────────';
/** A quote beyond these is folded until the reader opens it. */
const LONG_QUOTE_UNITS = 700;
const LONG_QUOTE_LINES = 9;
const TAB = '    ';

/** Headings differ by their marks; their text stays as it is. */
const HEADING_MARKS: Readonly<Record<number, readonly EntityKind[]>> = {
  1: [{ type: 'bold' }, { type: 'underline' }],
  2: [{ type: 'bold' }],
  3: [{ type: 'bold' }, { type: 'italic' }],
};
const SMALL_HEADING: readonly EntityKind[] = [{ type: 'italic' }, { type: 'underline' }];

/** Writes blocks one under the other. */
export function renderBlocks(nodes: readonly RootContent[], out: TextBuilder, depth = 0): void {
  let previous: RootContent | null = null;
  for (const node of nodes) {
    if (node.type === 'definition') continue;
    if (previous !== null) out.separate(gapBetween(previous, node, depth));
    renderBlock(node, out, depth);
    previous = node;
  }
}

function gapBetween(before: RootContent, after: RootContent, depth: number): number {
  if (after.type === 'footnoteDefinition') return before.type === 'footnoteDefinition' ? 1 : 2;
  if (before.type === 'heading') return 1;
  if (depth > 0 && after.type === 'list') return 1;
  return 2;
}

function renderBlock(node: RootContent, out: TextBuilder, depth: number): void {
  switch (node.type) {
    case 'paragraph':
      renderInline(node.children, out);
      return;
    case 'heading':
      renderHeading(node, out);
      return;
    case 'code':
      renderCode(node, out);
      return;
    case 'list':
      renderList(node, out, depth);
      return;
    case 'blockquote':
      if (out.isInLine()) out.separate(1);
      out.marked(quoteKind, () => renderBlocks(node.children, out, depth));
      return;
    case 'table':
      renderTable(node, out);
      return;
    case 'thematicBreak':
      out.write(RULE);
      return;
    case 'listItem':
      renderItem(node, '•', out, depth);
      return;
    case 'tableRow':
    case 'tableCell':
    case 'yaml':
    case 'definition':
      return;
    case 'footnoteDefinition':
      renderNote(node, out, depth);
      return;
    default:
      renderInline([node], out);
  }
}

function quoteKind(text: string): EntityKind {
  const isLong = text.length > LONG_QUOTE_UNITS || text.split('\n').length > LONG_QUOTE_LINES;
  return { type: isLong ? 'expandable_blockquote' : 'blockquote' };
}

function renderHeading(node: Heading, out: TextBuilder): void {
  const marks = HEADING_MARKS[node.depth] ?? SMALL_HEADING;
  const write = marks.reduceRight<() => void>(
    (inner, mark) => () => out.marked(mark, inner),
    () => renderInline(node.children, out),
  );
  write();
}

function renderCode(node: Code, out: TextBuilder): void {
  const value = cleanText(node.value.replaceAll('\t', TAB))
    .replace(/^(?:[ ]*\n)+/, '')
    .trimEnd();
  if (value.trim() === '') return;
  if (out.isInLine()) out.separate(1);
  const language = /^[A-Za-z0-9][\w+#.-]{0,30}$/.exec(node.lang ?? '')?.[0];
  out.marked(language === undefined ? { type: 'pre' } : { type: 'pre', language }, () => out.writeRaw(value));
}

function renderList(node: List, out: TextBuilder, depth: number): void {
  const bullet = BULLETS[depth % BULLETS.length] ?? '•';
  node.children.forEach((item, index) => {
    if (index > 0) out.separate(node.spread ? 2 : 1);
    const marker = node.ordered ? `${(node.start ?? 1) + index}.` : bullet;
    renderItem(item, marker, out, depth);
  });
}

function renderItem(item: ListItem, marker: string, out: TextBuilder, depth: number): void {
  const box = item.checked === true ? '☑' : item.checked === false ? '☐' : null;
  const isNumber = /\d/.test(marker);
  const sign = box === null ? marker : isNumber ? `${marker} ${box}` : box;
  const pad = ' '.repeat(isNumber ? marker.length + 1 : 2);
  if (item.data?.continued) {
    out.indented(pad, () => renderBlocks(item.children, out, depth + 1));
    return;
  }
  out.write(`${sign} `);
  out.indented(pad, () => renderBlocks(item.children, out, depth + 1));
}

function renderNote(note: FootnoteDefinition, out: TextBuilder, depth: number): void {
  if (!note.data?.continued) out.write(`${footnoteSign(note.label ?? note.identifier)} `);
  renderBlocks(note.children, out, depth + 1);
}
