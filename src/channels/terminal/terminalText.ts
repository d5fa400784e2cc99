/** Control characters but for line feed and tab: what could move the cursor, change colours or write to the clipboard. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** Text from a model or a server as a terminal may be given it: no control characters, no escape sequences. */
export function toTerminalText(text: string): string {
  return text.replace(CONTROL, '');
}

/** The end of a text's last line, at most `columns` wide (characters outside ASCII counted as two columns). */
export function lastLineOf(text: string, columns: number): string {
  const line = text.trimEnd().split('\n').at(-1)?.replaceAll('\t', ' ') ?? '';
  let width = 0;
  const kept: string[] = [];
  for (const char of [...line].reverse()) {
    width += char <= '~' ? 1 : 2;
    if (width > columns) break;
    kept.push(char);
  }
  return kept.reverse().join('');
}

/** Dimmed and alarming text, where the terminal has colours. */
export interface Tint {
  dim(text: string): string;
  alarm(text: string): string;
}

export function createTint(hasColour: boolean): Tint {
  const sgr = (on: number, off: number) => (text: string) => (hasColour ? `\x1b[${on}m${text}\x1b[${off}m` : text);
  return { dim: sgr(2, 22), alarm: sgr(31, 39) };
}
