import type { Nodes } from 'mdast';
import { endOf } from './nodes.js';

/** More definitions than this are not remembered. */
const MAX_DEFINITIONS = 500;

/** The link and footnote definitions of a text that is parsed piece by piece. */
export interface Definitions {
  /**
   * Remembers the definitions among these blocks that end before `end`; true when one of them is new. The first of a name
   * counts. A link definition that ends later may still become something else.
   */
  learn(nodes: readonly Nodes[], end: number): boolean;
  /** Markdown that defines them all, to be put before a piece; empty when there are none. */
  prefix(): string;
  reset(): void;
}

export function createDefinitions(): Definitions {
  const lines = new Map<string, string>();
  let prefix = '';

  const learn = (nodes: readonly Nodes[], end: number): boolean => {
    let isNew = false;
    for (const node of nodes) {
      if (node.type === 'definition' && endOf(node) >= end) continue;
      if (node.type === 'definition' || node.type === 'footnoteDefinition') {
        const isNote = node.type === 'footnoteDefinition';
        const key = isNote ? `^${node.identifier}` : node.identifier;
        if (!lines.has(key) && lines.size < MAX_DEFINITIONS && !(isNote && /^\d{1,3}$/.test(node.identifier))) {
          const target = isNote ? '.' : `<${node.url.replace(/[<>\\\s]/g, (char) => encodeURIComponent(char))}>`;
          lines.set(key, `[${key}]: ${target}`);
          isNew = true;
        }
      }
      const isContainer = node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem';
      if (isContainer && learn(node.children, end)) isNew = true;
    }
    return isNew;
  };

  return {
    learn(nodes, end) {
      const isNew = learn(nodes, end);
      if (isNew) prefix = `${[...lines.values()].join('\n')}\n\n***\n\n`;
      return isNew;
    },
    prefix: () => prefix,
    reset() {
      lines.clear();
      prefix = '';
    },
  };
}
