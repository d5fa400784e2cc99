import { ENDINGS, SIGNATURES, TEXT_LIKE, ZIP_BASED } from './fileTypes.js';

/** How many bytes of a file tell its type. */
export const HEAD_BYTES = 4096;

const TYPES_BY_ENDING = new Map(Object.entries(ENDINGS).map(([mime, ending]) => [ending, mime]));

/**
 * The type of a file by its first bytes; what its sender says counts only where they tell nothing else.
 *
 * @param head the first `HEAD_BYTES` bytes, or all there are
 */
export function detectType(head: Buffer, declared: string): string {
  const found = SIGNATURES.find(({ at, bytes }) => bytes.every((byte, i) => head[at + i] === byte));
  if (found !== undefined) {
    return found.mime === 'application/zip' && ZIP_BASED.test(declared) ? declared : found.mime;
  }
  if (head.length > 0 && isPlainText(head)) return TEXT_LIKE.test(declared) ? declared : 'text/plain';
  return declared === '' || TEXT_LIKE.test(declared) ? 'application/octet-stream' : declared;
}

/** The type that a file name's ending stands for; null for one that says nothing. */
export function typeOfName(name: string): string | null {
  return TYPES_BY_ENDING.get(name.split('.').at(-1)?.toLowerCase() ?? '') ?? null;
}

/** UTF-8 without control characters that no text has. A character that the end of the piece cuts is no fault. */
function isPlainText(head: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !/[^\P{Cc}\s]/u.test(text);
  } catch {
    return false;
  }
}
