import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPasteFilter, type InputPiece } from '../../../src/channels/terminal/pasteFilter.js';

const START = '\x1b[200~';
const END = '\x1b[201~';

/** Neighbouring key pieces count as one: where they are cut means nothing. */
function joined(pieces: readonly InputPiece[]): InputPiece[] {
  const all: InputPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.kind === 'keys' && last?.kind === 'keys')
      all[all.length - 1] = { kind: 'keys', text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}

function take(chunks: readonly string[]): InputPiece[] {
  const filter = createPasteFilter();
  return joined(chunks.flatMap((chunk) => filter.take(chunk)));
}

describe('the paste filter', () => {
  it('tells pasted text from keys', () => {
    expect(take([`a${START}x\ny${END}b\r`])).toEqual([
      { kind: 'keys', text: 'a' },
      { kind: 'paste', text: 'x\ny' },
      { kind: 'keys', text: 'b\r' },
    ]);
  });

  it('lets a lone escape and arrow keys through at once', () => {
    expect(take(['\x1b'])).toEqual([{ kind: 'keys', text: '\x1b' }]);
    expect(take(['\x1b[A'])).toEqual([{ kind: 'keys', text: '\x1b[A' }]);
    expect(take(['\x1b['])).toEqual([{ kind: 'keys', text: '\x1b[' }]);
  });

  it('gives the same pieces wherever the chunks are cut inside pasted text and its end', () => {
    const text = (alphabet: readonly string[]) =>
      fc.array(fc.constantFrom(...alphabet), { maxLength: 20 }).map((chars) => chars.join(''));
    const part = fc.oneof(
      fc.record({ kind: fc.constant('keys' as const), text: text(['a', 'b', '\r', '\x03']), cuts: fc.constant([]) }),
      fc.record({
        kind: fc.constant('paste' as const),
        text: text(['a', '\n', '\x1b', '[', '2', '0', '1', '~', 'ä', '😀']),
        cuts: fc.array(fc.nat(10), { maxLength: 8 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const usable = parts.filter(
          ({ kind, text: inside }) => kind === 'keys' || `${inside}${END}`.indexOf(END) === inside.length,
        );
        const chunks = usable.flatMap(({ kind, text: inside, cuts }) => {
          if (kind === 'keys') return [inside];
          let rest = inside + END;
          const pieces = cuts.map((cut) => {
            const piece = rest.slice(0, cut);
            rest = rest.slice(cut);
            return piece;
          });
          return [START, ...pieces, rest];
        });
        const expected = usable.filter(({ kind, text: inside }) => kind === 'paste' || inside !== '');
        expect(take(chunks)).toEqual(joined(expected.map(({ kind, text: inside }) => ({ kind, text: inside }))));
      }),
    );
  });
});
