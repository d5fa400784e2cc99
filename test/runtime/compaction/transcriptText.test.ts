import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transcriptText } from '../../../src/runtime/compaction/transcriptText.js';

const line = (content: string) => ({ role: 'user', content });

describe('the text of a conversation', () => {
  it('is whole where it fits', () => {
    expect(transcriptText([line('a'), { role: 'assistant', content: 'b' }], 2)).toBe(
      '[user]\na\n\n---\n\n[assistant]\nb',
    );
  });

  it('loses the middle of its longest lines where it does not', () => {
    const book = `Once ${'x'.repeat(9000)} the end`;
    const text = transcriptText([line('Read this:'), line(book), line('What is it about?')], 1000);
    expect(text).toMatch(
      /^\[user\]\nRead this:\n.*\nOnce x+\n\[\d+ characters left out\]\nx+ the end\n.*What is it about\?$/s,
    );
    expect(text.length).toBeLessThan(1150);
  });

  it('stays near its bound, whatever the lines are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3000 }), { maxLength: 20 }), fc.nat(20_000), (texts, room) => {
        const text = transcriptText(texts.map(line), room);
        expect(text.length).toBeLessThanOrEqual(Math.max(room, 200 * texts.length) + 60 * texts.length);
      }),
    );
  });
});
