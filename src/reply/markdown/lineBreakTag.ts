import type { CompileContext, Extension as FromMarkdownExtension, Options } from 'mdast-util-from-markdown';

type SyntaxExtension = NonNullable<Options['extensions']>[number];

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    lineBreakTag: 'lineBreakTag';
  }
}

const LESS_THAN = 60;
const GREATER_THAN = 62;

/**
 * `<br>`, `<br/>` and `<br />`: the one HTML tag that models rely on (table cells have no other line break). All other HTML
 * is text.
 */
export const lineBreakTagSyntax: SyntaxExtension = {
  text: {
    [LESS_THAN]: {
      name: 'lineBreakTag',
      add: 'before',
      tokenize(effects, ok, nok) {
        let tag = '';

        return (code) => {
          effects.enter('lineBreakTag');
          effects.consume(code);
          return inside;
        };

        function inside(code: number | null): ReturnType<typeof ok> {
          if (code === null || code < 0 || tag.length > 5) return nok(code);
          if (code === GREATER_THAN) {
            if (!/^br ?\/?$/i.test(tag)) return nok(code);
            effects.consume(code);
            effects.exit('lineBreakTag');
            return ok;
          }
          tag += String.fromCharCode(code);
          effects.consume(code);
          return inside;
        }
      },
    },
  },
};

/** Turns the tokens of `lineBreakTagSyntax` into `break` nodes. */
export const lineBreakTagFromMarkdown: FromMarkdownExtension = {
  enter: {
    lineBreakTag(this: CompileContext, token) {
      this.enter({ type: 'break' }, token);
    },
  },
  exit: {
    lineBreakTag(this: CompileContext, token) {
      this.exit(token);
    },
  },
};
