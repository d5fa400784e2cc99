import type { RichTextInline } from './blocks/richText.js';
import type { Block } from './blocks/schema.js';

/** A text as a person's client sends it. */
export interface Typed {
  text: string;
  blocks: Block[];
}

const special = /<(?:[@#][A-Z0-9]+(?:\|[^<>]*)?|!(?:here|channel|everyone))>|https?:\/\/[^\s<>]+/g;

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function elementOf(token: string): RichTextInline {
  const id = token.slice(2, -1).split('|')[0] ?? '';
  if (token.startsWith('<@')) return { type: 'user', user_id: id };
  if (token.startsWith('<#')) return { type: 'channel', channel_id: id };
  if (token === '<!here>' || token === '<!channel>' || token === '<!everyone>') {
    return { type: 'broadcast', range: token === '<!here>' ? 'here' : token === '<!channel>' ? 'channel' : 'everyone' };
  }
  return { type: 'link', url: token };
}

/**
 * What a client makes of what a person types: `& < >` escaped, links in angle brackets, mentions (`<@U...>`, `<#C...>`,
 * `<!here>`) kept, and the same as a rich text block.
 */
export function typeText(text: string): Typed {
  const elements: RichTextInline[] = [];
  let written = '';
  let from = 0;
  const plain = (piece: string) => {
    if (piece === '') return;
    elements.push({ type: 'text', text: piece });
    written += escapeText(piece);
  };
  for (const found of text.matchAll(special)) {
    const [token] = found;
    plain(text.slice(from, found.index));
    elements.push(elementOf(token));
    written += token.startsWith('<') ? token : `<${escapeText(token)}>`;
    from = found.index + token.length;
  }
  plain(text.slice(from));
  if (elements.length === 0) return { text: '', blocks: [] };
  return { text: written, blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }] };
}
