import type { Code, FootnoteDefinition, Heading, List, ListItem, RootContent } from 'mdast';
import { footnoteSign } from '../../reply/markdown/plainText.js';
import { cleanText, escapeText } from './renderEscape.js';
import { writeLine } from './renderLine.js';
import { renderInline, writeCodeBlock } from './renderLines.js';
import { NO_MARKS, runLines } from './renderRuns.js';
import { renderTable } from './renderTable.js';
import type { LineWriter } from './renderWriter.js';

const RULE = '──────────';
const TAB = '    ';
/** Clients know headings of three sizes. */
const HEADING_SIZES = 3;

/** Writes blocks one under the other. */
export function renderBlocks(nodes: readonly RootContent[], out: LineWriter): void {
  let previous: RootContent | null = null;
  for (const node of nodes) {
    if (node.type === 'definition') continue;
    if (previous !== null) out.separate(gapBetween(previous, node, out.isInList()));
    renderBlock(node, out);
    previous = node;
  }
}

/** An empty line ends a list, so the blocks of an item stand close. */
function gapBetween(before: RootContent, after: RootContent, isInList: boolean): number {
  if (after.type === 'footnoteDefinition') return isInList || before.type === 'footnoteDefinition' ? 1 : 2;
  if (isInList || before.type === 'heading') return 1;
  return before.type === 'code' || after.type === 'code' ? 1 : 2;
}

function renderBlock(node: RootContent, out: LineWriter): void {
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
      renderList(node, out);
      return;
    case 'blockquote':
      out.quoted(() => renderBlocks(node.children, out));
      return;
    case 'table':
      renderTable(node, out);
      return;
    case 'thematicBreak':
      out.line({ markup: RULE, plain: RULE });
      return;
    case 'listItem':
      renderItem(node, '-', out);
      return;
    case 'tableRow':
    case 'tableCell':
    case 'yaml':
    case 'definition':
      return;
    case 'footnoteDefinition':
      renderNote(node, out);
      return;
    default:
      renderInline([node], out);
  }
}

function renderHeading(node: Heading, out: LineWriter): void {
  const isNative = node.depth <= HEADING_SIZES && !out.isInList();
  const marks = isNative ? NO_MARKS : { ...NO_MARKS, strong: true };
  for (const runs of runLines(node.children, marks)) {
    const { markup, plain } = writeLine(runs);
    if (plain.trim() === '') continue;
    // Clients take signs at the end of a heading for its frame.
    const lead = isNative ? `${'#'.repeat(node.depth)} ` : '';
    out.line({
      markup: `${lead}${isNative ? markup.replace(/#+$/, (signs) => '\\#'.repeat(signs.length)) : markup}`,
      plain,
    });
  }
}

function renderCode(node: Code, out: LineWriter): void {
  const value = cleanText(node.value.replaceAll('\t', TAB))
    .replace(/^(?:[ ]*\n)+/, '')
    .trimEnd();
  if (value.trim() === '') return;
  const language = /^[a-z0-9][\w+#.-]{0,30}$/i.exec(node.lang ?? '')?.[0] ?? '';
  writeCodeBlock(value.split('\n'), language, out);
}

function renderList(node: List, out: LineWriter): void {
  node.children.forEach((item, index) => {
    if (index > 0) out.separate(1);
    renderItem(item, node.ordered ? `${(node.start ?? 1) + index}.` : '-', out);
  });
}

function renderItem(item: ListItem, marker: string, out: LineWriter): void {
  const width = marker.length + 1;
  if (item.data?.continued) {
    out.item(null, width, () => renderBlocks(item.children, out));
    return;
  }
  const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
  const shown = marker === '-' ? '•' : marker;
  const sign = { markup: `${marker} ${box}`, plain: `${shown} ${box}` };
  out.item(sign, width, () => renderBlocks(item.children, out));
}

function renderNote(note: FootnoteDefinition, out: LineWriter): void {
  const sign = `${footnoteSign(cleanText(note.label ?? note.identifier))} `;
  const lead = note.data?.continued ? null : { markup: escapeText(sign), plain: sign };
  out.item(lead, 2, () => renderBlocks(note.children, out));
}
