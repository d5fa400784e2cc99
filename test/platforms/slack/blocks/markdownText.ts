import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const lines: ReadonlySet<string> = new Set(['root', 'list', 'listItem', 'blockquote', 'table', 'footnoteDefinition']);

function textOf(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
    case 'html':
      return node.value;
    case 'break':
      return '\n';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'tableRow':
      return node.children.map(textOf).join('\t');
    default:
      return 'children' in node ? node.children.map(textOf).join(lines.has(node.type) ? '\n' : '') : '';
  }
}

/** What a reader sees of real Markdown, as Slack's markdown blocks show it: marks gone, one line a paragraph, item or row. */
export function textOfMarkdown(markdown: string): string {
  return textOf(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
}
