/** East Asian wide and full-width characters (Unicode 16, EastAsianWidth W and F, merged into few ranges). */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\u20e3|\p{Regional_Indicator}/u;
/** Characters that may share a column with their neighbour. */
const IS_CLUSTERED = /[\p{M}\p{Cf}\p{Cc}\p{Emoji_Modifier}\p{Regional_Indicator}\u1100-\u11ff]/u;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Columns that a text takes in a monospaced font: wide characters and emoji count two, combining marks nothing. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  if (IS_CLUSTERED.test(text)) for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  else for (const char of text) width += char < '\u0300' ? 1 : graphemeWidth(char);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}

/** Breaks a text into pieces of at most `width` columns, at spaces where there are some. Never inside a grapheme. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const token of text.split(/( +)/)) {
    const size = displayWidth(token);
    if (used + size <= width) {
      line += token;
      used += size;
      continue;
    }
    if (token.startsWith(' ')) {
      lines.push(line);
      line = '';
      used = 0;
      continue;
    }
    if (line.trimEnd() !== '') lines.push(line.trimEnd());
    line = '';
    used = 0;
    for (const { segment } of graphemes.segment(token)) {
      const own = graphemeWidth(segment);
      if (used + own > width && line !== '') {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += segment;
      used += own;
    }
  }
  lines.push(line.trimEnd());
  return lines;
}
