const MAX_CHARS = 80;

/** Names that some systems take for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A file name from outside as one that every file system and multipart form takes: letters, digits, a few signs and single
 * spaces; no path, no hidden file; at most 80 characters, the ending kept.
 *
 * @param fallback the name of a file that has none, or nothing in it that can stay
 */
export function safeFileName(name: string | undefined, fallback: string): string {
  const last = (name ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[^\p{L}\p{M}\p{N}._ ()+-]/gu, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s_]+|[.\s]+$/g, '');
  if (clean === '') return fallback;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? '';
  const stem = [...clean.slice(0, clean.length - ending.length)].slice(0, MAX_CHARS - [...ending].length).join('');
  const whole = `${stem}${ending}`;
  return DEVICE.test(whole) ? `_${whole}` : whole;
}
