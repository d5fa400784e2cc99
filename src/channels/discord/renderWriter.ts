import type { Line } from './renderLine.js';

/** What stands before the lines of a container: before its first one, and before the others. */
interface Frame {
  readonly kind: 'quote' | 'item';
  readonly first: Line;
  readonly rest: Line;
  isOpened: boolean;
}

/** Writes lines of Discord's Markdown and, side by side, what a reader sees. Breaks are written only when something follows. */
export interface LineWriter {
  line(line: Line): void;
  /** Lines that stand at the margin of their quote whatever list they belong to. */
  atMargin(lines: readonly string[], plain: string): void;
  /** Asks for at least this many line breaks before whatever comes next. */
  separate(breaks: number): void;
  quoted(run: () => void): void;
  /**
   * @param sign what stands before the item; null for the rest of an item that began in an earlier message
   * @param width columns by which its further lines are indented
   */
  item(sign: Line | null, width: number, run: () => void): void;
  /** Whether lines stand in a list now. */
  isInList(): boolean;
  result(): Line;
}

/** Signs after which, on the same line, clients see the sign of a further item; after any other it is only a dash. */
const BARE_SIGN = /^(?:-|\d+\.) $/;

const NOTHING: Line = { markup: '', plain: '' };

export function createLineWriter(): LineWriter {
  let markup = '';
  let plain = '';
  let breaks = 0;
  let blank = '';
  let frames: Frame[] = [];

  const quotes = () => frames.filter((frame) => frame.kind === 'quote');

  const append = (line: Line, before: readonly Frame[]) => {
    if (markup !== '' || plain !== '') {
      const count = Math.max(1, breaks);
      markup += `\n${`${blank}\n`.repeat(count - 1)}`;
      plain += '\n'.repeat(count);
    }
    breaks = 0;
    for (const frame of before) {
      const lead = frame.isOpened ? frame.rest : frame.first;
      frame.isOpened = true;
      markup += lead.markup;
      plain += lead.plain;
    }
    markup += line.markup;
    plain += line.plain;
  };

  /** The sign of an item that begins with something at the margin gets a line of its own. */
  const openItems = () => {
    const last = frames.findLast(
      (frame) => frame.kind === 'item' && !frame.isOpened && frame.first.plain.trim() !== '',
    );
    if (last === undefined) return;
    append({ markup: '\u200b', plain: '' }, frames);
    breaks = 1;
  };

  const within = (frame: Frame, run: () => void) => {
    const outer = frames;
    frames = [...frames, frame];
    run();
    frames = outer;
  };

  return {
    line: (line) => append(line, frames),
    atMargin: (lines, plain) => {
      openItems();
      const before = quotes();
      const lead = before.map((frame) => frame.rest.markup).join('');
      append({ markup: lines.join(`\n${lead}`), plain }, before);
    },
    separate: (wanted) => {
      if (markup === '') return;
      breaks = Math.max(breaks, wanted);
      blank = quotes()
        .map((frame) => frame.rest.markup)
        .join('');
    },
    quoted: (run) => {
      // Clients know no quote within a quote, and none within a list.
      if (quotes().length > 0) return run();
      openItems();
      const outer = frames;
      frames = [];
      const lead = { markup: '> ', plain: '' };
      within({ kind: 'quote', first: lead, rest: lead, isOpened: false }, run);
      frames = outer;
    },
    item: (sign, width, run) => {
      const around = frames.at(-1);
      if (around?.kind === 'item' && !around.isOpened && !BARE_SIGN.test(around.first.markup)) openItems();
      const pad = ' '.repeat(width);
      const rest = { markup: pad, plain: pad };
      const frame: Frame = { kind: 'item', first: sign ?? rest, rest, isOpened: sign === null };
      within(frame, () => {
        run();
        if (!frame.isOpened) append({ markup: '\u200b', plain: '' }, frames);
      });
    },
    isInList: () => frames.some((frame) => frame.kind === 'item'),
    result: () => (markup === '' ? NOTHING : { markup, plain }),
  };
}
