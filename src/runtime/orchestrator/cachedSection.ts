/** A gateway has one identity and perhaps one more per workspace. */
const MAX_ENTRIES = 64;

/**
 * Builds a section of the prompt once per value. The key is the whole value as JSON: a time stamp of one-second resolution
 * would miss a second change (contract: agent runtime 6.1).
 */
export function createCachedSection<Value>(build: (value: Value) => string): (value: Value) => string {
  const built = new Map<string, string>();
  return (value) => {
    const key = JSON.stringify(value);
    const known = built.get(key);
    if (known !== undefined) return known;
    if (built.size >= MAX_ENTRIES) built.clear();
    const text = build(value);
    built.set(key, text);
    return text;
  };
}
