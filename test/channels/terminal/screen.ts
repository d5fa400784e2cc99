import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Root } from 'mdast';
import type { TerminalOutput } from '../../../src/channels/terminal/chat.js';
import type { KeyInput } from '../../../src/channels/terminal/lineEditor.js';

/** A stand-in for a terminal: keys in, everything written out. */
export interface Screen {
  readonly input: KeyInput & PassThrough;
  readonly output: TerminalOutput;
  /** Everything written so far, without escape sequences. */
  text(): string;
  /** Everything written so far, as it is. */
  raw(): string;
  /** Waits until the text since the last call contains `part`; what comes before it counts as seen. */
  waitFor(part: string): Promise<void>;
  type(text: string): void;
  readonly isRaw: () => boolean;
}

export function createScreen(options: { isTty: boolean; columns?: number }): Screen {
  let isRaw = false;
  const input = Object.assign(new PassThrough(), {
    isTTY: options.isTty,
    setRawMode: (on: boolean) => {
      isRaw = on;
    },
  });
  let raw = '';
  let seen = 0;
  let changed = () => {};
  const sink = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      raw += String(chunk);
      changed();
      done();
    },
  });
  const output = Object.assign(sink, { isTTY: options.isTty, columns: options.columns ?? 80 });
  const text = () => stripVTControlCharacters(raw).replaceAll('\r', '');
  return {
    input,
    output,
    text,
    raw: () => raw,
    waitFor: async (part) => {
      for (let at = text().indexOf(part, seen); ; at = text().indexOf(part, seen)) {
        if (at >= 0) {
          seen = at + part.length;
          return;
        }
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    },
    type: (keys) => input.write(keys),
    isRaw: () => isRaw,
  };
}

/** Shows a tree's blocks as `<type text>`, so that tests see what was rendered and when. */
export function renderNames(tree: Root): string {
  const textOf = (node: unknown): string => {
    if (typeof node !== 'object' || node === null) return '';
    if ('value' in node) return String(node.value);
    return 'children' in node && Array.isArray(node.children) ? node.children.map(textOf).join('') : '';
  };
  return tree.children.map((node) => `<${node.type} ${textOf(node)}>`).join('\n');
}
