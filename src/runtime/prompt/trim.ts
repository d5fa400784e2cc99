/** A part of the prompt that lost something on its way, for the debug log: nothing is dropped in silence. */
export interface Trim {
  readonly part: string;
  /** Characters that are missing. */
  readonly chars: number;
}

export const TRUNCATED = '\n[...truncated]';

export interface Fitted {
  readonly text: string;
  readonly trims: readonly Trim[];
}

/**
 * The text in at most `limit` characters, its end replaced by a marker where it is longer. Never cuts through a surrogate
 * pair; where not even the marker fits, nothing is left.
 */
export function fitPart(part: string, text: string, limit: number): Fitted {
  if (text.length <= limit) return { text, trims: [] };
  const room = limit - TRUNCATED.length;
  if (room <= 0) return { text: '', trims: [{ part, chars: text.length }] };
  const kept = text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '');
  return { text: `${kept}${TRUNCATED}`, trims: [{ part, chars: text.length - kept.length }] };
}
