import type { List, ListItem, Nodes, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Block, Marker, Span, Spans } from './block.js';
import { cleanForXml } from './cleanForXml.js';

/** Raw HTML is text, as in the chat; single tildes are tildes. */
const EXTENSIONS = [gfm({ singleTilde: false }), { disable: { null: ['htmlFlow', 'htmlText'] } }];

/** Deeper lists and quotes are shown at this depth: no page has room for more. */
const MAX_DEPTH = 8;

/** Deeper trees are nothing that anybody wrote. */
const MAX_NESTING = 100;

type Where = Pick<Block, 'depth' | 'quotes' | 'marker'>;
type Look = Omit<Span, 'text'>;
type Definitions = ReadonlyMap<string, string>;

const SAFE_LINK = /^(?:https?:\/\/|mailto:|tel:)/i;
const OUTSIDE = /^[a-z][a-z0-9+.-]*:|^\/\//i;

/**
 * The blocks of a Markdown text (CommonMark and GFM).
 *
 * @throws Error for a text that is nested deeper than any that people write
 */
export function readBlocks(markdown: string): readonly Block[] {
  const tree = fromMarkdown(cleanForXml(markdown), { extensions: EXTENSIONS, mdastExtensions: [gfmFromMarkdown()] });
  const definitions = new Map<string, string>();
  const notes: Extract<RootContent, { type: 'footnoteDefinition' }>[] = [];
  const blocks: Block[] = [];
  let lists = 0;

  /** References first: a definition may stand at the end. */
  const findDefinitions = (nodes: readonly RootContent[], depth: number): void => {
    if (depth > MAX_NESTING) throw new Error(`the text is nested more than ${MAX_NESTING} deep`);
    for (const node of nodes) {
      if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
      else if (node.type === 'footnoteDefinition') notes.push(node);
      else if ('children' in node) findDefinitions(node.children, depth + 1);
    }
  };

  const walkAll = (nodes: readonly RootContent[], where: Where): void => {
    let here = where;
    for (const node of nodes) {
      const before = blocks.length;
      walk(node, here);
      // The marker goes with the first block alone.
      if (blocks.length > before) here = { depth: where.depth, quotes: where.quotes };
    }
  };

  const walk = (node: RootContent, where: Where): void => {
    switch (node.type) {
      case 'heading':
        blocks.push({ ...where, kind: 'heading', level: node.depth, spans: spansOf(node.children, {}, definitions) });
        return;
      case 'paragraph':
        for (const part of paragraphParts(node.children, definitions)) {
          blocks.push({ ...(blocks.at(-1)?.marker === where.marker ? bare(where) : where), ...part });
        }
        return;
      case 'code':
        blocks.push({ ...where, kind: 'code', text: node.value });
        return;
      case 'thematicBreak':
        blocks.push({ ...where, kind: 'rule' });
        return;
      case 'html':
        blocks.push({ ...where, kind: 'paragraph', spans: lines(node.value, {}) });
        return;
      case 'blockquote':
        walkAll(node.children, { ...where, quotes: Math.min(MAX_DEPTH, where.quotes + 1) });
        return;
      case 'list':
        walkList(node, where);
        return;
      case 'table': {
        const rows = node.children.map((row) => row.children.map((cell) => spansOf(cell.children, {}, definitions)));
        blocks.push({ ...where, kind: 'table', align: node.align ?? [], rows });
        return;
      }
      default:
    }
  };

  const walkList = (node: List, where: Where): void => {
    const list = lists;
    lists += 1;
    node.children.forEach((item, index) => {
      const marker = markerOf(node, item, index, list);
      const inside = { depth: Math.min(MAX_DEPTH, where.depth + 1), quotes: where.quotes, marker };
      const before = blocks.length;
      walkAll(item.children, inside);
      if (blocks.length === before) blocks.push({ ...inside, kind: 'paragraph', spans: [] });
    });
  };

  findDefinitions(tree.children, 0);
  walkAll(tree.children, { depth: 0, quotes: 0 });
  if (notes.length > 0) blocks.push({ depth: 0, quotes: 0, kind: 'rule' });
  for (const note of notes) {
    const before = blocks.length;
    walkAll(note.children, { depth: 0, quotes: 0 });
    const first = blocks[before];
    if (first?.kind === 'paragraph') {
      blocks[before] = { ...first, spans: [{ text: `[${note.identifier}] ` }, ...first.spans] };
    }
  }
  return blocks;
}

