import type { Block, Inline, RichPart, TableCell } from './blocks.js';

const BULLETS = ['•', '◦', '▪'];
const INDENT = '  ';

/** The text of inline content. */
export function textOfInlines(elements: readonly Inline[]): string {
  return elements.map((element) => (element.type === 'text' ? element.text : (element.text ?? element.url))).join('');
}

/** Blocks as plain text, with bullets and numbers: what a notification or a screen reader gets. */
export function plainOf(blocks: readonly Block[]): string {
  return blocks
    .map(plainOfBlock)
    .filter((text) => text !== '')
    .join('\n');
}

function plainOfBlock(block: Block): string {
  switch (block.type) {
    case 'rich_text':
      return block.elements.map(plainOfPart).join('\n');
    case 'header':
      return block.text.text;
    case 'divider':
      return '';
    case 'table':
      return block.rows.map((row) => row.map(textOfCell).join('\t')).join('\n');
  }
}

function textOfCell(cell: TableCell): string {
  if (cell.type === 'raw_text') return cell.text;
  return cell.elements.map((section) => textOfInlines(section.elements)).join('\n');
}

function plainOfPart(part: RichPart): string {
  if (part.type !== 'rich_text_list') return textOfInlines(part.elements);
  const { style, indent, offset = 0 } = part;
  return part.elements
    .map((item, index) => {
      const mark = style === 'ordered' ? `${offset + index + 1}.` : (BULLETS[indent % BULLETS.length] ?? '•');
      return `${INDENT.repeat(indent)}${mark} ${textOfInlines(item.elements)}`;
    })
    .join('\n');
}
