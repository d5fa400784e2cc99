import { textOfMarkdown } from './markdownText.js';
import { type NameOf, ownId, textOfMrkdwn } from './mrkdwn.js';
import type { RichText, RichTextInline, RichTextPart } from './richText.js';
import type { Block, TableCell } from './schema.js';

function textOfInline(element: RichTextInline, nameOf: NameOf): string {
  switch (element.type) {
    case 'text':
      return element.text;
    case 'link':
      return element.text ?? element.url;
    case 'user':
      return `@${nameOf('user', element.user_id)}`;
    case 'usergroup':
      return `@${nameOf('group', element.usergroup_id)}`;
    case 'channel':
      return `#${nameOf('channel', element.channel_id)}`;
    case 'broadcast':
      return `@${element.range}`;
    case 'emoji':
      return element.unicode === undefined
        ? `:${element.name}:`
        : String.fromCodePoint(...element.unicode.split('-').map((code) => Number.parseInt(code, 16)));
    case 'color':
      return element.value;
    case 'team':
      return element.team_id;
    case 'date':
      return element.fallback ?? element.format;
  }
}

function textOfPart(part: RichTextPart, nameOf: NameOf): string {
  if (part.type === 'rich_text_list') {
    return part.elements.map((item) => item.elements.map((inner) => textOfInline(inner, nameOf)).join('')).join('\n');
  }
  return part.elements.map((inner) => textOfInline(inner, nameOf)).join('');
}

const textOfRichText = (block: RichText, nameOf: NameOf) =>
  block.elements.map((part) => textOfPart(part, nameOf)).join('\n');

function textOfCell(cell: TableCell, nameOf: NameOf): string {
  if (cell.type === 'rich_text') return textOfRichText(cell, nameOf);
  return cell.type === 'raw_text' ? cell.text : (cell.text ?? String(cell.value));
}

const textOfObject = (object: { type: 'plain_text' | 'mrkdwn'; text: string }, nameOf: NameOf) =>
  object.type === 'mrkdwn' ? textOfMrkdwn(object.text, nameOf) : object.text;

function textOfBlock(block: Block, nameOf: NameOf): string {
  switch (block.type) {
    case 'rich_text':
      return textOfRichText(block, nameOf);
    case 'markdown':
      return textOfMarkdown(block.text);
    case 'header':
      return block.text.text;
    case 'section':
      return [...(block.text === undefined ? [] : [block.text]), ...(block.fields ?? [])]
        .map((object) => textOfObject(object, nameOf))
        .join('\n');
    case 'context':
      return block.elements.map((inner) => (inner.type === 'image' ? '' : textOfObject(inner, nameOf))).join(' ');
    case 'table':
      return block.rows.map((row) => row.map((cell) => textOfCell(cell, nameOf)).join('\t')).join('\n');
    case 'image':
      return block.title?.text ?? block.alt_text;
    case 'divider':
    case 'actions':
      return '';
  }
}

/**
 * The text that a reader sees of blocks: a line for each block, item, row and paragraph, cells apart by tabs. List marks,
 * numbers and the labels of buttons are left out.
 */
export function textOfBlocks(blocks: readonly Block[], nameOf: NameOf = ownId): string {
  return blocks
    .map((block) => textOfBlock(block, nameOf))
    .filter((text) => text !== '')
    .join('\n');
}

/** The part of a message that is shown. */
export interface Shown {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The text that a reader sees of a message: of its blocks, or of its text when it has none. */
export function visibleText(message: Shown, nameOf: NameOf = ownId): string {
  return message.blocks.length > 0 ? textOfBlocks(message.blocks, nameOf) : textOfMrkdwn(message.text, nameOf);
}
