import type { Link, PhrasingContent } from 'mdast';
import { footnoteSign, imageLabel, plainText } from '../../../reply/markdown/plainText.js';
import { cleanText, type Inline, type Style } from './blocks.js';

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);
/** Longest address of a link (Block Kit: 3,000 characters). */
const MAX_URL = 3000;
/** A longer address that cannot be a link is not shown beside its text. */
const MAX_SHOWN = 200;

/** The address as Slack takes it in a link; null when it would refuse the message or the link would be dead. */
function linkTarget(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return SCHEMES.has(protocol) && href.length <= MAX_URL ? href : null;
}

/** Inline Markdown as rich text elements; neighbours with equal marks are one. */
export function renderInline(children: readonly PhrasingContent[], style: Style = {}): Inline[] {
  const out: Inline[] = [];
  for (const node of children) for (const element of renderNode(node, style)) push(out, element);
  return out;
}

/** Text with marks; nothing when there is no text. */
export function textElement(text: string, style: Style = {}): Inline[] {
  const clean = cleanText(text);
  if (clean === '') return [];
  return [Object.keys(style).length === 0 ? { type: 'text', text: clean } : { type: 'text', text: clean, style }];
}

/** Appends elements, joining texts that look alike. */
export function join(parts: readonly (readonly Inline[])[]): Inline[] {
  const out: Inline[] = [];
  for (const element of parts.flat()) push(out, element);
  return out;
}

function push(out: Inline[], element: Inline): void {
  const last = out.at(-1);
  if (last?.type === 'text' && element.type === 'text' && isSameStyle(last.style, element.style)) {
    out[out.length - 1] = { ...last, text: last.text + element.text };
  } else out.push(element);
}

function isSameStyle(a: Style = {}, b: Style = {}): boolean {
  return a.bold === b.bold && a.italic === b.italic && a.strike === b.strike && a.code === b.code;
}

function renderNode(node: PhrasingContent, style: Style): Inline[] {
  switch (node.type) {
    case 'text':
    case 'inlineMath':
    case 'html':
      return textElement(node.value, style);
    case 'break':
      return textElement('\n', style);
    case 'inlineCode':
      return textElement(node.value, { ...style, code: true });
    case 'strong':
      return renderInline(node.children, { ...style, bold: true });
    case 'emphasis':
      return renderInline(node.children, { ...style, italic: true });
    case 'delete':
      return renderInline(node.children, { ...style, strike: true });
    case 'link':
      return renderLink(node, style);
    case 'linkReference':
      return renderInline(node.children, style);
    case 'image': {
      const label = imageLabel(node.alt, node.url);
      const shown = textElement(node.data?.continued ? label : `🖼 ${label}`, style);
      const target = linkTarget(node.url);
      return target === null ? shown : linked(shown, target);
    }
    case 'imageReference':
      return textElement(`🖼 ${imageLabel(node.alt, '')}`, style);
    case 'footnoteReference':
      return textElement(footnoteSign(node.label ?? node.identifier), style);
  }
}

/** Every element of a link's text becomes a link of its own with its marks; Slack shows them as one. */
function linked(elements: readonly Inline[], url: string): Inline[] {
  return elements.map((element) => {
    const { text = url } = element;
    return element.style === undefined
      ? { type: 'link', url, text }
      : { type: 'link', url, text, style: element.style };
  });
}

function renderLink(node: Link, style: Style): Inline[] {
  const target = linkTarget(node.url);
  const words = renderInline(node.children, style);
  const text = plainText(node.children);
  if (target !== null) {
    return words.length === 0 || text === '' ? [...words, { type: 'link', url: target }] : linked(words, target);
  }
  const isShown = node.url !== '' && node.url.length <= MAX_SHOWN && text !== node.url;
  return isShown ? join([words, textElement(text === '' ? node.url : ` (${node.url})`, style)]) : words;
}
