import type { Spans } from '../block.js';
import type { Face, FontChoice } from './fontChoice.js';

/** Text of one look within a line. */
export interface Run {
  readonly text: string;
  readonly face: Face;
  /** Points. */
  readonly width: number;
  readonly link?: string;
  readonly strike?: true;
  readonly code?: true;
}

export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
}

export type Measure = (text: string, face: Face, size: number) => number;

/** Before and after these a line may end anywhere: Chinese and Japanese have no spaces. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u;

/** Words, spaces and single wide characters. */
const PIECES =
  /\s+|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]+/gu;

/** A word, or the part of one that has one look. */
interface Piece extends Run {
  readonly isSpace: boolean;
  readonly isBreak: boolean;
}

/**
 * Lines of spans that are no wider than `width`. A word that is wider is parted.
 *
 * @param size of the letters, points
 * @param width points
 */
export function layOut(
  spans: Spans,
  { size, width, fonts, measure }: { size: number; width: number; fonts: FontChoice; measure: Measure },
): readonly Line[] {
  const lines: Line[] = [];
  let line: Piece[] = [];
  let used = 0;

  const flush = () => {
    while (line.at(-1)?.isSpace === true) used -= line.pop()?.width ?? 0;
    lines.push({ runs: joined(line), width: Math.max(0, used) });
    line = [];
    used = 0;
  };
  const put = (piece: Piece) => {
    line.push(piece);
    used += piece.width;
  };

  for (const word of wordsOf(spans, size, fonts, measure)) {
    const [first] = word;
    if (first === undefined) continue;
    if (first.isBreak) {
      flush();
      continue;
    }
    if (first.isSpace && line.length === 0) continue;
    const wordWidth = word.reduce((sum, piece) => sum + piece.width, 0);
    if (used + wordWidth > width && line.length > 0) {
      flush();
      if (first.isSpace) continue;
    }
    if (wordWidth <= width) {
      for (const piece of word) put(piece);
      continue;
    }
    for (const piece of word) {
      for (const part of parted(piece, width, size, measure)) {
        if (used + part.width > width && line.length > 0) flush();
        put(part);
      }
    }
  }
  if (line.length > 0 || lines.length === 0) flush();
  return lines;
}

/** The widest word of spans, and all of them on one line, in points. */
export function widthsOf(
  spans: Spans,
  { size, fonts, measure }: { size: number; fonts: FontChoice; measure: Measure },
): { readonly word: number; readonly whole: number } {
  let widest = 0;
  let whole = 0;
  for (const word of wordsOf(spans, size, fonts, measure)) {
    const width = word.reduce((sum, piece) => sum + piece.width, 0);
    whole += width;
    widest = Math.max(widest, width);
  }
  return { word: widest, whole };
}

function* wordsOf(spans: Spans, size: number, fonts: FontChoice, measure: Measure): Generator<readonly Piece[]> {
  let word: Piece[] = [];
  for (const { text, link, strike, code, ...look } of spans) {
    const dress = {
      ...(link === undefined ? {} : { link }),
      ...(strike === undefined ? {} : { strike }),
      ...(code === undefined ? {} : { code }),
    };
    const pieces = text === '\n' ? ['\n'] : (text.match(PIECES) ?? []);
    for (const piece of pieces) {
      const isBreak = piece === '\n';
      const isSpace = !isBreak && /^\s/.test(piece);
      const ends = isBreak || isSpace || WIDE.test(piece);
      if (ends && word.length > 0) {
        yield word;
        word = [];
      }
      const shown = isBreak ? ' ' : isSpace && code === undefined ? ' ' : piece;
      for (const { face, text: part } of fonts.split(shown, { ...look, ...dress })) {
        word.push({ text: part, face, width: measure(part, face, size), ...dress, isSpace, isBreak });
      }
      if (ends && word.length > 0) {
        yield word;
        word = [];
      }
    }
  }
  if (word.length > 0) yield word;
}

/** A piece that is wider than a line, in parts that are not. */
function* parted(piece: Piece, width: number, size: number, measure: Measure): Generator<Piece> {
  let part = '';
  let partWidth = 0;
  for (const character of piece.text) {
    const characterWidth = measure(character, piece.face, size);
    if (part !== '' && partWidth + characterWidth > width) {
      yield { ...piece, text: part, width: partWidth };
      part = '';
      partWidth = 0;
    }
    part += character;
    partWidth += characterWidth;
  }
  yield { ...piece, text: part, width: partWidth };
}

/** Neighbours of one look as one run. */
function joined(pieces: readonly Piece[]): Run[] {
  const runs: Run[] = [];
  for (const { text, face, width, link, strike, code } of pieces) {
    const last = runs.at(-1);
    const isSame = last?.face === face && last.link === link && last.strike === strike && last.code === code;
    if (last !== undefined && isSame)
      runs[runs.length - 1] = { ...last, text: last.text + text, width: last.width + width };
    else {
      runs.push({
        text,
        face,
        width,
        ...(link === undefined ? {} : { link }),
        ...(strike === undefined ? {} : { strike }),
        ...(code === undefined ? {} : { code }),
      });
    }
  }
  return runs;
}
