import { Readability } from '@mozilla/readability';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Readable } from './extractProtocol.js';
import { absoluteUrl, lineOf, type PageDocument, type PageElement, parsePage } from './pageDocument.js';

/** Beyond these a page is shown without its structure: Readability takes time with the square of the depth, the rest seconds. */
const MAX_ELEMENTS = 25_000;
const MAX_DEPTH = 300;

/** An article is taken for the page when it has so much of its text, or is so long by itself, in characters. */
const SHARE_OF_PAGE = 0.4;
const LONG_ENOUGH = 1500;

/** What no reader sees, or goes to read. Hidden text is also where orders to agents are put. */
const UNSEEN =
  'title, nav, [role="navigation"], script, style, noscript, template, svg, canvas, iframe, object, embed, link, meta[http-equiv], [hidden], [aria-hidden="true"], input[type="hidden"], dialog:not([open])';
const UNSEEN_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?\s*(?:;|$)|font-size\s*:\s*0(?:px|em|rem|pt|%)?\s*(?:;|$))/i;

/** What stands around the text of a page. */
const FURNITURE = 'header, footer, aside, form, [role="banner"], [role="contentinfo"]';

/** The readable part of an HTML page, as Markdown: its article, or all of it where it is none (a list, a start page). */
export function readHtml(html: string, url: string): Readable {
  const document = parsePage(html);
  const title = titleOf(document);
  prepare(document, url);
  const whole = document.body;
  if (whole === null) return { title, text: '', published: '', byline: '', note: '' };
  if (isTooMuch(whole)) {
    return { title, text: bareText(whole), published: '', byline: '', note: 'Shown without its structure.' };
  }
  const article = findArticle(whole.innerHTML, html);
  if (article !== null && isThePage(article.length, lineOf(whole).length)) {
    const { byline, published } = article;
    return { title: title || article.title, text: htmlToText(article.html), published, byline, note: '' };
  }
  for (const part of [...whole.querySelectorAll(FURNITURE)]) part.remove();
  return { title, text: htmlToText(whole.innerHTML), published: '', byline: '', note: '' };
}

function titleOf(document: PageDocument): string {
  const given = document.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? '';
  return lineOf(document.querySelector('title')) || given.trim() || lineOf(document.querySelector('h1'));
}

/** Takes out what no reader sees, and makes links absolute. */
function prepare(document: PageDocument, url: string): void {
  for (const element of [...document.querySelectorAll(UNSEEN)]) element.remove();
  for (const element of [...document.querySelectorAll('[style]')]) {
    if (UNSEEN_STYLE.test(element.getAttribute('style') ?? '')) element.remove();
  }
  const base = absoluteUrl(document.querySelector('base')?.getAttribute('href') ?? null, url) ?? url;
  for (const link of [...document.querySelectorAll('a[href]')]) {
    const target = absoluteUrl(link.getAttribute('href'), base);
    if (target === null) link.replaceWith(...link.childNodes);
    else link.setAttribute('href', target);
  }
}

interface Article {
  readonly title: string;
  readonly html: string;
  /** Characters of text. */
  readonly length: number;
  readonly published: string;
  readonly byline: string;
}

/** The article of a page; null where there is none. */
function findArticle(body: string, html: string): Article | null {
  // Readability takes its document apart, and reads dates and authors from the head. A class may name the language of code.
  const copy = parsePage(html);
  if (copy.body === null) return null;
  copy.body.innerHTML = body;
  const found = new Readability(copy, { keepClasses: true }).parse();
  if (found === null || !found.content) return null;
  return {
    title: found.title ?? '',
    html: found.content,
    length: (found.textContent ?? '').replace(/\s+/g, ' ').length,
    published: found.publishedTime ?? '',
    byline: found.byline ?? '',
  };
}

function isThePage(article: number, whole: number): boolean {
  return article >= LONG_ENOUGH || article >= whole * SHARE_OF_PAGE;
}

/** Without recursion: a page of ten thousand nested elements is no reason to fall over. */
function isTooMuch(root: PageElement): boolean {
  let level: PageElement[] = [root];
  let elements = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    elements += level.length;
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) return true;
    level = level.flatMap((element) => [...element.children]);
  }
  return false;
}

/** Tags that begin a new line. */
const BLOCKS = /<\/?(?:p|div|br|li|ul|ol|dl|dt|dd|tr|table|h[1-6]|pre|blockquote|section|article|main|hr)\b[^>]*>/gi;

function bareText(element: PageElement): string {
  const lines = element.innerHTML.replace(BLOCKS, '\n').replace(/<[^>]*>/g, '');
  return tidy(parsePage(lines).body?.textContent ?? '');
}

/** Pictures are told by what they show, where the page says it; comments are not for readers. */
export function htmlToText(html: string): string {
  const tree = toMdast(fromHtml(html, { fragment: true }), {
    handlers: {
      img: (_, element: { properties?: { alt?: unknown } }) => {
        const alt = element.properties?.alt;
        if (typeof alt !== 'string' || alt.trim() === '') return undefined;
        // A node of this type is written as it stands.
        return { type: 'html', value: `[picture: ${alt.replace(/\s+/g, ' ').trim()}]` };
      },
    },
    nodeHandlers: { comment: () => undefined },
  });
  return tidy(
    toMarkdown(tree, { extensions: [gfmToMarkdown({ tableCellPadding: false, tablePipeAlign: false })], bullet: '-' }),
  );
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
