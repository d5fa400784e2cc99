import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture whose pixels are three bytes each: red, green, blue. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLOURS = 256;
/** Steps in which each channel is counted: differences below are not seen at the edges of letters. */
const STEP = 12;

/** Writes a PNG of true colours, as Chromium makes them, as one of 256 colours: about half the bytes. */
export function shrinkPng(png: Buffer): Buffer {
  return writeIndexed(read(png));
}

function read(png: Buffer): Pixels {
  const header = { width: 0, height: 0, channels: 0 };
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const size = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + size);
    if (type === 'IHDR') {
      header.width = body.readUInt32BE(0);
      header.height = body.readUInt32BE(4);
      header.channels = body[9] === 6 ? 4 : 3;
    } else if (type === 'IDAT') data.push(body);
    at += size + 12;
  }
  return withoutFilters(inflateSync(Buffer.concat(data)), header);
}

/** Undoes the prediction of each line from its neighbours (PNG specification, 9.2). */
function withoutFilters(
  bytes: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
) {
  const stride = width * channels;
  const rgb = new Uint8Array(width * height * 3);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (stride + 1)] ?? 0;
    const line = new Uint8Array(bytes.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let x = 0; x < stride; x += 1) {
      const left = line[x - channels] ?? 0;
      const up = above[x] ?? 0;
      const upLeft = above[x - channels] ?? 0;
      line[x] = (line[x] ?? 0) + predict(filter, left, up, upLeft);
    }
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        rgb[(y * width + x) * 3 + channel] = line[x * channels + channel] ?? 0;
      }
    }
    above = line;
  }
  return { width, height, rgb };
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((value) => Math.abs(guess - value));
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toUpLeft ?? 0)) return left;
  return (toUp ?? 0) <= (toUpLeft ?? 0) ? up : upLeft;
}

/** The most frequent colours, alike ones counted as their most frequent one. */
function paletteOf({ rgb }: Pixels): readonly number[] {
  const exact = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = colourAt(rgb, at);
    exact.set(colour, (exact.get(colour) ?? 0) + 1);
  }
  const cells = new Map<string, { colour: number; most: number; count: number }>();
  for (const [colour, count] of exact) {
    const key = channelsOf(colour)
      .map((value) => Math.floor(value / STEP))
      .join();
    const cell = cells.get(key) ?? { colour, most: 0, count: 0 };
    cell.count += count;
    if (count > cell.most) Object.assign(cell, { colour, most: count });
    cells.set(key, cell);
  }
  return [...cells.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_COLOURS)
    .map(({ colour }) => colour);
}

function colourAt(rgb: Uint8Array, at: number): number {
  return ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
}

function channelsOf(colour: number): readonly [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = channelsOf(colour);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  palette.forEach((candidate, index) => {
    const [r, g, b] = channelsOf(candidate);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [index, distance];
  });
  return best;
}

function writeIndexed(pixels: Pixels): Buffer {
  const { width, height, rgb } = pixels;
  const palette = paletteOf(pixels);
  const known = new Map<number, number>();
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = colourAt(rgb, (y * width + x) * 3);
      const index = known.get(colour) ?? nearest(palette, colour);
      known.set(colour, index);
      lines[y * (width + 1) + 1 + x] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, indexed, no interlacing.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([head, content, sum]);
}
