/** What the header of a picture says. */
export interface ImageHeader {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Type and size of a PNG, JPEG, GIF or WebP file by its header alone; null for anything else and for one that is cut short. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
  } catch (thrown) {
    // Read beyond its end.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

function ascii(view: DataView, at: number, length: number): string {
  let text = '';
  for (let i = at; i < at + length; i += 1) text += String.fromCharCode(view.getUint8(i));
  return text;
}

function header(type: ImageHeader['type'], width: number, height: number): ImageHeader | null {
  return width > 0 && height > 0 ? { type, width, height } : null;
}

/** PNG specification, 5.2 and 11.2.2: the signature, then IHDR. */
function readPng(view: DataView): ImageHeader | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || ascii(view, 12, 4) !== 'IHDR')
    return null;
  return header('png', view.getUint32(16), view.getUint32(20));
}

function readGif(view: DataView): ImageHeader | null {
  if (!/^GIF8[79]a$/.test(ascii(view, 0, 6))) return null;
  return header('gif', view.getUint16(6, true), view.getUint16(8, true));
}

/** RFC 9649: the simple forms (VP8, VP8L) and the extended one (VP8X). */
function readWebp(view: DataView): ImageHeader | null {
  if (ascii(view, 0, 4) !== 'RIFF' || ascii(view, 8, 4) !== 'WEBP') return null;
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (ascii(view, 12, 4)) {
    case 'VP8 ':
      return header('webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return header('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return header('webp', uint24(24) + 1, uint24(27) + 1);
    default:
      return null;
  }
}

/** ITU-T T.81, B.1: segments up to the frame header (SOF0 to SOF15, without DHT, JPG and DAC). */
function readJpeg(view: DataView): ImageHeader | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return header('jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    // The scan or the end of the picture, before any frame.
    if (marker === 0xda || marker === 0xd9) return null;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
}
