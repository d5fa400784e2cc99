import { escapeHtml } from './html.js';

/** A pattern at the beginning of what is left of a line, and how what it found is drawn. */
type Rule = readonly [pattern: RegExp, draw: (inner: string) => string];

const RULES: readonly Rule[] = [
  [/^\\([^A-Za-z0-9\s])/, escapeHtml],
  [/^``(.+?)``(?!`)/, (code) => `<code>${escapeHtml(code.trim())}</code>`],
  [/^`([^`]+)`/, (code) => `<code>${escapeHtml(code)}</code>`],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (text) => `<a>${drawDiscordLine(text)}</a>`],
  [/^<(https?:\/\/[^\s>]+)>/, (url) => `<a>${escapeHtml(url)}</a>`],
  [/^(https?:\/\/[^\s<]+)/, (url) => `<a>${escapeHtml(url)}</a>`],
  [/^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/, (inner) => `<b>${drawDiscordLine(inner)}</b>`],
  [/^__((?:\\.|[^\\])+?)__(?!_)/, (inner) => `<u>${drawDiscordLine(inner)}</u>`],
  [/^~~((?:\\.|[^\\])+?)~~/, (inner) => `<s>${drawDiscordLine(inner)}</s>`],
  [/^\*((?:\\.|[^\\*])+?)\*/, (inner) => `<i>${drawDiscordLine(inner)}</i>`],
  [/^_((?:\\.|[^\\_])+?)_(?![A-Za-z0-9])/, (inner) => `<i>${drawDiscordLine(inner)}</i>`],
];

/** A line of Discord's Markdown, without what begins it. */
export function drawDiscordLine(line: string): string {
  let html = '';
  let rest = line;
  while (rest !== '') {
    const rule = RULES.find(([pattern]) => pattern.test(rest));
    const [whole = rest.slice(0, 1), inner = ''] = rule?.[0].exec(rest) ?? [];
    html += rule === undefined ? escapeHtml(whole) : rule[1](inner);
    rest = rest.slice(whole.length);
  }
  return html;
}
