import { decodeMorse } from './morse.js';

/** Bounds on what is decoded of one text: so many pieces, so many characters. */
const MAX_PIECES = 64;
const MAX_CHARS = 200_000;

/** Unicode tag characters, which show nothing and spell ASCII. */
const TAGS = /[\u{E0020}-\u{E007E}]+/gu;
const PERCENT = /(?:%[0-9A-Fa-f]{2})/g;
const QUOTED_PRINTABLE = /=(?:[0-9A-F]{2}|\r?\n)/g;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|nbsp|apos));/gi;
const ESCAPE = /\\(?:u\{?([0-9a-fA-F]{4,6})\}?|x([0-9a-fA-F]{2})|([nrt"'/]))/g;
const BASE64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const HEX = /\b(?:0x)?(?:[0-9a-fA-F]{2}[ :]?){8,}\b/g;
const BITS = /\b(?:[01]{8}\s?){5,}/g;
const MORSE = /(?:[.-]{1,5}(?:\s+|\s*\/\s*)){6,}[.-]{0,5}/g;
const RIGHT_TO_LEFT = /\u202E([^\u202C\n]{4,2000})/g;
const REVERSED_CUE =
  /backwards?\b|right to left|\brevers(?:e|ed)\b|r\u00fcckw\u00e4rts|\u00e0 l'envers|al rev\u00e9s|de tr\u00e1s para a frente|al contrario|achteruit|achterstevoren|\u043d\u0430\u043e\u0431\u043e\u0440\u043e\u0442|\u0437\u0430\u0434\u043e\u043c \u043d\u0430\u043f\u0435\u0440\u0435\u0434|wspak|tersten|\u5012\u7740|\u53cd\u8fc7\u6765|\u9006\u304b\u3089|\u0628\u0627\u0644\u0645\u0642\u0644\u0648\u0628/iu;
/** Letters one by one, with a sign between them: `i g n o r e`, `i.g.n.o.r.e`. */
const SPACED = /(?<![\p{L}\p{M}])\p{L}\p{M}*(?:[ .\-_*|/]\p{L}\p{M}*(?![\p{L}\p{M}])){2,}/gu;
const ROT13_CUE = /\brot-? ?13\b/i;

function count(text: string, pattern: RegExp, enough: number): boolean {
  let seen = 0;
  for (const _ of text.matchAll(pattern)) {
    seen += 1;
    if (seen >= enough) return true;
  }
  return false;
}

function fromCode(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Bytes as text, when that is what they are; else null. */
function readBytes(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const readable = text.match(/[\p{L}\p{N} .,;:!?'"()\n-]/gu)?.length ?? 0;
    return readable >= text.length * 0.9 ? text : null;
  } catch {
    return null;
  }
}

function readMatches(text: string, pattern: RegExp, read: (match: string) => string | null): string[] {
  const found: string[] = [];
  for (const [match] of text.matchAll(pattern)) {
    if (found.length >= MAX_PIECES) break;
    const decoded = read(match.slice(0, MAX_CHARS));
    if (decoded !== null && decoded.trim() !== '') found.push(decoded);
  }
  return found;
}

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => readBytes(Buffer.from(run.replaceAll('%', ''), 'hex')) ?? ' ');
}

function rotate(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

const reverse = (text: string): string => [...text].reverse().join('');

/**
 * What a text says besides what is seen: escaped, encoded, reversed, or written in invisible characters. Ordinary text
 * gives nothing; a text that is too long to decode whole is decoded up to a bound.
 */
export function findHiddenTexts(text: string): string[] {
  const found: string[] = [];
  const part = text.slice(0, MAX_CHARS);
  found.push(
    ...readMatches(text, TAGS, (tags) =>
      [...tags].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join(''),
    ),
  );
  if (count(part, PERCENT, 3)) found.push(decodePercent(part));
  if (count(part, QUOTED_PRINTABLE, 2)) {
    found.push(
      part.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => fromCode(Number.parseInt(hex, 16))),
    );
  }
  if (count(part, ENTITY, 3)) {
    found.push(
      part.replace(ENTITY, (_, hex?: string, decimal?: string) => {
        if (hex !== undefined) return fromCode(Number.parseInt(hex, 16));
        return decimal === undefined ? ' ' : fromCode(Number.parseInt(decimal, 10));
      }),
    );
  }
  if (count(part, ESCAPE, 1)) {
    found.push(
      part.replace(ESCAPE, (_, unicode?: string, byte?: string, sign?: string) => {
        if (sign !== undefined) return sign === 'n' ? '\n' : sign === 'r' || sign === 't' ? ' ' : sign;
        return fromCode(Number.parseInt(unicode ?? byte ?? '20', 16));
      }),
    );
  }
  found.push(...readMatches(part, BASE64, (code) => readBytes(Buffer.from(code, 'base64'))));
  found.push(...readMatches(part, HEX, (code) => readBytes(Buffer.from(code.replace(/^0x|[ :]/g, ''), 'hex'))));
  found.push(
    ...readMatches(part, BITS, (code) =>
      readBytes(
        Uint8Array.from(code.trim().split(/\s+/).join('').match(/.{8}/g) ?? [], (bits) => Number.parseInt(bits, 2)),
      ),
    ),
  );
  found.push(...readMatches(part, MORSE, decodeMorse));
  found.push(...readMatches(part, RIGHT_TO_LEFT, reverse));
  if (REVERSED_CUE.test(part)) found.push(reverse(part));
  if (count(part, SPACED, 1)) found.push(part.replace(SPACED, (run) => run.replace(/[ .\-_*|/]/g, '')));
  if (ROT13_CUE.test(part)) found.push(rotate(part));
  return found;
}
