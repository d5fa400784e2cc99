import type { Root } from 'mdast';
import type { Rendered } from '../../core/ports/egress.js';
import { footnotesLast } from '../../reply/markdown/footnotesLast.js';
import { renderBlocks } from './renderBlocks.js';
import { createLineWriter } from './renderWriter.js';

/** What Discord, or whoever looks at it, takes for no text at all. */
const EMPTY = /^[\s\u1680\u180e\u2000-\u200f\u202a-\u202f\u205f-\u2064\u2800\u3000\u3164\ufeff\u{e0000}-\u{e007f}]*$/u;

const NO_TEXT: Rendered = { units: 0, parts: 0, payload: { content: '' }, plain: '' };

/**
 * Renders a Markdown tree to Discord's own Markdown; everything that Discord would read as a mark, a mention or an emoji, and
 * that the tree has as text, is escaped. `units` are UTF-16 units of the content. A tree without visible text gives `units`
 * 0: there is nothing to send. Never throws.
 */
export function renderDiscord(tree: Root): Rendered {
  const out = createLineWriter();
  renderBlocks(footnotesLast(tree.children), out);
  const { markup, plain } = out.result();
  if (EMPTY.test(plain)) return NO_TEXT;
  const content = markup.trim();
  return { units: content.length, parts: 0, payload: { content }, plain: plain.trim() };
}
