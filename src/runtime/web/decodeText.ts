import { isUtf8 } from 'node:buffer';
// Node's own decoder takes windows-1252 for latin-1 (the euro sign among others is lost).
import { TextDecoder } from '@exodus/bytes/encoding.js';
import sniff from 'html-encoding-sniffer';

/**
 * Text from bytes: a byte order mark, then the server's charset, then (in HTML) what the page says of itself. Where nothing says
 * anything it is UTF-8 if it can be, else windows-1252, as browsers have it.
 */
export function decodeText(
  bytes: Uint8Array,
  options: { readonly isHtml: boolean; readonly charset?: string },
): string {
  const { isHtml, charset } = options;
  const encoding = sniff(bytes, {
    xml: !isHtml,
    ...(charset === undefined ? {} : { transportLayerEncodingLabel: charset }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  });
  return new TextDecoder(knownOr(encoding)).decode(bytes);
}

/** `replacement` is an encoding of the standard that no decoder takes. */
function knownOr(encoding: string): string {
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    // A page in an encoding that nobody reads is shown as what it is: bytes of UTF-8, with marks where it is none.
    return 'utf-8';
  }
}
