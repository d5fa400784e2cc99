/** A PNG file that is cut short after its header: enough for whoever only looks at its size. */
export function pngOf(width: number, height: number, bytes = 64): Buffer {
  const file = Buffer.alloc(bytes);
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  file.write('IHDR', 12, 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

/** As far as its header (ITU-T T.81, B.2.2); `mark` makes it a picture of its own. */
export function jpegOf(width: number, height: number, mark = ''): Buffer {
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  head.writeUInt16BE(height, 7);
  head.writeUInt16BE(width, 9);
  return Buffer.concat([head, Buffer.from(mark)]);
}
