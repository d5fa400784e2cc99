import { inflateRawSync } from 'node:zlib';

/** Bounds of an Office file as it is unpacked: a ZIP of a few kilobytes can hold gigabytes. */
const MAX_ENTRIES = 5_000;
const MAX_ENTRY_BYTES = 64_000_000;
const MAX_ALL_BYTES = 160_000_000;

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: Buffer;
}

/** The files of a ZIP by their names, as its directory has them. @throws Error for one that is broken or has too many */
function entriesOf(zip: Buffer): readonly ZipEntry[] {
  const broken = () => new Error('the file is broken: it is no whole ZIP');
  // The end's comment has at most 65,535 bytes.
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== DIRECTORY_END) throw broken();
  const count = zip.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new Error(`the file holds ${count} parts, more than the ${MAX_ENTRIES} that are read`);
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw broken();
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    if (local + 30 > zip.length) throw broken();
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const size = zip.readUInt32LE(at + 20);
    if (from + size > zip.length) throw broken();
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      packed: zip.subarray(from, from + size),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** The names of the files in a ZIP; none for what is none. */
export function zipNames(zip: Buffer): readonly string[] {
  try {
    return entriesOf(zip).map(({ name }) => name);
  } catch {
    // What is no ZIP has no names; whoever reads it is told why.
    return [];
  }
}

/**
 * Unpacks an Office file's XML, and looks over all that it holds, so that a library may be given it: nothing is unpacked beyond the
 * bounds, whatever the directory says.
 *
 * @throws Error saying what is wrong with it: broken, encrypted, too large unpacked, with a document type definition
 */
export function unpackOffice(zip: Buffer): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let all = 0;
  for (const { name, method, isEncrypted, packed } of entriesOf(zip)) {
    if (isEncrypted) throw new Error('the file is protected by a password; send it without one');
    if (method !== STORED && method !== DEFLATED) throw new Error('the file is packed in a way that is not read');
    const content = method === STORED ? packed : inflate(packed);
    all += content.length;
    if (all > MAX_ALL_BYTES) throw tooLarge();
    if (!/\.(?:xml|rels|vml)$/i.test(name)) continue;
    const text = content.toString('utf8');
    // No Office program writes one, and entities in it can make gigabytes of a line.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
      throw new Error('the file holds a document type definition, which is not read');
    texts.set(name, text);
  }
  return texts;
}

function inflate(packed: Buffer): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_ENTRY_BYTES });
  } catch (thrown) {
    const isTooLarge = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? tooLarge() : new Error('the file is broken: a part of it cannot be unpacked', { cause: thrown });
  }
}

function tooLarge(): Error {
  return new Error(`unpacked, the file is larger than the ${MAX_ALL_BYTES / 1_000_000} MB that are read`);
}
