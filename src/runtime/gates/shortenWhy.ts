/** Bound on what a gate quotes as its reason, in characters. */
const MAX_WHY_CHARS = 200;

/** The statement that made a gate fire, on one line. */
export function shortenWhy(source: string): string {
  const line = source.replace(/\s+/g, ' ');
  return line.length <= MAX_WHY_CHARS ? line : `${line.slice(0, MAX_WHY_CHARS - 1)}…`;
}
