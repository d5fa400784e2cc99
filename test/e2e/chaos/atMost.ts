/**
 * Lets a fault strike the same thing only so often, so that what must come in the end can. What it is about is told by a key; without
 * one nothing is struck.
 */
export function createAtMost(times: number): (key: string | undefined, strikes: () => boolean) => boolean {
  const struck = new Map<string, number>();
  return (key, strikes) => {
    if (key === undefined) return false;
    const count = struck.get(key) ?? 0;
    if (count >= times || !strikes()) return false;
    struck.set(key, count + 1);
    return true;
  };
}
