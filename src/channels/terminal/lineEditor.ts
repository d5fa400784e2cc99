import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Completion } from './completer.js';
import { createPasteFilter, PASTE_OFF, PASTE_ON } from './pasteFilter.js';

/** Stands for a line break inside the one line that is edited; pasted text may have several lines. */
const LINE_BREAK_SIGN = '\u240a';
const INTERRUPT = '\x03';
const MAX_HISTORY = 500;

/** Input that may be a terminal. */
export type KeyInput = Readable & { readonly isTTY?: boolean; setRawMode?: (on: boolean) => unknown };

export interface LineEditor {
  /** Asks for a line. Null when the person leaves (Ctrl-D, or the input ended). Keys typed meanwhile count. */
  ask(): Promise<string | null>;
  /** What stands in the line that is edited. */
  isEmpty(): boolean;
  /** Drops what stands in the line and asks anew. */
  clear(): void;
  /** Shows the prompt and the line again after something else was written. */
  redraw(): void;
  /** Takes the question back: `ask` answers an empty line. What was typed goes. */
  withdraw(): void;
  /** Makes `ask` answer null from now on. */
  leave(): void;
  /** Gives the terminal back as it was. */
  close(): void;
}

export interface LineEditorOptions {
  readonly input: KeyInput;
  readonly output: Writable;
  readonly prompt: string;
  /** Newest first. */
  readonly history: readonly string[];
  /** Tab: what the line up to the cursor could become. A second Tab shows what there is to choose from. */
  readonly complete: (line: string) => Promise<Completion>;
  /** Ctrl-C; `isSecond` when no other key came since the last one. */
  readonly onInterrupt: (isSecond: boolean) => void;
}

/**
 * A line editor over Node's readline that takes pasted text as one entry and listens for Ctrl-C at all times. While nothing
 * is asked, keys are kept for the next line instead of being echoed into an answer.
 */
export function openLineEditor(options: LineEditorOptions): LineEditor {
  const { input, output, onInterrupt } = options;
  const keys = new PassThrough();
  const readline = createInterface({
    input: keys,
    output,
    terminal: true,
    prompt: options.prompt,
    historySize: MAX_HISTORY,
    history: options.history.map(toOneLine),
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: Error | null, result: [string[], string]) => void) => {
      void options.complete(line).then(
        ([candidates, replaced]) => done(null, [[...candidates], replaced]),
        () => done(null, [[], line]),
      );
    },
  });
  const decoder = new StringDecoder('utf8');
  const filter = createPasteFilter();
  const lines: string[] = [];
  let waiting: ((line: string | null) => void) | null = null;
  let early = '';
  let isInterrupted = false;
  let hasEnded = false;

  const settle = (line: string | null) => {
    const answer = waiting;
    waiting = null;
    answer?.(line);
  };
  const end = () => {
    hasEnded = true;
    settle(null);
  };
  const type = (text: string) => {
    if (text === '') return;
    isInterrupted = false;
    if (waiting === null) early += text;
    else press(text);
  };
  /** A Tab is a key for itself: readline takes one amid other characters for part of a pasted text. */
  const press = (text: string) => {
    for (const piece of text.split(/(\t)/)) if (piece !== '') keys.write(piece);
  };
  const interrupt = () => {
    const isSecond = isInterrupted;
    isInterrupted = true;
    onInterrupt(isSecond);
  };
  const onData = (chunk: Buffer | string) => {
    for (const piece of filter.take(typeof chunk === 'string' ? chunk : decoder.write(chunk))) {
      if (piece.kind === 'paste') {
        type(toOneLine(piece.text));
        continue;
      }
      const [first = '', ...others] = piece.text.split(INTERRUPT);
      type(first);
      for (const text of others) {
        interrupt();
        type(text);
      }
    }
  };

  readline.on('line', (line) => {
    const text = line.replaceAll(LINE_BREAK_SIGN, '\n');
    if (waiting === null) lines.push(text);
    else settle(text);
  });
  readline.on('close', end);
  // Suspending would leave the shell with our raw terminal.
  readline.on('SIGTSTP', () => undefined);
  input.on('data', onData);
  input.on('end', end);
  input.setRawMode?.(true);
  output.write(PASTE_ON);

  return {
    ask: () => {
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      if (hasEnded) return Promise.resolve(null);
      const asked = new Promise<string | null>((resolve) => {
        waiting = resolve;
      });
      readline.prompt();
      const text = early;
      early = '';
      press(text);
      return asked;
    },
    isEmpty: () => readline.line === '',
    clear: () => {
      readline.write(null, { ctrl: true, name: 'e' });
      readline.write(null, { ctrl: true, name: 'u' });
      readline.prompt();
    },
    redraw: () => readline.prompt(true),
    withdraw: () => {
      if (waiting === null) return;
      readline.write(null, { ctrl: true, name: 'e' });
      readline.write(null, { ctrl: true, name: 'u' });
      output.write('\n');
      settle('');
    },
    leave: end,
    close: () => {
      input.off('data', onData);
      input.off('end', end);
      input.pause();
      readline.close();
      output.write(PASTE_OFF);
      input.setRawMode?.(false);
    },
  };
}

/** Pasted or remembered text as one editable line: line breaks become a sign, other control characters go. */
function toOneLine(text: string): string {
  return text
    .replace(/\r\n?|\n/g, LINE_BREAK_SIGN)
    .replaceAll('\t', '    ')
    .replace(/\p{Cc}/gu, '');
}
