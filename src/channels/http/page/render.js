// Trees of Markdown to DOM nodes. Every text goes in as a text node, every attribute is one of ours.

import { parseBlocks } from './blocks.js';
import { parseInline } from './inline.js';

/**
 * Brings `container` up to date with a Markdown text: blocks whose source did not change stay as they are.
 *
 * @param {HTMLElement} container
 * @param {string} text
 * @param {boolean} isGrowing whether more text may come
 */
export function renderMarkdown(container, text, isGrowing) {
  const blocks = parseBlocks(text);
  blocks.forEach((block, index) => {
    const mayGrow = isGrowing && index === blocks.length - 1;
    const key = `${mayGrow ? '+' : '='}${block.source}`;
    const shown = container.children[index];
    if (shown?.dataset.source === key) return;
    const node = blockNode(block, mayGrow);
    node.dataset.source = key;
    if (shown === undefined) container.append(node);
    else shown.replaceWith(node);
  });
  while (container.children.length > blocks.length) container.lastElementChild?.remove();
}

function blockNode(block, mayGrow) {
  switch (block.type) {
    case 'heading':
      // The page's own title is the first level, so an answer's headings begin one below.
      return element(`h${Math.min(block.level + 1, 6)}`, inlineNodes(block.text, mayGrow));
    case 'rule':
      return element('hr');
    case 'code':
      return codeNode(block);
    case 'quote':
      return element('blockquote', blockNodes(block.children, mayGrow));
    case 'list':
      return listNode(block, mayGrow);
    case 'table':
      return tableNode(block);
    default:
      return element('p', inlineNodes(block.text, mayGrow));
  }
}

function blockNodes(blocks, mayGrow) {
  return blocks.map((block, index) => blockNode(block, mayGrow && index === blocks.length - 1));
}

function codeNode({ language, text }) {
  const node = element('pre', [element('code', [text])]);
  node.tabIndex = 0;
  if (language !== '') node.dataset.language = language;
  return node;
}

function listNode({ isOrdered, start, items }, mayGrow) {
  const node = element(isOrdered ? 'ol' : 'ul');
  if (isOrdered && start !== 1) node.start = start;
  items.forEach((item, index) => {
    const isOpen = mayGrow && index === items.length - 1;
    const [first, ...rest] = item.children;
    const isTight = first?.type === 'paragraph';
    const lead = isTight ? inlineNodes(first.text, isOpen && rest.length === 0) : [];
    const entry = element('li', [...lead, ...blockNodes(isTight ? rest : item.children, isOpen)]);
    if (item.checked !== null) {
      entry.classList.add('task');
      entry.prepend(item.checked ? '☑ ' : '☐ ');
    }
    node.append(entry);
  });
  return node;
}

function tableNode({ aligns, head, rows }) {
  const row = (tag, cells) =>
    element(
      'tr',
      aligns.map((align, index) => {
        const cell = element(tag, inlineNodes(cells[index] ?? '', false));
        if (align !== '') cell.dataset.align = align;
        return cell;
      }),
    );
  const table = element('table', [
    element('thead', [row('th', head)]),
    element(
      'tbody',
      rows.map((cells) => row('td', cells)),
    ),
  ]);
  const frame = element('div', [table]);
  frame.className = 'table';
  return frame;
}

function inlineNodes(text, mayGrow) {
  return parseInline(text, mayGrow).map(spanNode);
}

function spanNode(span) {
  switch (span.type) {
    case 'text':
      return document.createTextNode(span.text);
    case 'break':
      return element('br');
    case 'code':
      return element('code', [span.text]);
    case 'link': {
      const link = element('a', span.children.map(spanNode));
      link.href = span.href;
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
      return link;
    }
    case 'group':
      return element('span', span.children.map(spanNode));
    default:
      return element(span.type, span.children.map(spanNode));
  }
}

function element(tag, children = []) {
  const node = document.createElement(tag);
  node.append(...children);
  return node;
}
