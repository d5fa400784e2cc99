import { type Names, showInline, takeInline } from './inlineMarkdown.js';

const quoteLine = /^ *> ([^\n]*)(?:\n|$)/;
const quoteRest = /^ *>>> ([\s\S]*)$/;
const heading = /^ *(?:#{1,3}|-#)[ \t]+(?=\S)([^\n]*)/;
const item = /^( *)(?:[-*]|(\d+)\.)( +)(?=\S)/;

/** Where an item ends: before the next item, and before a line that is not indented. */
function endOfItem(text: string, from: number): number {
  let at = from;
  for (;;) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    const next = text.slice(end + 1);
    if (item.test(next) || !next.startsWith(' ')) return end;
    at = end + 1;
  }
}

/** What stands at the beginning of a line and is no plain text. */
function takeBlock(text: string, names: Names, inQuote: boolean): { shown: string; length: number } | undefined {
  if (!inQuote) {
    const rest = quoteRest.exec(text);
    if (rest !== null) return { shown: show(rest[1] ?? '', names, true), length: text.length };
    const lines: string[] = [];
    let length = 0;
    for (let line = quoteLine.exec(text); line !== null; line = quoteLine.exec(text.slice(length))) {
      if (line[0] === '') break;
      lines.push(line[1] ?? '');
      length += line[0].length;
    }
    if (lines.length > 0) {
      const end = text[length - 1] === '\n' ? '\n' : '';
      return { shown: show(lines.join('\n'), names, true) + end, length };
    }
  }
  const title = heading.exec(text);
  if (title !== null) {
    const words = (title[1] ?? '').replace(/(?<![\\#])#+[ \t]*$/, '').trimEnd();
    return { shown: showInline(words, names), length: title[0].length };
  }
  const mark = item.exec(text);
  if (mark === null) return undefined;
  const [whole, indent = '', number] = mark;
  const length = endOfItem(text, whole.length);
  const inner = text.slice(whole.length, length).replace(new RegExp(`\n {1,${whole.length}}`, 'g'), '\n');
  return { shown: `${indent}${number === undefined ? '•' : `${number}.`} ${show(inner, names, inQuote)}`, length };
}

function show(text: string, names: Names, inQuote: boolean): string {
  let shown = '';
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const isLineStart = at === 0 || text[at - 1] === '\n';
    const found = (isLineStart ? takeBlock(rest, names, inQuote) : undefined) ?? takeInline(rest, names);
    shown += found?.shown ?? text[at];
    at += found?.length ?? 1;
  }
  return shown;
}

/**
 * What a reader sees of a message in Discord's Markdown: without the marks, as a client shows it. Items of lists begin
 * with `•` or their number; mentions are shown by name. Escaped characters stand for themselves; so do marks that do
 * not close, `#` without a space, headings below the third level, tables and images, which Discord does not know.
 * The rules follow the open parser that Discord's clients are built on (simple-markdown) and what the clients show.
 */
export function visibleText(content: string, names: Names = {}): string {
  return show(content, names, false);
}
