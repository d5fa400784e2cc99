import type { Root } from 'mdast';
import type { Rendered } from '../../../core/ports/egress.js';
import { footnotesLast } from '../../../reply/markdown/footnotesLast.js';
import { createBlockBuilder } from './builder.js';
import { escapeMrkdwn } from './mrkdwn.js';
import { plainOf } from './plainOf.js';
import { writeBlocks } from './writeBlocks.js';

/** A message without any of this shows nothing. */
const VISIBLE = /[^\s\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff\u2800\u3164]/u;

/**
 * How much of an answer stands in `text`, which notifications and screen readers get. Escaped it may be five times as long,
 * and chat.update takes 4,000 characters.
 */
const MAX_TEXT = 700;

/**
 * Renders a Markdown tree to blocks. All text of theirs is taken literally, so nothing that a model writes can be refused or
 * mention anybody. `units` are UTF-16 units of the visible text, `parts` blocks. A tree without visible text gives
 * `units` 0: there is nothing to send. Never throws.
 */
export function renderSlack(tree: Root): Rendered {
  const out = createBlockBuilder();
  writeBlocks(footnotesLast(tree.children), out);
  const blocks = out.result();
  const plain = plainOf(blocks);
  if (!VISIBLE.test(plain)) return { units: 0, parts: 0, payload: { text: '', blocks: [] }, plain: '' };
  return {
    units: plain.length,
    parts: blocks.length,
    payload: { text: escapeMrkdwn(firstWords(plain)), blocks },
    plain,
  };
}

/** The beginning of a text, cut between words where possible. */
function firstWords(plain: string): string {
  const text = plain.trim();
  if (text.length <= MAX_TEXT) return text;
  const cut = text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/\s+\S{0,60}$/, '');
}
