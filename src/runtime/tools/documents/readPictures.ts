import type { Picture, Pictures } from '../../documents/writeProtocol.js';
import { readImageHeader } from '../../images/imageHeader.js';
import { readInside } from '../../workspace/readInside.js';
import { PathRefused } from '../../workspace/workspacePath.js';

/** Of one document: more is no text with pictures any more. */
const MAX_PICTURES = 50;
const MAX_BYTES = 10_000_000;
const MAX_ALL_BYTES = 40_000_000;
/** Decoding takes four bytes for each pixel. */
const MAX_PIXELS = 40_000_000;

/** The pictures that a document names, out of the lane's workspace; in place of one that cannot be shown, why. */
export async function readPictures(
  workspace: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Pictures> {
  const pictures = new Map<string, Picture | { readonly problem: string }>();
  let bytes = 0;
  for (const [place, path] of paths.entries()) {
    signal.throwIfAborted();
    const left = place >= MAX_PICTURES || bytes >= MAX_ALL_BYTES;
    const picture = left
      ? { problem: `The picture ${path} is left out: there are too many.` }
      : await read(workspace, path);
    if ('bytes' in picture) bytes += picture.bytes.length;
    pictures.set(path, picture);
  }
  return pictures;
}

async function read(workspace: string, path: string): Promise<Picture | { readonly problem: string }> {
  const problem = (why: string) => ({ problem: `The picture ${path} is left out: ${why}.` });
  try {
    const { content } = await readInside(workspace, path, MAX_BYTES);
    const header = readImageHeader(content);
    if (header === null) return problem('it is no PNG, JPEG or GIF file');
    const { type, width, height } = header;
    if (type === 'webp') return problem('documents cannot hold WebP; convert it to PNG');
    if (width * height > MAX_PIXELS) return problem(`it has ${width} × ${height} pixels, more than documents can hold`);
    return { type: type === 'jpeg' ? 'jpg' : type, bytes: new Uint8Array(content), width, height };
  } catch (thrown) {
    if (thrown instanceof PathRefused) return problem(thrown.message);
    throw thrown;
  }
}
