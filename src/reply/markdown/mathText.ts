import type { CompileContext, Extension as FromMarkdownExtension, Options } from 'mdast-util-from-markdown';
import './nodes.js';

type SyntaxExtension = NonNullable<Options['extensions']>[number];

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText';
    mathTextData: 'mathTextData';
  }
}

const DOLLAR = 36;
const BACKSLASH = 92;
const CLOSING_BRACKET: ReadonlyMap<number, number> = new Map([
  [40, 41],
  [91, 93],
]);

const isLineEnding = (code: number | null): boolean => code !== null && code < -2;
const isSpace = (code: number | null): boolean => code === null || code < 0 || code === 32;
const isAlphanumeric = (code: number | null): boolean =>
  code !== null && ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122));

/**
 * Openers that found no end, by tokenizer: `$` with its line, else the opener. What one of them did not find no later one
 * finds, and without this memory a text full of openers would take time with the square of its length.
 */
const unclosed = new WeakMap<object, Set<string>>();

function isUnclosed(context: object, opener: string): boolean {
  return unclosed.get(context)?.has(opener) ?? false;
}

function noteUnclosed(context: object, opener: string): void {
  const known = unclosed.get(context) ?? new Set();
  known.add(opener);
  unclosed.set(context, known);
}

/**
 * Mathematics as chat models write it. `$...$` needs text directly inside both signs and no letter or digit directly
 * outside of them, on one line and without a sign between, so that "$5 and $6" stays money (the rule of Pandoc's
 * tex_math_dollars, made stricter). `$$`, `\(` and `\[` may span the lines of a paragraph.
 */
export const mathTextSyntax: SyntaxExtension = {
  text: {
    [DOLLAR]: {
      name: 'mathDollar',
      previous(code) {
        return code !== DOLLAR && !isAlphanumeric(code);
      },
      tokenize(effects, ok, nok) {
        const { line } = this.now();
        let previous: number | null = null;
        let size = 0;
        let closing = 0;
        const opener = () => (size === 1 ? `$${line}` : '$$');
        const isGivenUp = () => isUnclosed(this, opener());
        const fail = (code: number | null) => {
          noteUnclosed(this, opener());
          return nok(code);
        };

        return (code) => {
          effects.enter('mathText');
          effects.enter('mathTextData');
          return open(code);
        };

        function open(code: number | null): ReturnType<typeof ok> {
          if (code === DOLLAR && size < 2) {
            size += 1;
            effects.consume(code);
            return open;
          }
          if ((size === 1 && isSpace(code)) || isGivenUp()) return nok(code);
          return inside(code);
        }

        function inside(code: number | null): ReturnType<typeof ok> {
          if (code === null) return fail(code);
          if (code === DOLLAR && previous !== BACKSLASH) {
            if (size === 1 && isSpace(previous)) return nok(code);
            closing = 0;
            return close(code);
          }
          if (isLineEnding(code)) {
            if (size === 1) return fail(code);
            effects.exit('mathTextData');
            effects.enter('lineEnding');
            effects.consume(code);
            effects.exit('lineEnding');
            previous = null;
            return lineStart;
          }
          previous = code;
          effects.consume(code);
          return inside;
        }

        function lineStart(code: number | null): ReturnType<typeof ok> {
          effects.enter('mathTextData');
          return inside(code);
        }

        function close(code: number | null): ReturnType<typeof ok> {
          if (code === DOLLAR && closing < size) {
            closing += 1;
            effects.consume(code);
            return close;
          }
          if (closing === size && code !== DOLLAR && !(size === 1 && isAlphanumeric(code))) {
            effects.exit('mathTextData');
            effects.exit('mathText');
            return ok(code);
          }
          if (size === 1) return nok(code);
          previous = DOLLAR;
          return inside(code);
        }
      },
    },
    [BACKSLASH]: {
      name: 'mathBackslash',
      add: 'before',
      tokenize(effects, ok, nok) {
        let wanted: number | undefined;
        let escaped = false;
        const isGivenUp = () => isUnclosed(this, String(wanted));
        const fail = (code: number | null) => {
          noteUnclosed(this, String(wanted));
          return nok(code);
        };

        return (code) => {
          effects.enter('mathText');
          effects.enter('mathTextData');
          effects.consume(code);
          return open;
        };

        function open(code: number | null): ReturnType<typeof ok> {
          wanted = code === null ? undefined : CLOSING_BRACKET.get(code);
          if (wanted === undefined || isGivenUp()) return nok(code);
          effects.consume(code);
          return inside;
        }

        function inside(code: number | null): ReturnType<typeof ok> {
          if (code === null) return fail(code);
          if (isLineEnding(code)) {
            escaped = false;
            effects.exit('mathTextData');
            effects.enter('lineEnding');
            effects.consume(code);
            effects.exit('lineEnding');
            return lineStart;
          }
          const closes = escaped && code === wanted;
          escaped = code === BACKSLASH && !escaped;
          effects.consume(code);
          if (!closes) return inside;
          effects.exit('mathTextData');
          effects.exit('mathText');
          return ok;
        }

        function lineStart(code: number | null): ReturnType<typeof ok> {
          effects.enter('mathTextData');
          return inside(code);
        }
      },
    },
  },
};

/** Turns the tokens of `mathTextSyntax` into `inlineMath` nodes that hold the source, delimiters included. */
export const mathTextFromMarkdown: FromMarkdownExtension = {
  enter: {
    mathText(this: CompileContext, token) {
      this.enter({ type: 'inlineMath', value: '' }, token);
      this.buffer();
    },
    mathTextData(this: CompileContext, token) {
      this.config.enter.data?.call(this, token);
    },
  },
  exit: {
    mathText(this: CompileContext, token) {
      const value = this.resume();
      const node = this.stack.at(-1);
      if (node?.type === 'inlineMath') node.value = value;
      this.exit(token);
    },
    mathTextData(this: CompileContext, token) {
      this.config.exit.data?.call(this, token);
    },
  },
};
