/** Excel's own limit. */
const MAX_CHARS = 31;

/** Names that Excel takes: without its signs, not too long, each only once, whatever the case. */
export function uniqueSheetNames(wanted: readonly string[]): readonly string[] {
  const taken = new Set<string>(['history']);
  return wanted.map((name, i) => {
    const clean = cut(name.replace(/[[\]:*?/\\\p{Cc}\p{Surrogate}]/gu, ' ').replace(/^['\s]+|['\s]+$/g, ''), MAX_CHARS);
    const base = clean === '' ? `Sheet${i + 1}` : clean;
    let unique = base;
    for (let n = 2; taken.has(unique.toLowerCase()); n += 1) unique = `${cut(base, MAX_CHARS - 6)} (${n})`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** To so many UTF-16 units, not within a pair. */
function cut(text: string, units: number): string {
  return text
    .slice(0, units)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
