/** Vectors as they are stored: 8-bit numbers, scaled so that the largest is 127, and their signs, 32 to a word. */

/** Words of one vector's signs; a multiple of four, because the scan takes four at a time. */
export function signWords(dims: number): number {
  return Math.ceil(dims / 128) * 4;
}

export function toCodes(values: Float32Array): Int8Array {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(values, (value) => Math.round(value * scale));
}

export function toSigns(codes: Int8Array): Int32Array {
  const signs = new Int32Array(signWords(codes.length));
  for (let i = 0; i < codes.length; i += 1) {
    if ((codes[i] ?? 0) > 0) signs[i >> 5] = (signs[i >> 5] ?? 0) | (1 << (i & 31));
  }
  return signs;
}

/** Cosine of two stored vectors, or of one at an offset of a longer array; 0 where one is all zeros. */
export function cosineOf(a: Int8Array, b: Int8Array, offset = 0): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i += 1) {
    const x = a[i] ?? 0;
    const y = b[offset + i] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}

/** A stored vector as the numbers it holds; copied, because SQLite's buffer may be unaligned and pooled. */
export function codesOf(blob: Uint8Array): Int8Array {
  return Int8Array.from(new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength));
}

export function bytesOf(numbers: Int8Array | Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
