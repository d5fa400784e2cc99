import { describe, expect, it } from 'vitest';
import { canGoFirst } from '../../src/reply/firstMessage.js';

describe('canGoFirst', () => {
  it.each([
    ['', 9999, false],
    ['   \n', 9999, false],
    ['Hel', 0, false],
    ['Hello there', 1499, false],
    ['Hello there', 1500, true],
    ['Hello there. ', 0, true],
    ['Is it 3.5', 0, false],
    ['Is it? ', 0, true],
    ['你好。', 0, true],
    ['Title\nNext line', 0, true],
    ['x'.repeat(79), 0, false],
    ['x'.repeat(80), 0, true],
  ])('%j after %d ms: %s', (text, ms, want) => {
    expect(canGoFirst(text, ms)).toBe(want);
  });
});
