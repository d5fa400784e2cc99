import { z } from 'zod';
import type { Json } from '../../src/core/json.js';
import { type Drawing, escapeHtml } from './html.js';

const entity = z.object({
  type: z.string(),
  offset: z.int(),
  length: z.int(),
  language: z.string().exactOptional(),
});
type Entity = z.output<typeof entity>;

const message = z.object({ text: z.string(), entities: z.array(entity).optional() });

const INLINE: Readonly<Record<string, string>> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
  text_link: 'a',
  url: 'a',
};
const QUOTES = new Set(['blockquote', 'expandable_blockquote']);

function tagsOf({ type, language }: Entity): readonly [open: string, close: string] {
  if (type === 'pre') {
    const head = language === undefined ? '' : `<div class="language">${escapeHtml(language)}</div>`;
    return [`<div class="pre">${head}`, '</div>'];
  }
  if (QUOTES.has(type)) return ['<div class="quote">', '</div>'];
  const tag = INLINE[type];
  if (tag === undefined) throw new Error(`Telegram's ${type} cannot be drawn`);
  return [`<${tag}>`, `</${tag}>`];
}

/** Clients find addresses by themselves. */
function drawText(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+[^\s<.,;:!?)]/g, '<a>$&</a>');
}

/** Text from `start` to `end` with its entities, the longer ones around the shorter ones. */
function draw(text: string, entities: readonly Entity[], start: number, end: number): string {
  let html = '';
  let at = start;
  for (let index = 0; index < entities.length; index += 1) {
    const outer = entities[index];
    if (outer === undefined || outer.offset < at || outer.offset >= end) continue;
    const outerEnd = outer.offset + outer.length;
    const inner = entities.slice(index + 1).filter((other) => other.offset + other.length <= outerEnd);
    const [open, close] = tagsOf(outer);
    html += drawText(text.slice(at, outer.offset)) + open + draw(text, inner, outer.offset, outerEnd) + close;
    at = outerEnd;
    // A block ends its line: the break behind it shows no empty one.
    if (close === '</div>' && text[at] === '\n') at += 1;
  }
  return html + drawText(text.slice(at, end));
}

/** Draws an answer as a Telegram server stored it: text and entities (core.telegram.org/bots/api#messageentity). */
export function drawTelegram(answer: readonly Json[]): Drawing {
  const messages = z.array(message).parse(answer);
  return {
    messages: messages.map(({ text, entities = [] }) => {
      const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
      return `<div class="text">${draw(text, sorted, 0, text.length)}</div>`;
    }),
    style: `
      .chat { background: #cfdec3; padding: 12px 8px; }
      .asked { align-self: flex-end; background: #e6fbd0; border-radius: 16px 16px 4px 16px; padding: 7px 12px; }
      .message { background: #fff; border-radius: 16px 16px 16px 4px; padding: 8px 12px 9px; max-width: 346px; }
      .asked, .message { box-shadow: 0 1px 1px rgb(0 0 0 / 15%); }
      .text { white-space: pre-wrap; }
      a { color: #2481cc; }
      code { color: #b0447a; }
      .pre, .quote { border-left: 3px solid #3a95d5; border-radius: 5px; background: #eaf4fb; padding: 5px 9px; margin: 2px 0; }
      .pre { font: 12.5px/1.4 var(--mono); overflow-wrap: anywhere; }
      .language { color: #2481cc; font: bold 12px var(--sans); margin: 0 0 4px; }`,
  };
}
