import type { Link, PhrasingContent } from 'mdast';
import { footnoteSign, imageLabel, plainText } from '../../reply/markdown/plainText.js';
import { isBareLink, shownAddress } from '../../reply/markdown/shownAddress.js';
import { linkTarget } from './renderLink.js';
import type { TextBuilder } from './renderText.js';

/** Writes inline content. */
export function renderInline(children: readonly PhrasingContent[], out: TextBuilder): void {
  for (const node of children) renderNode(node, out);
}

function renderNode(node: PhrasingContent, out: TextBuilder): void {
  switch (node.type) {
    case 'text':
    case 'inlineMath':
    case 'html':
      out.write(node.value);
      return;
    case 'break':
      out.separate(1);
      return;
    case 'inlineCode':
      out.marked({ type: 'code' }, () => out.write(node.value));
      return;
    case 'strong':
      out.marked({ type: 'bold' }, () => renderInline(node.children, out));
      return;
    case 'emphasis':
      out.marked({ type: 'italic' }, () => renderInline(node.children, out));
      return;
    case 'delete':
      out.marked({ type: 'strikethrough' }, () => renderInline(node.children, out));
      return;
    case 'link':
      renderLink(node, out);
      return;
    case 'linkReference':
      renderInline(node.children, out);
      return;
    case 'image': {
      const label = imageLabel(node.alt, node.url);
      const target = linkTarget(node.url);
      const write = () => out.write(node.data?.continued ? label : `🖼 ${label}`);
      if (target === null) write();
      else out.marked({ type: 'text_link', url: target }, write);
      return;
    }
    case 'imageReference':
      out.write(`🖼 ${imageLabel(node.alt, '')}`);
      return;
    case 'footnoteReference':
      out.write(footnoteSign(node.label ?? node.identifier));
      return;
  }
}

function renderLink(node: Link, out: TextBuilder): void {
  const text = plainText(node.children);
  const target = linkTarget(node.url);
  if (target === null || text === '') {
    renderInline(node.children, out);
    out.write(shownAddress(text, node.url));
  } else if (isBareLink(text, node.url)) renderInline(node.children, out);
  else out.marked({ type: 'text_link', url: target }, () => renderInline(node.children, out));
}
