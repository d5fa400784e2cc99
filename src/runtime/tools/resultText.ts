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

/**
 * Cuts a result to `limit` with a marker that says how much is missing and where it is; never within a surrogate pair.
 *
 * @param file the file in the lane's workspace that holds the whole result, if there is one
 */
export function limitResult(text: string, limit = MAX_RESULT_CHARS, file: string | null = null): string {
  if (text.length <= limit) return text;
  const whole = file === null ? '' : ` The whole result is in the file ${file}; read it in parts where you need more.`;
  const marker = `\n[Result cut: the tool returned ${text.length} characters, only the beginning is shown.${whole}]`;
  const kept = text.slice(0, Math.max(0, limit - marker.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}${marker}`;
}
