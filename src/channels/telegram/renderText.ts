import type { EntityKind, TelegramEntity } from './renderEntities.js';

/** Writes text and entities side by side. Line breaks between blocks are written only when something follows. */
export interface TextBuilder {
  /** Appends text; every line after a line break begins with the current indentation. */
  write(text: string): void;
  /** Appends lines without any indentation. */
  writeRaw(text: string): void;
  /** Asks for at least this many line breaks before whatever comes next. */
  separate(breaks: number): void;
  /** Whether something stands in the current line already. */
  isInLine(): boolean;
  indented(indent: string, run: () => void): void;
  /** Puts an entity around what `run` writes. `kind` may be decided by the text when it is a function. */
  marked(kind: EntityKind | ((text: string) => EntityKind), run: () => void): void;
  result(): { readonly text: string; readonly entities: readonly TelegramEntity[] };
}

/**
 * Characters that Telegram's server takes out or replaces (`clean_input_string` in tdlib's misc.cpp); done here, offsets stay
 * true. A ring above is composed with its letter where that is possible.
 */
export function cleanText(text: string): string {
  if (/^[\n -~]*$/.test(text)) return text;
  return text
    .replace(/[A-Za-z]\u030a/g, (letter) => letter.normalize('NFC'))
    .replace(/\r\n?/g, '\n')
    .replace(/[\t\u2028\u2029]/g, ' ')
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e]|\u0333|\u033f|\u030a/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

export function createTextBuilder(): TextBuilder {
  let text = '';
  let breaks = 0;
  let indent = '';
  let isLineStart = true;
  const entities: TelegramEntity[] = [];
  const waiting: { start: number }[] = [];

  const append = (piece: string, isRaw: boolean) => {
    if (text !== '' && breaks > 0) {
      text += breaks === 1 ? '\n' : '\n'.repeat(breaks);
      isLineStart = true;
    }
    breaks = 0;
    if (isLineStart && !isRaw) text += indent;
    for (const mark of waiting) if (mark.start === -1) mark.start = text.length;
    text += piece;
    isLineStart = piece.charCodeAt(piece.length - 1) === 10;
  };

  return {
    write(raw) {
      const clean = cleanText(raw);
      if (!clean.includes('\n')) {
        if (clean !== '') append(clean, false);
        return;
      }
      clean.split('\n').forEach((line, index) => {
        if (index > 0) breaks = Math.max(1, breaks);
        if (line !== '') append(line, false);
      });
    },
    writeRaw(raw) {
      if (raw !== '') append(raw, true);
    },
    separate(wanted) {
      if (text !== '') breaks = Math.max(breaks, wanted);
    },
    isInLine: () => text !== '' && breaks === 0 && !isLineStart,
    indented(more, run) {
      const before = indent;
      indent += more;
      run();
      indent = before;
    },
    marked(kind, run) {
      const mark = { start: -1 };
      waiting.push(mark);
      run();
      waiting.pop();
      if (mark.start === -1 || mark.start >= text.length) return;
      const made = typeof kind === 'function' ? kind(text.slice(mark.start)) : kind;
      entities.push({ ...made, offset: mark.start, length: text.length - mark.start });
    },
    result: () => ({ text, entities }),
  };
}
