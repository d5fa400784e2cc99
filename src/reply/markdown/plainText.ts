import type { PhrasingContent } from 'mdast';

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** How a footnote is called in text: a raised number, or its name in brackets. */
export function footnoteSign(label: string): string {
  if (!/^\d+$/.test(label)) return `[${label}]`;
  return label.replace(/\d/g, (digit) => SUPERSCRIPT[Number(digit)] ?? digit);
}

/** What stands for an image where none can be shown: its text, else the name of its file. */
export function imageLabel(alt: string | null | undefined, url: string): string {
  if (alt !== null && alt !== undefined && alt.trim() !== '') return alt;
  const name = /^data:/i.test(url) ? '' : (/[^/?#]+(?=[?#]|$)/.exec(url)?.[0] ?? '');
  return name.length > 0 && name.length <= 60 ? name : 'image';
}

/** Inline content as one line of plain text, for places that cannot hold marks (cells of monospaced tables). */
export function plainText(children: readonly PhrasingContent[]): string {
  return children
    .map((node): string => {
      if (node.type === 'break') return ' ';
      if (node.type === 'image') return `🖼 ${imageLabel(node.alt, node.url)}`;
      if (node.type === 'footnoteReference') return footnoteSign(node.label ?? node.identifier);
      if ('value' in node) return node.value;
      return 'children' in node ? plainText(node.children) : '';
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
