import { splitPage } from './pageParts.js';

const MARK_LINE = /^[ \t]*<!-- waggle:(?:begin|end) [^\r\n]*-->[ \t]*\r?\n?/gm;
const BLOCK_ID = /[ \t]\^[A-Za-z0-9-]+[ \t]*(?=\r?$)/gm;
const WIKI_LINK = /!?\[\[([^[\]|\r\n]{1,300})(?:\|([^[\]\r\n]{1,300}))?\]\]/g;

/** A page as Markdown for somebody who reads it in a chat: without front matter, marks and ids, links as their words. */
export function readableText(text: string): string {
  const { parts } = splitPage(text);
  return parts
    .map((part) => part.text)
    .join('')
    .replace(MARK_LINE, '')
    .replace(BLOCK_ID, '')
    .replace(WIKI_LINK, (_, target: string, words: string | undefined) => words ?? lastName(target))
    .trim();
}

/** The same without Markdown's escapes, for excerpts and for the search. */
export function plainText(text: string): string {
  return readableText(text).replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function lastName(target: string): string {
  return (target.split('#')[0] ?? '').split('/').at(-1) ?? target;
}
