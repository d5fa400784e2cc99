import type { Definition, Delete, Emphasis, Link, Nodes, Parents, PhrasingContent, Root, Strong } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { footnoteNumberSyntax } from './footnoteNumber.js';
import { isPathological, parsePlain } from './guard.js';
import { lineBreakTagFromMarkdown, lineBreakTagSyntax } from './lineBreakTag.js';
import { mathTextFromMarkdown, mathTextSyntax } from './mathText.js';
import { parseProse } from './prose.js';

/** Marks nested deeper than this are dropped, so that code which walks trees may recurse. */
const MAX_DEPTH = 200;

/**
 * CommonMark + GFM with these differences, all of them for text that chat models write: raw HTML is text (but `<br>` is
 * a line break), mathematics is kept as written, one tilde is a tilde ("~5 minutes"), a numbered footnote reference
 * needs no note.
 */
const GFM = gfm({ singleTilde: false });
const OWN_SYNTAX = [
  { disable: { null: ['htmlFlow', 'htmlText'] } },
  lineBreakTagSyntax,
  mathTextSyntax,
  footnoteNumberSyntax,
];
const SYNTAX = [GFM, ...OWN_SYNTAX];

/** Looking for addresses at each letter takes a quarter of the parser's time: left out where there surely are none. */
const SYNTAX_WITHOUT_AUTOLINKS = [withoutAutolinks(GFM), ...OWN_SYNTAX];
const LINKED_BY_ITSELF = /@|www\.|:\/\//i;

function withoutAutolinks(syntax: ReturnType<typeof gfm>): ReturnType<typeof gfm> {
  const text: typeof syntax.text = {};
  for (const [code, constructs] of Object.entries(syntax.text ?? {})) {
    const kept = [constructs ?? []].flat().filter(({ name }) => !name?.endsWith('Autolink'));
    if (kept.length > 0) text[Number(code)] = kept;
  }
  return { ...syntax, text };
}

/** The autolink transform of mdast-util-gfm is left out: it makes nodes without positions, and the syntax finds URLs anyway. */
const COMPILE = [
  ...gfmFromMarkdown().map(({ transforms: _, ...rest }) => rest),
  mathTextFromMarkdown,
  lineBreakTagFromMarkdown,
];

/** Where a piece of a longer source stands. */
export interface ParseContext {
  /** Markdown put before the piece so that it parses as it would in its place (definitions, an open fence). */
  readonly prefix: string;
  /** Offset of the piece in the whole source. Offsets of nodes that come from the prefix are below it. */
  readonly base: number;
}

/**
 * Makes any string safe to parse without moving an offset: NUL and lone surrogates become U+FFFD, a byte order mark becomes a
 * space or a word joiner.
 */
export function normalizeSource(source: string): string {
  return source.replace(/[\0\p{Surrogate}]/gu, '\ufffd').replace(/\ufeff/g, (_, at) => (at === 0 ? ' ' : '\u2060'));
}

/**
 * Parses Markdown to a tree in which every node has the offsets of its source (UTF-16 units; line and column are not
 * maintained). References are resolved: a tree has links and images only. Never throws; pathological input becomes
 * paragraphs of plain text.
 */
export function parseMarkdown(source: string, context: ParseContext = { prefix: '', base: 0 }): Root {
  const text = normalizeSource(context.prefix + source);
  const prose = parseProse(text);
  const tree = prose ?? parseMarkup(text);
  const shift = context.base - context.prefix.length;
  if (shift !== 0) shiftOffsets(tree, shift);
  if (prose === null) resolveReferences(tree);
  return tree;
}

function parseMarkup(text: string): Root {
  if (isPathological(text)) return parsePlain(text);
  const extensions = LINKED_BY_ITSELF.test(text) ? SYNTAX : SYNTAX_WITHOUT_AUTOLINKS;
  const tree = fromMarkdown(text, { extensions, mdastExtensions: COMPILE });
  limitDepth(tree);
  return tree;
}

function forEachNode(root: Root, visit: (node: Nodes) => void): void {
  const open: Nodes[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    visit(node);
    if ('children' in node) open.push(...node.children);
  }
}

function shiftOffsets(root: Root, shift: number): void {
  forEachNode(root, (node) => {
    if (node.position?.start.offset !== undefined) node.position.start.offset += shift;
    if (node.position?.end.offset !== undefined) node.position.end.offset += shift;
  });
}

/** Definitions by identifier; the first one counts, as CommonMark says. */
function definitionsOf(root: Root): Map<string, Definition> {
  const found = new Map<string, Definition>();
  const all: Definition[] = [];
  forEachNode(root, (node) => {
    if (node.type === 'definition') all.push(node);
  });
  all.sort((a, b) => (a.position?.start.offset ?? 0) - (b.position?.start.offset ?? 0));
  for (const definition of all) if (!found.has(definition.identifier)) found.set(definition.identifier, definition);
  return found;
}

function resolveReferences(root: Root): void {
  const parents: Parents[] = [];
  forEachNode(root, (node) => {
    if ('children' in node && node.children.some((child) => child.type.endsWith('Reference'))) parents.push(node);
  });
  if (parents.length === 0) return;
  const definitions = definitionsOf(root);
  for (const parent of parents) {
    const children: Nodes[] = parent.children;
    children.forEach((child, index) => {
      if (child.type !== 'linkReference' && child.type !== 'imageReference') return;
      const url = definitions.get(child.identifier)?.url ?? '';
      const position = child.position;
      children[index] =
        child.type === 'linkReference'
          ? { type: 'link', url, children: child.children, position }
          : { type: 'image', url, alt: child.alt ?? '', position };
    });
  }
}

/** Drops marks that are nested too deeply, keeping their text. Containers cannot nest that deeply: see `isPathological`. */
function limitDepth(root: Root): void {
  const open: { node: Parents; depth: number }[] = [{ node: root, depth: 0 }];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { node, depth } = entry;
    if (depth >= MAX_DEPTH && isMark(node)) node.children = leavesOf(node.children);
    else for (const child of node.children) if ('children' in child) open.push({ node: child, depth: depth + 1 });
  }
}

function isMark(node: Nodes): node is Emphasis | Strong | Delete | Link {
  return node.type === 'emphasis' || node.type === 'strong' || node.type === 'delete' || node.type === 'link';
}

function leavesOf(children: readonly PhrasingContent[]): PhrasingContent[] {
  const leaves: PhrasingContent[] = [];
  const open = [...children].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isMark(node)) open.push(...[...node.children].reverse());
    else leaves.push(node);
  }
  return leaves;
}
