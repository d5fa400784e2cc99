import { safeFileName } from '../workspace/safeFileName.js';

/** Most file systems take 255 bytes in a name; the ending and a number need some. */
const MAX_BYTES = 180;

/** The ending of all pages. */
export const PAGE_ENDING = '.md';

/** One key for names that some file system takes for the same: by case, or by how accents are written. */
export function nameKey(path: string): string {
  return path.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** A title as the name of a file or folder, without ending: no path, no hidden file, no device, nothing that breaks a link. */
export function nameOf(title: string, fallback: string): string {
  const name = safeFileName(
    title
      .replace(/[/\\:]+/g, '-')
      .replace(/\.{2,}/g, '.')
      .replace(/^[-.\s]+/, ''),
    fallback,
  );
  const characters = [...name];
  while (Buffer.byteLength(characters.join('')) > MAX_BYTES) characters.pop();
  return characters.join('').replace(/[. ]+$/, '') || fallback;
}

/**
 * A path for a new page at which nothing lies, and adds it to what is taken.
 *
 * @param taken keys (`nameKey`) of all paths in use
 */
export function freePath(folder: string, title: string, taken: Set<string>): string {
  const name = nameOf(title, 'page');
  for (let number = 1; ; number += 1) {
    const path = `${folder === '' ? '' : `${folder}/`}${name}${number === 1 ? '' : ` ${number}`}${PAGE_ENDING}`;
    const key = nameKey(path);
    if (taken.has(key)) continue;
    taken.add(key);
    return path;
  }
}
