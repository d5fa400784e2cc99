import { describe, expect, it } from 'vitest';
import { createShownText } from '../../src/reply/shownText.js';

describe('shown text', () => {
  it('joins segments, keeps dropped narration only until newer text comes', () => {
    const text = createShownText();
    text.append('Let me look.');
    expect(text.source()).toBe('Let me look.');
    text.endSegment(true);
    expect(text.source()).toBe('Let me look.');
    text.append('Found it');
    expect(text.source()).toBe('Found it');
    text.endSegment(false);
    text.append('And more.');
    expect(text.source()).toBe('Found it\n\nAnd more.');
  });

  it('voids everything on reset', () => {
    const text = createShownText();
    text.append('draft');
    text.endSegment(false);
    text.reset();
    expect(text.hasText()).toBe(false);
    expect(text.source()).toBe('');
  });

  it('ignores empty segments', () => {
    const text = createShownText();
    text.append(' \n');
    text.endSegment(false);
    text.append('a');
    expect(text.source()).toBe('a');
  });
});
