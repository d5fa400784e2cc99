const MAX_NAME_CHARS = 40;

/**
 * A display name as it may stand in a prompt: one short line of letters, marks, digits, spaces and a little punctuation.
 * Names come from outside, so nothing in one may look like markup, a role or an end of the quotation.
 */
export function sanitizeName(name: string): string {
  const clean = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}\p{Emoji_Presentation} .,'’_-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...clean].slice(0, MAX_NAME_CHARS).join('').trim() || 'someone';
}
