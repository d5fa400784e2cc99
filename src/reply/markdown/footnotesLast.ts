import type { RootContent } from 'mdast';

/**
 * The blocks of a message with its footnotes last, where readers look for them. A footnote inside a list or quote stays where
 * it was written: a message may end inside that list or quote, and the text of both messages together has to be in order.
 */
export function footnotesLast(nodes: readonly RootContent[]): RootContent[] {
  const isNote = (node: RootContent) => node.type === 'footnoteDefinition';
  return [...nodes.filter((node) => !isNote(node)), ...nodes.filter(isNote)];
}
