import { NetFailure } from './netErrors.js';

/**
 * Reads a body up to a limit. The bytes are counted as they come out of decompression, so that a small body that unpacks to a huge
 * one is stopped as soon as it passes the limit.
 *
 * @param declared the server's `content-length`: one that says too much is not read at all
 * @throws NetFailure `net-size`
 */
export async function readLimited(
  body: AsyncIterable<unknown> | null,
  declared: string | null,
  maxBytes: number,
): Promise<Buffer> {
  const tooLarge = () =>
    new NetFailure(
      'size',
      `The answer is larger than ${maxBytes / 1_000_000} MB, so it was not read. Find a smaller page.`,
    );
  if (Number(declared ?? 0) > maxBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    if (!(part instanceof Uint8Array)) throw new NetFailure('encoding', 'The answer is not made of bytes.');
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
