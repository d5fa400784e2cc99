import type { PhrasingContent } from 'mdast';
import { footnoteSign, imageLabel, plainText } from '../../reply/markdown/plainText.js';
import { isBareLink, shownAddress } from '../../reply/markdown/shownAddress.js';
import { cleanText, splitAddresses } from './renderEscape.js';
import { linkTarget, mayBeMasked } from './renderLink.js';

/** Marks that a run of text can have; a link is outermost, so that no address stands inside other marks. */
export interface Marks {
  readonly link: string | null;
  readonly strike: boolean;
  readonly strong: boolean;
  readonly em: boolean;
}

/** A run of text within one line. */
export interface Run extends Marks {
  readonly kind: 'text' | 'code' | 'address';
  readonly text: string;
}

export const NO_MARKS: Marks = { link: null, strike: false, strong: false, em: false };

/** Inline content as lines of runs. */
export function runLines(children: readonly PhrasingContent[], marks: Marks = NO_MARKS): Run[][] {
  const lines: Run[][] = [[]];
  const add = (run: Run) => {
    run.text.split('\n').forEach((text, index) => {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...run, text });
    });
  };
  const addText = (raw: string, around: Marks) => {
    const text = cleanText(raw);
    if (around.link !== null) return add({ kind: 'text', text, ...around });
    for (const piece of splitAddresses(text)) {
      if (piece.isAddress) add({ kind: 'address', text: piece.text, ...NO_MARKS });
      else add({ kind: 'text', text: piece.text, ...around });
    }
  };
  const walk = (nodes: readonly PhrasingContent[], around: Marks) => {
    for (const node of nodes) visit(node, around);
  };
  const visit = (node: PhrasingContent, around: Marks) => {
    switch (node.type) {
      case 'text':
      case 'inlineMath':
      case 'html':
        addText(node.value, around);
        return;
      case 'break':
        lines.push([]);
        return;
      case 'inlineCode': {
        const text = cleanText(node.value).replaceAll('\n', ' ');
        // Outer marks are found without regard to code, so a mark inside the code would end them.
        add({ kind: 'code', text, ...(/[*_~|\\]/.test(text) ? { ...NO_MARKS, link: around.link } : around) });
        return;
      }
      case 'strong':
        walk(node.children, { ...around, strong: true });
        return;
      case 'emphasis':
        walk(node.children, { ...around, em: true });
        return;
      case 'delete':
        walk(node.children, { ...around, strike: true });
        return;
      case 'link': {
        const text = plainText(node.children);
        const target = linkTarget(node.url);
        if (isBareLink(text, node.url) || around.link !== null) walk(node.children, around);
        else if (target !== null && mayBeMasked(text)) walk(node.children, { ...around, link: target });
        else {
          walk(node.children, around);
          addText(shownAddress(text, node.url), NO_MARKS);
        }
        return;
      }
      case 'linkReference':
        walk(node.children, around);
        return;
      case 'image': {
        const label = imageLabel(node.alt, node.url);
        const target = around.link ?? linkTarget(node.url);
        const isLink = target !== null && mayBeMasked(label);
        addText(node.data?.continued ? label : `🖼 ${label}`, isLink ? { ...around, link: target } : around);
        return;
      }
      case 'imageReference':
        addText(`🖼 ${imageLabel(node.alt, '')}`, around);
        return;
      case 'footnoteReference':
        addText(footnoteSign(node.label ?? node.identifier), around);
        return;
    }
  };
  walk(children, marks);
  return lines;
}
