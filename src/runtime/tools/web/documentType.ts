type DocumentKind = 'html' | 'pdf' | 'text';

const HTML = new Set(['text/html', 'application/xhtml+xml']);
const TEXT =
  /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml|yaml)|application\/(?:javascript|ecmascript|x-ndjson|jsonl|x-yaml|toml|sql|x-sh|x-tex|rtf))$/;
/** What servers say when they do not know. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/force-download']);

/** How much of an unknown document is looked at, in bytes. */
const HEAD_BYTES = 1024;

/** What a content type says that a document is; `unknown`: its bytes decide; null: nothing that can be read as text. */
export function kindOfType(contentType: string): DocumentKind | 'unknown' | null {
  const type = contentType.replace(/;.*$/s, '').trim();
  if (UNKNOWN.has(type)) return 'unknown';
  if (HTML.has(type)) return 'html';
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf';
  return TEXT.test(type) ? 'text' : null;
}

/** What the bytes of a document say that it is. A PDF is one whatever the server calls it; a page sent as plain text stays text. */
export function kindOfBytes(
  bytes: Uint8Array,
  said: DocumentKind | 'unknown',
  charset: string | null,
): DocumentKind | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (head.startsWith('%PDF-')) return 'pdf';
  if (said === 'pdf') return null;
  // Zero bytes are those of UTF-16, which says so, or of no text.
  const isWide = /^utf-?16/i.test(charset ?? '') || /^(?:\xff\xfe|\xfe\xff)/.test(head);
  if (head.includes('\0') && !isWide) return null;
  if (said !== 'unknown') return said;
  return /^\s*(?:<!doctype html|<html)/i.test(head) ? 'html' : 'text';
}

/** `charset` of a content type. */
export function charsetOf(contentType: string): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? null;
}
