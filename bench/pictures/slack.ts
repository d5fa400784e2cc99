import { z } from 'zod';
import type { Json } from '../../src/core/json.js';
import type { RichText, RichTextInline, RichTextPart } from '../../test/platforms/slack/blocks/richText.js';
import { type Block, messageBlock, type TableCell } from '../../test/platforms/slack/blocks/schema.js';
import { type Drawing, escapeHtml } from './html.js';

const message = z.object({ blocks: z.array(messageBlock) });

function drawInline(element: RichTextInline): string {
  if (element.type !== 'text' && element.type !== 'link') throw new Error(`Slack's ${element.type} cannot be drawn`);
  const text = escapeHtml(element.type === 'text' ? element.text : (element.text ?? element.url));
  const { bold, italic, strike, code } = element.style ?? {};
  let html = element.type === 'link' ? `<a>${text}</a>` : text;
  if (code === true) html = `<code>${html}</code>`;
  if (strike === true) html = `<s>${html}</s>`;
  if (italic === true) html = `<i>${html}</i>`;
  return bold === true ? `<b>${html}</b>` : html;
}

const BULLETS = ['•', '◦', '▪'];

/** Numbers, letters and Roman numerals follow each other with each step inwards. */
function numberOf(count: number, indent: number): string {
  if (indent % 3 === 1) return String.fromCharCode(96 + count);
  return indent % 3 === 2
    ? (['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'][count - 1] ?? '')
    : String(count);
}

function drawPart(part: RichTextPart): string {
  switch (part.type) {
    case 'rich_text_section':
      return `<div class="section">${part.elements.map(drawInline).join('')}</div>`;
    case 'rich_text_quote':
      return `<div class="quote">${part.elements.map(drawInline).join('')}</div>`;
    case 'rich_text_preformatted':
      return `<div class="pre">${part.elements.map(drawInline).join('')}</div>`;
    case 'rich_text_list': {
      const { style, indent = 0, offset = 0, border = 0 } = part;
      const items = part.elements.map((item, index) => {
        const sign =
          style === 'ordered' ? `${numberOf(offset + index + 1, indent)}.` : BULLETS[indent % BULLETS.length];
        const inner = item.elements.map(drawInline).join('');
        return `<div class="item" style="margin-left:${indent * 24}px"><span>${sign}</span><div>${inner}</div></div>`;
      });
      return `<div class="list${border > 0 ? ' quote' : ''}">${items.join('')}</div>`;
    }
  }
}

const drawRichText = (block: RichText) => block.elements.map(drawPart).join('');

function drawCell(cell: TableCell): string {
  if (cell.type === 'rich_text') return drawRichText(cell);
  return escapeHtml(cell.type === 'raw_text' ? cell.text : (cell.text ?? String(cell.value)));
}

function drawBlock(block: Block): string {
  switch (block.type) {
    case 'rich_text':
      return drawRichText(block);
    case 'header':
      return `<div class="header">${escapeHtml(block.text.text)}</div>`;
    case 'divider':
      return '<hr>';
    case 'table': {
      const rows = block.rows.map((row) => {
        const cells = row.map((cell, column) => {
          const align = block.column_settings?.[column]?.align ?? 'left';
          return `<td style="text-align:${align}">${drawCell(cell)}</td>`;
        });
        return `<tr>${cells.join('')}</tr>`;
      });
      return `<table>${rows.join('')}</table>`;
    }
    default:
      throw new Error(`Slack's ${block.type} cannot be drawn`);
  }
}

/** Draws an answer as a Slack server stored it: blocks (docs.slack.dev/reference/block-kit/blocks). */
export function drawSlack(answer: readonly Json[]): Drawing {
  const messages = z.array(message).parse(answer);
  const head = '<div class="from"><b>Waggle</b> <span class="app">APP</span> <span class="time">09:41</span></div>';
  return {
    messages: messages.map(
      ({ blocks }) => `<div class="avatar">W</div><div class="body">${head}${blocks.map(drawBlock).join('')}</div>`,
    ),
    style: `
      .chat { background: #fff; padding: 12px; color: #1d1c1d; }
      .asked { background: #f4ede4; border-radius: 10px; align-self: flex-end; padding: 7px 12px; }
      .message { display: flex; gap: 9px; }
      .avatar { flex: 0 0 36px; height: 36px; border-radius: 8px; background: #e8a317; color: #fff; font: bold 20px/36px var(--sans); text-align: center; }
      .body { flex: 1; min-width: 0; }
      .from { margin-bottom: 2px; }
      .app { background: #e8e8e8; border-radius: 3px; color: #616061; font-size: 10px; padding: 1px 3px; vertical-align: 1px; }
      .time { color: #616061; font-size: 12px; }
      .header { font-size: 18px; font-weight: bold; margin: 12px 0 4px; }
      .header:nth-child(2) { margin-top: 2px; }
      .section { white-space: pre-wrap; margin: 4px 0; }
      .list { margin: 4px 0; }
      .item { display: flex; gap: 8px; }
      .item span { flex: 0 0 18px; text-align: right; }
      .quote { border-left: 4px solid #ddd; padding-left: 11px; margin: 6px 0; white-space: pre-wrap; }
      .pre { background: #f8f8f8; border: 1px solid #ddd; border-radius: 4px; padding: 8px; margin: 6px 0; font: 12px/1.45 var(--mono); white-space: pre-wrap; }
      code { background: #f8f8f8; border: 1px solid #ddd; border-radius: 3px; color: #c01343; padding: 1px 3px; }
      table { border-collapse: separate; border-spacing: 0; border: 1px solid #ddd; border-radius: 8px; margin: 6px 0; }
      td { border: 0 solid #ddd; border-width: 0 1px 1px 0; padding: 5px 12px; }
      td:last-child { border-right: 0; }
      tr:last-child td { border-bottom: 0; }
      tr:first-child td { font-weight: bold; background: #f8f8f8; }
      td .section { margin: 0; }
      hr { border: 0; border-top: 1px solid #ddd; }
      a { color: #1264a3; }`,
  };
}
