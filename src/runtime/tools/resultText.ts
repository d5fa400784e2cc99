/** Bound on a tool result in the prompt, in characters, marker included (spec: turns and commands 10). */
export const MAX_RESULT_CHARS = 10_000;

/** Turns whatever a tool returned into text: text as it is, everything else as JSON. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result;
  if (result === undefined || result === null) return 'Done. (no output)';
  try {
    return (
      JSON.stringify(result, (_key, value) => (typeof value === 'bigint' ? String(value) : value)) ?? String(result)
    );
  } catch {
    return String(result);
  }
}

/** Cuts a result to `MAX_RESULT_CHARS` with a marker that says how much is missing; never within a surrogate pair. */
export function limitResult(text: string, limit = MAX_RESULT_CHARS): string {
  if (text.length <= limit) return text;
  const marker = `\n[Result cut: the tool returned ${text.length} characters, only the beginning is shown.]`;
  const kept = text.slice(0, Math.max(0, limit - marker.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}${marker}`;
}
