/** A vector of length one in the same direction; null for one that points nowhere or holds something that is no number. */
export function unitVector(values: ArrayLike<number>): Float32Array | null {
  let square = 0;
  for (let i = 0; i < values.length; i += 1) square += (values[i] ?? 0) ** 2;
  if (!(square > 0) || !Number.isFinite(square)) return null;
  const scale = 1 / Math.sqrt(square);
  return Float32Array.from(values, (value) => value * scale);
}
