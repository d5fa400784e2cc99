import { inflateRawSync } from 'node:zlib';

/** The files in a ZIP file, by its directory. */
export function zipEntries(zip: Buffer): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    entries.set(name, (zip.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8'));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** Throws unless tags are closed in order, each `&` begins a reference and nothing else stands there than XML may have. */
export function checkXml(name: string, xml: string): void {
  const open: string[] = [];
  const body = xml.replace(/^\ufeff?<\?xml[^?]*\?>/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(body)) throw new Error(`${name}: control characters`);
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i.test(body)) throw new Error(`${name}: a bare &`);
  for (const [, text, tag = ''] of body.matchAll(/([^<]*)(?:<([^<>]*(?:"[^"]*"[^<>]*)*)>)?/g)) {
    if (text?.includes('>') && !tag && open.length === 0 && text.trim() !== '')
      throw new Error(`${name}: text outside`);
    if (tag === '' || tag.startsWith('!--') || tag.startsWith('?')) continue;
    const word = /^\/?([\w:.-]+)/.exec(tag)?.[1] ?? '';
    if (tag.startsWith('/')) {
      if (open.pop() !== word) throw new Error(`${name}: </${word}> closes nothing`);
    } else if (!tag.endsWith('/')) open.push(word);
  }
  if (open.length > 0) throw new Error(`${name}: <${open.at(-1)}> is not closed`);
}
