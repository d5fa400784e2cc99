import { z } from 'zod';
import type { Json } from '../../src/core/json.js';
import { drawDiscordLine } from './discordLine.js';
import { type Drawing, escapeHtml } from './html.js';

const message = z.object({ content: z.string() });

/** Lines of a message until one that does not go on. */
function takeWhile(lines: readonly string[], from: number, goesOn: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && goesOn(lines[end] ?? '')) end += 1;
  return end;
}

const ITEM = /^( *)([-*]|\d+\.) +(.*)$/;
const BULLETS = ['•', '◦', '▪'];

/** Items by their indentation: two columns, or a number's width, are a step. */
function drawList(lines: readonly string[]): string {
  const steps: number[] = [];
  const items: { depth: number; sign: string; lines: string[] }[] = [];
  for (const line of lines) {
    const [, pad = '', sign = '', text = ''] = ITEM.exec(line) ?? [];
    if (sign === '') {
      items.at(-1)?.lines.push(line.trim());
      continue;
    }
    while (steps.length > 0 && (steps.at(-1) ?? 0) > pad.length) steps.pop();
    if ((steps.at(-1) ?? -1) < pad.length) steps.push(pad.length);
    items.push({ depth: steps.length - 1, sign, lines: [text] });
  }
  const drawn = items.map(({ depth, sign, lines: texts }) => {
    const shown = /\d/.test(sign) ? sign : (BULLETS[depth % BULLETS.length] ?? '');
    const inner = texts.map(drawDiscordLine).join('<br>');
    return `<div class="item" style="margin-left:${depth * 20}px"><span>${shown}</span><div>${inner}</div></div>`;
  });
  return `<div class="list">${drawn.join('')}</div>`;
}

/** Lines as blocks, as a client reads them (support.discord.com, "Markdown Text 101"). */
function drawLines(lines: readonly string[]): string {
  let html = '';
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,3}) +(.*)$/.exec(line);
    let end = at + 1;
    if (line.startsWith('```')) {
      end = takeWhile(lines, at + 1, (inner) => !inner.startsWith('```'));
      html += `<div class="pre">${escapeHtml(lines.slice(at + 1, end).join('\n'))}</div>`;
      end += 1;
    } else if (heading !== null) {
      html += `<div class="h${heading[1]?.length}">${drawDiscordLine(heading[2] ?? '')}</div>`;
    } else if (/^> ?/.test(line)) {
      end = takeWhile(lines, at, (inner) => /^>( |$)/.test(inner));
      html += `<div class="quote">${drawLines(lines.slice(at, end).map((inner) => inner.replace(/^> ?/, '')))}</div>`;
    } else if (ITEM.test(line)) {
      end = takeWhile(lines, at, (inner) => ITEM.test(inner) || /^ {2,}\S/.test(inner));
      html += drawList(lines.slice(at, end));
    } else html += line === '' ? '<div class="gap"></div>' : `<div>${drawDiscordLine(line)}</div>`;
    at = end;
  }
  return html;
}

/** Draws an answer as a Discord server stored it: content in Discord's own Markdown. */
export function drawDiscord(answer: readonly Json[]): Drawing {
  const messages = z.array(message).parse(answer);
  const head = '<div class="from"><b>Waggle</b> <span class="app">APP</span> <span class="time">09:41</span></div>';
  return {
    messages: messages.map(({ content }, index) => {
      const avatar = index === 0 ? '<div class="avatar">W</div>' : '<div class="avatar none"></div>';
      return `${avatar}<div class="body">${index === 0 ? head : ''}${drawLines(content.split('\n'))}</div>`;
    }),
    style: `
      .chat { background: #fff; padding: 12px; color: #2e3338; gap: 6px; }
      .asked { background: #f2f3f5; border-radius: 12px; align-self: flex-end; padding: 7px 12px; margin-bottom: 8px; }
      .message { display: flex; gap: 11px; }
      .avatar { flex: 0 0 38px; height: 38px; border-radius: 50%; background: #e8a317; color: #fff; font: bold 20px/38px var(--sans); text-align: center; }
      .avatar.none { background: none; height: 0; }
      .body { flex: 1; min-width: 0; overflow-wrap: anywhere; }
      .app { background: #5865f2; border-radius: 4px; color: #fff; font-size: 10px; padding: 1px 4px; vertical-align: 1px; }
      .time { color: #6d747d; font-size: 12px; }
      .h1 { font-size: 22px; font-weight: bold; margin: 10px 0 6px; }
      .h2 { font-size: 18px; font-weight: bold; margin: 10px 0 5px; }
      .h3 { font-size: 16px; font-weight: bold; margin: 8px 0 4px; }
      .gap { height: 10px; }
      .item { display: flex; gap: 7px; }
      .item span { flex: 0 0 17px; text-align: right; }
      .quote { border-left: 4px solid #c4c9ce; border-radius: 2px; padding-left: 11px; }
      .pre { background: #f2f3f5; border: 1px solid #e3e5e8; border-radius: 5px; padding: 8px; margin: 5px 0; font: 12px/1.4 var(--mono); white-space: pre-wrap; }
      code { background: #f2f3f5; border-radius: 4px; padding: 1px 4px; }
      a { color: #006ce7; }`,
  };
}
