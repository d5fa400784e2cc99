import type { Literal, Node } from 'mdast';

/** Mathematics in TeX, shown as it was written: `$x_1$`, `$$...$$`, `\(...\)` or `\[...\]`, marks included. */
export interface InlineMath extends Literal {
  type: 'inlineMath';
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: InlineMath;
  }
  interface RootContentMap {
    inlineMath: InlineMath;
  }
  /** On each of these `continued` says: the beginning of this node stands in an earlier message. */
  interface ListItemData {
    /** Rendered without bullet, number and check box, indented as the rest of its item. */
    continued?: true;
  }
  interface FootnoteDefinitionData {
    /** Rendered without its label. */
    continued?: true;
  }
  interface CodeData {
    continued?: true;
  }
  interface InlineCodeData {
    continued?: true;
  }
  interface ImageData {
    /** Rendered without the picture sign. */
    continued?: true;
  }
  interface TableData {
    /** `repeated`: the first row was shown before and stands here again. `none`: the first row is an ordinary one. */
    header?: 'repeated' | 'none';
    /** The table that this is a part of: it decides the layout, so that all parts look alike. */
    whole?: Table;
  }
}

/** Source offset at which a node starts, in UTF-16 units; 0 for a node without position. */
export function startOf(node: Node): number {
  return node.position?.start.offset ?? 0;
}

/** Source offset just after a node, in UTF-16 units; 0 for a node without position. */
export function endOf(node: Node): number {
  return node.position?.end.offset ?? 0;
}