function bare({ depth, quotes }: Where): Where {
  return { depth, quotes };
}

function markerOf(list: List, item: ListItem, index: number, id: number): Marker {
  const number = list.ordered === true ? (list.start ?? 1) + index : null;
  const box = item.checked === true ? '☑' : '☐';
  const sign = number === null ? '•' : `${number}.`;
  return { text: typeof item.checked === 'boolean' ? box : sign, number, list: id };
}

type Part = { kind: 'paragraph'; spans: Spans } | { kind: 'image'; path: string; alt: string };

/** A paragraph, with the pictures of the workspace in it as blocks of their own. */
function paragraphParts(children: readonly PhrasingContent[], definitions: Definitions): readonly Part[] {
  const parts: Part[] = [];
  let run: PhrasingContent[] = [];
  const flush = () => {
    const spans = spansOf(run, {}, definitions);
    if (spans.some(({ text }) => text.trim() !== '')) parts.push({ kind: 'paragraph', spans });
    run = [];
  };
  for (const child of children) {
    const path = imagePath(child, definitions);
    if (path === null) {
      run.push(child);
      continue;
    }
    flush();
    parts.push({ kind: 'image', path, alt: 'alt' in child ? (child.alt ?? '') : '' });
  }
  flush();
  return parts;
}

/** Where a picture of the workspace lies; null for anything else, and for pictures of the web, which are not fetched. */
function imagePath(node: PhrasingContent, definitions: Definitions): string | null {
  const url = urlOfImage(node, definitions);
  if (url === null || url === '' || OUTSIDE.test(url)) return null;
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

function urlOfImage(node: Nodes, definitions: Definitions): string | null {
  if (node.type === 'image') return node.url;
  return node.type === 'imageReference' ? (definitions.get(node.identifier) ?? null) : null;
}

function spansOf(children: readonly PhrasingContent[], look: Look, definitions: Definitions): Span[] {
  return children.flatMap((node): Span[] => {
    switch (node.type) {
      case 'text':
        return lines(node.value, look);
      case 'html':
        return /^<br\s*\/?>$/i.test(node.value) ? [{ text: '\n' }] : lines(node.value, look);
      case 'inlineCode':
        return lines(node.value, { ...look, code: true });
      case 'break':
        return [{ text: '\n' }];
      case 'strong':
        return spansOf(node.children, { ...look, bold: true }, definitions);
      case 'emphasis':
        return spansOf(node.children, { ...look, italic: true }, definitions);
      case 'delete':
        return spansOf(node.children, { ...look, strike: true }, definitions);
      case 'link':
        return spansOf(node.children, linked(look, node.url), definitions);
      case 'linkReference':
        return spansOf(node.children, linked(look, definitions.get(node.identifier) ?? ''), definitions);
      case 'image':
      case 'imageReference': {
        const url = urlOfImage(node, definitions) ?? '';
        return lines(node.alt || url, linked(look, url));
      }
      case 'footnoteReference':
        return [{ ...look, text: `[${node.identifier}]` }];
      default:
        return [];
    }
  });
}

function linked(look: Look, url: string): Look {
  return SAFE_LINK.test(url) ? { ...look, link: url } : look;
}

/** A line break of the source is a space, as in every rendering of Markdown; `<br>` is a break. */
function lines(text: string, look: Look): Span[] {
  return text
    .split(/<br\s*\/?>/i)
    .flatMap((line, i): Span[] => {
      const span = { ...look, text: line.replace(/\s*\n\s*/g, ' ') };
      return i === 0 ? [span] : [{ text: '\n' }, span];
    })
    .filter(({ text: line }) => line !== '');
}
