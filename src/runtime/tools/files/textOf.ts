import { detectType, HEAD_BYTES, typeOfName } from '../../attachments/fileType.js';

/** A file's text, or what it is instead. */
export type TextOrType = { readonly text: string; readonly isUtf8: boolean } | { readonly type: string };

/** Reads bytes as UTF-8, its mark kept, or as UTF-16 where they begin with that one's mark. Anything else is no text. */
export function textOf(content: Buffer, name: string): TextOrType {
  const mark = content.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === 'utf-8' }).decode(content);
    if (!text.includes('\0')) return { text, isUtf8: encoding === 'utf-8' };
  } catch {
    // Not of this encoding: told as its type below.
  }
  const type = detectType(content.subarray(0, HEAD_BYTES), typeOfName(name) ?? '');
  return { type: type.startsWith('text/') ? 'application/octet-stream' : type };
}
