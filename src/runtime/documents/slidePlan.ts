import { type Block, type Spans, textOfSpans } from './block.js';

/** What one heading's slide shows. */
export interface SlidePlan {
  readonly title: Spans;
  readonly body: readonly Block[];
  /** For the speaker; empty for none. */
  readonly notes: string;
}

export type Deck = readonly SlidePlan[];

/** A paragraph that begins so begins the speaker's notes of its slide. */
const NOTES = /^(?:speaker )?notes?:\s*/i;

/** A document's slides: each heading down to the third level begins one, a rule one without a title. */
export function readDeck(blocks: readonly Block[]): Deck {
  const deck: { title: Spans; body: Block[]; notes: string[]; isInNotes: boolean }[] = [];
  const begin = (title: Spans) => {
    const slide = { title, body: [], notes: [], isInNotes: false };
    deck.push(slide);
    return slide;
  };
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level <= 3 && block.depth === 0 && block.quotes === 0) {
      begin(block.spans);
      continue;
    }
    if (block.kind === 'rule') {
      if ((deck.at(-1)?.body.length ?? 0) > 0) begin([]);
      continue;
    }
    const slide = deck.at(-1) ?? begin([]);
    const text = 'spans' in block ? textOfSpans(block.spans) : '';
    if (block.kind === 'paragraph' && block.depth === 0 && NOTES.test(text)) slide.isInNotes = true;
    if (!slide.isInNotes) slide.body.push(block);
    else slide.notes.push(bareText(block).replace(NOTES, ''));
  }
  return deck
    .filter(({ title, body, notes }) => textOfSpans(title).trim() !== '' || body.length > 0 || notes.length > 0)
    .map(({ title, body, notes }) => ({ title, body, notes: notes.join('\n').trim() }));
}

function bareText(block: Block): string {
  const sign = block.marker === undefined ? '' : `${block.marker.text} `;
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return `${sign}${textOfSpans(block.spans)}`;
    case 'code':
      return block.text;
    case 'table':
      return block.rows.map((row) => row.map(textOfSpans).join(' | ')).join('\n');
    case 'image':
      return block.alt;
    case 'rule':
      return '';
  }
}
