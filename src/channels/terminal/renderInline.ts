import type { PhrasingContent } from 'mdast';
import { footnoteSign, imageLabel, plainText } from '../../reply/markdown/plainText.js';
import { type Span, type Style, safeText } from './renderStyle.js';

const MAX_SHOWN_URL = 300;

/** Inline content as styled pieces of text. Without colour, code stands in backticks. */
export function inlineSpans(
  children: readonly PhrasingContent[],
  colour: boolean,
  styles: readonly Style[] = [],
): Span[] {
  return children.flatMap((node): Span[] => {
    const text = (value: string, ...more: Style[]): Span => ({ text: safeText(value), styles: [...styles, ...more] });
    switch (node.type) {
      case 'text':
      case 'inlineMath':
      case 'html':
        return [text(node.value)];
      case 'break':
        return [{ text: '\n', styles: [] }];
      case 'inlineCode':
        return [colour ? text(node.value, 'code') : text(`\`${node.value}\``)];
      case 'strong':
        return inlineSpans(node.children, colour, [...styles, 'bold']);
      case 'emphasis':
        return inlineSpans(node.children, colour, [...styles, 'italic']);
      case 'delete':
        return inlineSpans(node.children, colour, [...styles, 'strike']);
      case 'link': {
        const label = plainText(node.children);
        const isBare = label === node.url || node.url === `mailto:${label}` || node.url === `http://${label}`;
        const inner = inlineSpans(node.children, colour, [...styles, 'underline']);
        return isBare || node.url === '' ? inner : [...inner, ...address(node.url, label, text)];
      }
      case 'image':
        return [text(`🖼 ${imageLabel(node.alt, node.url)}`), ...address(node.url, node.alt ?? '', text)];
      case 'footnoteReference':
        return [text(footnoteSign(node.label ?? node.identifier))];
      default:
        return 'children' in node ? inlineSpans(node.children, colour, styles) : [];
    }
  });
}

function address(url: string, label: string, text: (value: string, ...more: Style[]) => Span): Span[] {
  if (url === '' || url.length > MAX_SHOWN_URL) return [];
  return [text(label.trim() === '' ? url : ` (${url})`, 'dim')];
}
