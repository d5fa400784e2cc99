import type { Options } from 'mdast-util-from-markdown';

type SyntaxExtension = NonNullable<Options['extensions']>[number];

const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const CARET = 94;

/**
 * `[^1]` with a number is a footnote reference whether or not its note is known. GFM wants the note; in a stream the note
 * comes last, and without this rule every reference would show as raw text until then.
 */
export const footnoteNumberSyntax: SyntaxExtension = {
  text: {
    [OPENING_BRACKET]: {
      name: 'footnoteNumber',
      add: 'before',
      tokenize(effects, ok, nok) {
        let digits = 0;

        return (code) => {
          effects.enter('gfmFootnoteCall');
          effects.enter('gfmFootnoteCallLabelMarker');
          effects.consume(code);
          effects.exit('gfmFootnoteCallLabelMarker');
          return caret;
        };

        function caret(code: number | null): ReturnType<typeof ok> {
          if (code !== CARET) return nok(code);
          effects.enter('gfmFootnoteCallMarker');
          effects.consume(code);
          effects.exit('gfmFootnoteCallMarker');
          effects.enter('gfmFootnoteCallString');
          effects.enter('chunkString').contentType = 'string';
          return label;
        }

        function label(code: number | null): ReturnType<typeof ok> {
          if (code !== null && code >= 48 && code <= 57 && digits < 3) {
            digits += 1;
            effects.consume(code);
            return label;
          }
          if (code !== CLOSING_BRACKET || digits === 0) return nok(code);
          effects.exit('chunkString');
          effects.exit('gfmFootnoteCallString');
          effects.enter('gfmFootnoteCallLabelMarker');
          effects.consume(code);
          effects.exit('gfmFootnoteCallLabelMarker');
          effects.exit('gfmFootnoteCall');
          return ok;
        }
      },
    },
  },
};
