/**
 * Characters that Discord's server or clients would trip over: controls, half surrogates; a line separator is a line break.
 */
export function cleanText(text: string): string {
  if (/^[\n -~]*$/.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f]/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A web address as it stands in text; clients make a link of it, up to the next space whatever it is. */
const ADDRESS = /https?:\/\/[^\s<>]+/gi;
/** Closing marks behind an address that are not part of it. */
const AFTER_ADDRESS = /[.,:;!?"'*_~|`\\\])]+$/;

/** A piece of text: an address, or words. */
export interface TextPiece {
  readonly isAddress: boolean;
  readonly text: string;
}

/** Divides text into addresses and what stands between them. */
export function splitAddresses(text: string): TextPiece[] {
  if (!text.includes('://')) return [{ isAddress: false, text }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTail(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > from) pieces.push({ isAddress: false, text: text.slice(from, match.index) });
    pieces.push({ isAddress: true, text: address });
    from = match.index + address.length;
  }
  if (from < text.length) pieces.push({ isAddress: false, text: text.slice(from) });
  return pieces;
}

/** Takes closing marks off an address, except a bracket that was opened in it. */
function withoutTail(address: string): string {
  const tail = AFTER_ADDRESS.exec(address)?.[0] ?? '';
  let end = address.length - tail.length;
  if (tail.startsWith(')') && address.slice(0, end).includes('(')) end += 1;
  return address.slice(0, end);
}

/** Marks that always mean something. */
const ALWAYS = /[\\*_`[]/g;
/** Two of them in a row mean something; at an edge the neighbour is not known. */
const DOUBLED = /(?<=[~|]|^)[~|]|[~|](?=[~|]|$)/g;
/** `<@1>`, `<:name:1>`, `</ask:1>`, `<t:1>`, `<https://…>` ... */
const ANGLE = /<(?=[@#:/?!+\w]|$)/g;
const EVERYONE = /@(?=everyone|here)/gi;
/** A name of an emoji, or a scheme that clients make links of. */
const COLON = /:(?=[\w+-]+:|\/\/)/g;

/** Writes text so that Discord shows it as it is, wherever in a line it stands. */
export function escapeText(text: string): string {
  if (/^[\w ,.;!?'"()/=+&%$-]*$/.test(text) && !text.includes('_')) return text;
  return text
    .replace(ALWAYS, '\\$&')
    .replace(DOUBLED, '\\$&')
    .replace(ANGLE, '\\<')
    .replace(EVERYONE, '\\@')
    .replace(COLON, '\\:');
}

/** What makes a heading, small print, list or quote of a line by standing at its beginning. */
const LINE_MARK = /^(\s*)(?:([#>+-])|(\d+)([.)]))/;

/** Guards the beginning of a line of escaped text. A `*` is escaped already. */
export function escapeLineStart(line: string): string {
  const [whole, space, mark, digits, dot] = LINE_MARK.exec(line) ?? [];
  if (whole === undefined) return line;
  const guarded = mark === undefined ? `${digits}\\${dot}` : `\\${mark}`;
  return `${space}${guarded}${line.slice(whole.length)}`;
}

/** Three backticks end a block of code whatever stands around them: an invisible space parts them. */
export function guardFences(code: string): string {
  return code.replace(/`(?=``)/g, '`\u200b').replace(/``$/, '`\u200b`');
}
