import type { FootnoteDefinition, Heading, List, ListItem, RootContent, Table } from 'mdast';
import { footnoteSign } from '../../../reply/markdown/plainText.js';
import type { Inline } from './blocks.js';
import type { BlockBuilder } from './builder.js';
import { join, renderInline, textElement } from './inline.js';
import { textOfInlines } from './plainOf.js';
import { layoutOf, tableBlock, tableItems, tableText } from './table.js';

/** Block Kit: text of a header. */
const MAX_HEADER = 150;
const RULE = '──────────';

/** Where blocks stand. */
interface Place {
  readonly isQuoted: boolean;
  /** How many lists they are in. */
  readonly depth: number;
}

const TOP: Place = { isQuoted: false, depth: 0 };

/** Writes blocks one under the other. */
export function writeBlocks(nodes: readonly RootContent[], out: BlockBuilder, place: Place = TOP): void {
  let before: RootContent | null = null;
  for (const node of nodes) {
    writeBlock(node, out, place, before === null ? 2 : gapBetween(before, node));
    before = node;
  }
}

function gapBetween(before: RootContent, after: RootContent): 1 | 2 {
  if (after.type === 'footnoteDefinition') return before.type === 'footnoteDefinition' ? 1 : 2;
  return before.type === 'heading' ? 1 : 2;
}

function writeText(content: readonly Inline[], out: BlockBuilder, place: Place, breaks: 1 | 2): void {
  if (place.isQuoted) out.quote(content, breaks);
  else out.paragraph(content, breaks);
}

function writeBlock(node: RootContent, out: BlockBuilder, place: Place, breaks: 1 | 2): void {
  switch (node.type) {
    case 'paragraph':
      writeText(renderInline(node.children), out, place, breaks);
      return;
    case 'heading':
      writeHeading(node, out, place, breaks);
      return;
    case 'code':
      out.code(node.value, place.isQuoted);
      return;
    case 'list':
      writeList(node, out, place);
      return;
    case 'listItem':
      writeItems([node], { isOrdered: false, first: 0 }, out, place);
      return;
    case 'blockquote':
      writeBlocks(node.children, out, { ...place, isQuoted: true });
      return;
    case 'table':
      writeTable(node, out, place);
      return;
    case 'thematicBreak':
      if (place === TOP) out.block({ type: 'divider' });
      else writeText(textElement(RULE), out, place, breaks);
      return;
    case 'tableRow':
    case 'tableCell':
    case 'yaml':
    case 'definition':
      return;
    case 'footnoteDefinition':
      writeNote(node, out, place, breaks);
      return;
    default:
      writeText(renderInline([node]), out, place, breaks);
  }
}

/** A header block holds plain text: headings with links or code, small ones and those inside others are bold lines. */
function writeHeading(node: Heading, out: BlockBuilder, place: Place, breaks: 1 | 2): void {
  const content = renderInline(node.children);
  const text = textOfInlines(content).replace(/\s+/g, ' ').trim();
  const isPlain = content.every((element) => element.type === 'text' && element.style?.code === undefined);
  if (place === TOP && node.depth <= 2 && isPlain && text !== '' && text.length <= MAX_HEADER) {
    out.block({ type: 'header', text: { type: 'plain_text', text } });
    return;
  }
  writeText(renderInline(node.children, { bold: true }), out, place, breaks);
}

function writeTable(node: Table, out: BlockBuilder, place: Place): void {
  // A message takes one table block ("only_one_table_allowed").
  switch (layoutOf(node, place === TOP && !out.hasTable())) {
    case 'block':
      out.block(tableBlock(node));
      return;
    case 'text':
      out.code(tableText(node), place.isQuoted);
      return;
    case 'list': {
      const { depth, isQuoted } = place;
      out.list({ isOrdered: false, depth, offset: 0, items: tableItems(node), isQuoted });
      return;
    }
  }
}

function writeNote(note: FootnoteDefinition, out: BlockBuilder, place: Place, breaks: 1 | 2): void {
  const sign = note.data?.continued ? [] : textElement(`${footnoteSign(note.label ?? note.identifier)} `);
  const [first, ...rest] = note.children;
  if (first?.type === 'paragraph') {
    writeText(join([sign, renderInline(first.children)]), out, place, breaks);
    writeBlocks(rest, out, place);
    return;
  }
  writeText(sign, out, place, breaks);
  writeBlocks(note.children, out, place);
}

function writeList(node: List, out: BlockBuilder, place: Place): void {
  const isOrdered = node.ordered === true;
  writeItems(node.children, { isOrdered, first: isOrdered ? Math.max(0, (node.start ?? 1) - 1) : 0 }, out, place);
}

/**
 * Items hold one text each; whatever else an item holds stands between two runs of the list, and the numbers go on after
 * it.
 */
function writeItems(
  items: readonly ListItem[],
  numbering: { readonly isOrdered: boolean; readonly first: number },
  out: BlockBuilder,
  place: Place,
): void {
  const { isOrdered, first } = numbering;
  let run: (readonly Inline[])[] = [];
  let runStart = 0;
  const flush = (next: number) => {
    out.list({ isOrdered, depth: place.depth, offset: first + runStart, items: run, isQuoted: place.isQuoted });
    run = [];
    runStart = next;
  };
  items.forEach((item, index) => {
    const { text, rest } = splitItem(item);
    if (item.data?.continued) {
      flush(index + 1);
      writeText(text, out, place, 2);
    } else run.push(text);
    if (rest.length === 0) return;
    flush(index + 1);
    writeBlocks(rest, out, { ...place, depth: place.depth + 1 });
  });
  flush(items.length);
}

/** The paragraphs at the beginning of an item, as one text, and what follows them. */
function splitItem(item: ListItem): { readonly text: readonly Inline[]; readonly rest: readonly RootContent[] } {
  const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : '';
  const isContinued = item.data?.continued === true;
  let text: readonly Inline[] = isContinued ? [] : textElement(box);
  let count = 0;
  for (const child of item.children) {
    if (child.type !== 'paragraph') break;
    text = join([text, count === 0 ? [] : textElement('\n'), renderInline(child.children)]);
    count += 1;
  }
  return { text, rest: item.children.slice(count) };
}
