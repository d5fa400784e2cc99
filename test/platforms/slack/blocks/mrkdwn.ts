/** How a name stands for an id in a text; by default the id itself. */
export type NameOf = (kind: 'user' | 'channel' | 'group', id: string) => string;

export const ownId: NameOf = (_kind, id) => id;

/** Undoes the three escapes of Slack's texts. */
export function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function referenceText(inner: string, nameOf: NameOf): string {
  const bar = inner.indexOf('|');
  const target = bar < 0 ? inner : inner.slice(0, bar);
  const label = bar < 0 ? undefined : inner.slice(bar + 1);
  if (target.startsWith('@')) return `@${label ?? nameOf('user', target.slice(1))}`;
  if (target.startsWith('#')) return `#${label ?? nameOf('channel', target.slice(1))}`;
  if (target.startsWith('!subteam^')) return `@${label ?? nameOf('group', target.slice(9))}`;
  if (target.startsWith('!date^')) return label ?? target.split('^')[2] ?? '';
  if (target.startsWith('!')) return `@${label ?? target.slice(1)}`;
  return unescapeText(label ?? target);
}

/** `<...>` as Slack reads it: a mention, a channel, a special command, a link. */
const reference = /<([@#!]?[^<>\s|][^<>|]*(?:\|[^<>]*)?)>/g;
/** What may stand between angle brackets; everything else must be escaped. */
const known =
  /^(?:@[UWB][A-Z0-9]+|#[CG][A-Z0-9]+|!(?:here|channel|everyone|subteam\^|date\^)|(?:https?|mailto|tel|slack):)/;

/** Places where a text in Slack's markup was not escaped: what Slack then shows is not what was meant. */
export function escapeFlaws(text: string): string[] {
  const bare = [...text.matchAll(/&(?!(?:amp|lt|gt);)/g)].map((found) => `unescaped & at ${found.index}`);
  const open = [...text.matchAll(/<([^<>]*)(>?)/g)]
    .filter(([, inner = '', end]) => end === '' || !known.test(inner))
    .map((found) => `unescaped < at ${found.index}`);
  return [...bare, ...open];
}

/** A pair of marks around text that neither begins nor ends with a space, not in the middle of a word. */
const marked = (mark: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}${mark}])${mark}(?=\\S)([^${mark}\\n]*[^\\s${mark}])${mark}(?![\\p{L}\\p{N}${mark}])`,
    'gu',
  );
const marks = ['\\*', '_', '~'].map(marked);

function proseText(text: string, nameOf: NameOf): string {
  const links: string[] = [];
  const held = text.replace(reference, (_whole, inner: string) => {
    links.push(referenceText(inner, nameOf));
    return `\u0000${links.length - 1}\u0000`;
  });
  const bare = marks.reduce((rest, mark) => rest.replace(mark, '$1'), held.replace(/^&gt; ?/gm, ''));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks that hold the places of links
  return unescapeText(bare).replace(/\u0000(\d+)\u0000/g, (_whole, index: string) => links[Number(index)] ?? '');
}

/** What a reader sees of a text in Slack's own markup: marks gone, links by their labels. */
export function textOfMrkdwn(text: string, nameOf: NameOf = ownId): string {
  const pieces = text.split(/(```[\s\S]*?```|`[^`\n]+`)/);
  return pieces
    .map((piece, index) => {
      if (index % 2 === 0) return proseText(piece, nameOf);
      const code = piece.startsWith('```') ? piece.slice(3, -3).replace(/^\n|\n$/g, '') : piece.slice(1, -1);
      return unescapeText(code.replace(reference, (_whole, inner: string) => referenceText(inner, nameOf)));
    })
    .join('');
}
