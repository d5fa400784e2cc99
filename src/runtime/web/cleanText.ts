/** Control characters but tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Text as every later reader can take it: lines end in a line feed, no control characters, no half surrogate pairs. */
export function cleanText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');
  // Through UTF-8, which has no half pairs.
  return Buffer.from(lines, 'utf8').toString('utf8');
}
