import type { Root } from 'mdast';
import type { Rendered } from '../../core/ports/egress.js';
import { footnotesLast } from '../../reply/markdown/footnotesLast.js';
import { renderBlocks } from './renderBlocks.js';
import { MAX_ENTITIES, normalizeEntities } from './renderEntities.js';
import { createTextBuilder } from './renderText.js';

/** What Telegram takes for no text at all (`strip_empty_characters` in tdlib's misc.cpp): such a message is refused. */
const EMPTY = /^[\s\u1680\u180e\u2000-\u200f\u202e\u202f\u205f\u2800\u3000\ufffc\ufeff\u{e0000}-\u{e007f}]*$/u;

/**
 * Renders a Markdown tree to text and entities, the form in which Telegram can reject nothing. `units` are UTF-16 units of the
 * text after the server's trimming (which leaves the indentation of code alone), `parts` entities (at most 100 of them are in the payload). A tree without visible
 * text gives `units` 0: there is nothing to send. Never throws.
 */
export function renderTelegram(tree: Root): Rendered {
  const out = createTextBuilder();
  renderBlocks(footnotesLast(tree.children), out);
  const { text, entities } = out.result();
  if (EMPTY.test(text)) return { units: 0, parts: 0, payload: { text: '', entities: [] }, plain: '' };
  const firstLetter = text.length - text.trimStart().length;
  const isCodeFirst = entities.some((entity) => entity.type === 'pre' && entity.offset < firstLetter);
  const from = isCodeFirst ? 0 : firstLetter;
  const to = text.trimEnd().length;
  const plain = text.slice(from, to);
  const normalized = normalizeEntities(entities, text, from, to);
  const payload = { text: plain, entities: normalized.slice(0, MAX_ENTITIES) };
  return { units: plain.length, parts: normalized.length, payload, plain };
}
