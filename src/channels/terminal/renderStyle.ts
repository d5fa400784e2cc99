import { displayWidth } from '../../reply/markdown/displayWidth.js';
import { toTerminalText } from './terminalText.js';

/** ANSI "select graphic rendition" codes of the styles in use. */
export const STYLE = {
  bold: '1',
  dim: '2',
  italic: '3',
  underline: '4',
  strike: '9',
  code: '48;5;236',
  heading: '36',
} as const;
export type Style = keyof typeof STYLE;

/** A piece of text in one style. */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
}

/** Marks that turn the direction of text: invisible, and able to make it read as something else. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text of a model as it may stand on a terminal: no escape sequences, nothing that reorders what is read. */
export function safeText(text: string): string {
  return toTerminalText(text).replace(DIRECTION, '').replaceAll('\t', '    ');
}

/** A line of spans as the terminal gets it. Every styled piece ends its styles itself. */
export function paintLine(spans: readonly Span[], colour: boolean): string {
  const runs: { text: string; styles: readonly Style[] }[] = [];
  for (const span of spans) {
    const last = runs.at(-1);
    if (last !== undefined && last.styles.join() === span.styles.join()) last.text += span.text;
    else runs.push({ ...span });
  }
  return runs.map((run) => paint(run.text, run.styles, colour)).join('');
}

export function paint(text: string, styles: readonly Style[], colour: boolean): string {
  if (!colour || styles.length === 0 || text === '') return text;
  const codes = [...new Set(styles)].map((style) => STYLE[style]);
  return `\x1b[${codes.join(';')}m${text}\x1b[0m`;
}

/** Breaks spans into lines of at most `width` columns, at spaces; longer words are cut between graphemes. */
export function wrapSpans(spans: readonly Span[], width: number): Span[][] {
  const lines: Span[][] = [];
  let line: Span[] = [];
  let used = 0;
  const breakLine = () => {
    while (line.at(-1)?.text.trim() === '') line.pop();
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const word of wordsOf(spans)) {
    if (word.isBreak) {
      breakLine();
      continue;
    }
    if (used + word.width > width && used > 0) {
      breakLine();
      if (word.isSpace) continue;
    }
    if (word.width <= width) {
      line.push(...word.spans);
      used += word.width;
      continue;
    }
    for (const span of word.spans) {
      for (const { segment } of graphemes.segment(span.text)) {
        const own = displayWidth(segment);
        if (used + own > width && used > 0) breakLine();
        line.push({ text: segment, styles: span.styles });
        used += own;
      }
    }
  }
  if (line.length > 0 || lines.length === 0) breakLine();
  return lines;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

interface Word {
  readonly spans: Span[];
  width: number;
  readonly isSpace: boolean;
  readonly isBreak: boolean;
}

function wordsOf(spans: readonly Span[]): Word[] {
  const words: Word[] = [];
  for (const span of spans) {
    for (const text of span.text.split(/(\n| +)/)) {
      if (text === '') continue;
      const isBreak = text === '\n';
      const isSpace = text.startsWith(' ');
      const last = words.at(-1);
      const piece = { text, styles: span.styles };
      if (last !== undefined && !last.isBreak && !isBreak && last.isSpace === isSpace) {
        last.spans.push(piece);
        last.width += displayWidth(text);
      } else words.push({ spans: [piece], width: isBreak ? 0 : displayWidth(text), isSpace, isBreak });
    }
  }
  return words;
}
