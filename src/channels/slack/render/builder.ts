import { type Block, cleanText, type Inline, type RichPart, type Section } from './blocks.js';
import { join, textElement } from './inline.js';

/** Puts blocks together: neighbouring rich text is one block, neighbouring paragraphs one section. */
export interface BlockBuilder {
  /** Text below whatever came before; `breaks` line breaks part it from a paragraph before it. */
  paragraph(content: readonly Inline[], breaks: 1 | 2): void;
  /** Text with the bar of a quote. */
  quote(content: readonly Inline[], breaks: 1 | 2): void;
  code(text: string, isQuoted: boolean): void;
  list(list: ListRun): void;
  /** A block of its own. */
  block(block: Exclude<Block, { type: 'rich_text' }>): void;
  hasTable(): boolean;
  result(): Block[];
}

/** Items of one list that follow each other without anything between. */
export interface ListRun {
  readonly isOrdered: boolean;
  readonly depth: number;
  /** Number of the first item, from 0. */
  readonly offset: number;
  readonly items: readonly (readonly Inline[])[];
  readonly isQuoted: boolean;
}

/** Block Kit: indentation of a list, from 0. */
const MAX_INDENT = 8;

/** An element must hold something ("missing element"). */
const NOTHING: readonly Inline[] = [{ type: 'text', text: ' ' }];

export function createBlockBuilder(): BlockBuilder {
  const blocks: Block[] = [];
  let rich: RichPart[] = [];
  let hasTable = false;

  const flush = () => {
    if (rich.length > 0) blocks.push({ type: 'rich_text', elements: rich });
    rich = [];
  };

  const append = (type: 'rich_text_section' | 'rich_text_quote', content: readonly Inline[], breaks: number) => {
    if (content.length === 0) return;
    const last = rich.at(-1);
    if (last?.type === type) {
      const elements = join([last.elements, textElement('\n'.repeat(breaks)), content]);
      rich[rich.length - 1] = { type, elements };
    } else rich.push({ type, elements: content });
  };

  return {
    paragraph: (content, breaks) => append('rich_text_section', content, breaks),
    quote: (content, breaks) => append('rich_text_quote', content, breaks),
    code: (text, isQuoted) => {
      const clean = cleanText(text)
        .replace(/^(?:[ ]*\n)+/, '')
        .trimEnd();
      if (clean === '') return;
      const elements = [{ type: 'text' as const, text: clean }];
      rich.push({ type: 'rich_text_preformatted', elements, ...(isQuoted ? { border: 1 } : {}) });
    },
    list: ({ isOrdered, depth, offset, items, isQuoted }) => {
      if (items.length === 0) return;
      const elements = items.map(
        (item): Section => ({ type: 'rich_text_section', elements: item.length === 0 ? NOTHING : item }),
      );
      rich.push({
        type: 'rich_text_list',
        style: isOrdered ? 'ordered' : 'bullet',
        elements,
        indent: Math.min(depth, MAX_INDENT),
        ...(isOrdered && offset > 0 ? { offset } : {}),
        ...(isQuoted ? { border: 1 } : {}),
      });
    },
    block: (block) => {
      flush();
      hasTable ||= block.type === 'table';
      blocks.push(block);
    },
    hasTable: () => hasTable,
    result: () => {
      flush();
      return blocks;
    },
  };
}
