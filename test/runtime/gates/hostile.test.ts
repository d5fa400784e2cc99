import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPhantomWrite } from '../../../src/runtime/gates/phantomWrite.js';
import { isSelfIncapacityAssertion } from '../../../src/runtime/gates/selfIncapacity.js';
import { assertsUnverifiedCompletion } from '../../../src/runtime/gates/verification.js';

const pieces = fc.constantFrom(
  'I ',
  'really ly ',
  'tests ',
  'and ',
  'pass',
  '`',
  '"',
  '\n',
  '> ',
  '- ',
  '| a |',
  '```',
  '!',
  ' : ',
);
const markup = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 60 });

describe('gates on any text', () => {
  it('answer yes or no, and the same twice', () => {
    fc.assert(
      fc.property(markup, (parts) => {
        const text = parts.join('');
        expect(assertsUnverifiedCompletion(text, [])).toBe(assertsUnverifiedCompletion(text, []));
        expect(isSelfIncapacityAssertion(text)).toBe(isSelfIncapacityAssertion(text));
        expect(findPhantomWrite(text, [])).toEqual(findPhantomWrite(text, []));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['ly ', 'I also ', 'tests and ', 'no ', 'a ', '"', '`'])('come to an end with 3,000 times %j', (piece) => {
    const text = piece.repeat(3000);
    expect(typeof assertsUnverifiedCompletion(text, ['edit_file'])).toBe('boolean');
    expect(typeof isSelfIncapacityAssertion(text)).toBe('boolean');
  });
});
