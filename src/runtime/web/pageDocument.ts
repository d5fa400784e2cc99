import { parseHTML } from 'linkedom';

/** The parts of an HTML document that are used here. */
export interface PageDocument extends PageElement {
  readonly body: PageElement | null;
}

export interface PageElement {
  readonly textContent: string | null;
  readonly children: Iterable<PageElement> & { readonly length: number };
  innerHTML: string;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  readonly childNodes: Iterable<unknown>;
  replaceWith(...nodes: unknown[]): void;
  remove(): void;
}

/** Tags that a page may leave out; the parser wants all of them or gives nothing. */
const FRAME = /<!doctype[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/gi;

/** Parses a page, whole or not. */
export function parsePage(html: string): PageDocument {
  const isWhole = /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html);
  const whole = isWhole ? html : `<html><body>${html.replace(FRAME, '')}</body></html>`;
  const { document }: { document: PageDocument } = parseHTML(whole);
  return document;
}

/** Text of an element on one line. */
export function lineOf(element: PageElement | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** An absolute web address, or null: `javascript:`, `data:` and their like lead nowhere that a reader could go. */
export function absoluteUrl(href: string | null, base: string): string | null {
  if (href === null || !URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
