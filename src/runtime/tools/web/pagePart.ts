import type { ReadPage } from './pageShelf.js';

/** Text of one result, in characters: with its head it stays below what a result may have. */
const PART_CHARS = 8000;
/** Where a part may end earlier, at a better place. */
const LOOK_BACK = 1500;
const MAX_TITLE_CHARS = 300;

/** One part of a document, with where it is from and how to go on. @throws Error for an offset behind the end */
export function pagePart(page: ReadPage, offset: number): string {
  const { text, title, url, published, byline, note } = page;
  if (offset > 0 && offset >= text.length) {
    throw new Error(`the text has only ${text.length} characters; offset ${offset} is behind its end`);
  }
  const end = endOf(text, offset);
  const lines = [
    ...(title === '' ? [] : [`Title: ${oneLine(title)}`]),
    `URL: ${url}`,
    ...(byline === '' ? [] : [`By: ${oneLine(byline)}`]),
    ...(published === '' ? [] : [`Published: ${oneLine(published)}`]),
    ...(offset === 0 && end === text.length ? [] : [`Characters ${offset} to ${end} of ${text.length}`]),
    ...(note === '' ? [] : [note]),
  ];
  const body = text === '' ? '(no text)' : text.slice(offset, end);
  const rest = end < text.length ? `\n\n[More: call again with offset ${end}.]` : '';
  return `${lines.join('\n')}\n\n${body}${rest}`;
}

/** At the end of a paragraph, a line or a word where one is near; never within a surrogate pair. */
function endOf(text: string, offset: number): number {
  const limit = offset + PART_CHARS;
  if (limit >= text.length) return text.length;
  for (const seam of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(seam, limit - seam.length);
    if (at > limit - LOOK_BACK) return at + seam.length;
  }
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, MAX_TITLE_CHARS);
}
