import type { Nodes, Root } from 'mdast';

/**
 * The text of a tree as a reader sees it, whatever the platform: without marks, bullets and addresses, white space runs as
 * one space. A table header that is only repeated does not count.
 */
export function visibleText(tree: Root): string {
  const parts: string[] = [];
  collect(tree, parts);
  return parts.join('').replace(/\s+/g, ' ').trim();
}

function collect(node: Nodes, parts: string[]): void {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'inlineMath':
      parts.push(node.value);
      return;
    case 'code':
      parts.push('\n', node.value, '\n');
      return;
    case 'image':
      parts.push(node.alt ?? '');
      return;
    case 'break':
      parts.push('\n');
      return;
    case 'footnoteReference':
      parts.push(`[${node.label ?? node.identifier}]`);
      return;
    case 'table':
      for (const row of node.data?.header === 'repeated' ? node.children.slice(1) : node.children) collect(row, parts);
      return;
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
      for (const child of node.children) collect(child, parts);
      return;
    default:
      parts.push('\n');
      if ('children' in node) for (const child of node.children) collect(child, parts);
      parts.push('\n');
  }
}
