import type { RootContent, Table, TableRow } from 'mdast';
import type { EgressLimits } from '../../core/ports/egress.js';
import { isWithin, type Render } from './findCut.js';

/** A header that takes more of a message than this leaves its rows too little room: in the worst case none, for ever. */
const MAX_SHARE = 1 / 3;

/** Takes blocks that follow a cut; a table that goes on there loses its repeated header when that is too large. */
export type HeaderRule = (nodes: readonly RootContent[]) => readonly RootContent[];

/** Makes the rule that says whether a table that goes on in a further message repeats its header there. */
export function createHeaderRule(render: Render, limits: EgressLimits): HeaderRule {
  const { maxUnits, maxParts, maxLines } = limits;
  const share = { maxUnits: maxUnits * MAX_SHARE, maxParts, maxLines: maxLines && maxLines * MAX_SHARE };
  const known = new WeakMap<TableRow, boolean>();

  const isDear = (table: Table, header: TableRow): boolean => {
    const before = known.get(header);
    if (before !== undefined) return before;
    const headerOnly: Table = { ...table, children: [header, { type: 'tableRow', children: [] }] };
    const found = !isWithin(render({ type: 'root', children: [headerOnly] }), share);
    known.set(header, found);
    return found;
  };

  const mend = <Node extends RootContent>(node: Node): Node => {
    if (node.type === 'table') {
      const [header, ...rows] = node.children;
      if (header === undefined || node.data?.header !== 'repeated' || !isDear(node, header)) return node;
      return { ...node, children: rows, data: { ...node.data, header: 'none' } };
    }
    const isContainer = node.type === 'list' || node.type === 'listItem' || node.type === 'blockquote';
    if (!isContainer && node.type !== 'footnoteDefinition') return node;
    const [first, ...others] = node.children;
    const mended = first === undefined ? first : mend(first);
    return mended === undefined || mended === first ? node : { ...node, children: [mended, ...others] };
  };

  return (nodes) => {
    const [first, ...others] = nodes;
    const mended = first === undefined ? first : mend(first);
    return mended === undefined || mended === first ? nodes : [mended, ...others];
  };
}
