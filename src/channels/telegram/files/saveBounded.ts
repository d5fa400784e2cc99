import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WaggleError } from '../../../core/errors.js';
import { TransportError } from '../wire/transport.js';

/**
 * Writes a body to a new file, readable by us alone, and returns its size in bytes.
 *
 * @throws WaggleError `file-too-large` as soon as there are more bytes than `maxBytes`
 */
export async function saveBounded(body: Readable, to: string, maxBytes: number): Promise<number> {
  let bytes = 0;
  const count = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        const limit = `${Math.floor(maxBytes / 1_000_000)} MB`;
        throw new WaggleError('file-too-large', `a file of more than ${limit}`, {
          sentence: `Files of up to ${limit} can be fetched.`,
        });
      }
      yield chunk;
    }
  };
  try {
    await pipeline(body, count, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  } catch (thrown) {
    if (thrown instanceof WaggleError) throw thrown;
    throw new TransportError(thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'broke off', true);
  }
  return bytes;
}
