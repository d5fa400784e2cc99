import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderDiscord } from '../../../src/channels/discord/render.js';
import { renderSlack } from '../../../src/channels/slack/render/render.js';
import { renderTelegram } from '../../../src/channels/telegram/render.js';
import type { EgressLimits } from '../../../src/core/ports/egress.js';
import { createChunker } from '../../../src/reply/chunk/chunker.js';
import { visibleText } from '../../../src/reply/markdown/visibleText.js';
import { garbage, markdownDocument, streamSteps } from '../markdown/arbitrary.js';
import { breaksGrapheme, streamChecked } from './chunkRules.js';

const limits = (maxUnits: number, more: Partial<EgressLimits> = {}): EgressLimits => ({
  maxUnits,
  maxParts: 100,
  maxLines: null,
  ...more,
});
const chunksOf = (source: string, bounds: EgressLimits) =>
  createChunker({ render: renderTelegram, limits: bounds }).update(source, true);
const texts = (source: string, maxUnits: number) =>
  chunksOf(source, limits(maxUnits)).map((chunk) => chunk.rendered.plain);

const sentence = 'The quick brown fox jumps over the lazy dog.';
const paragraph = (sentences: number) => Array.from({ length: sentences }, () => sentence).join(' ');

describe('where a text is divided', () => {
  it('is not divided when it fits', () => {
    expect(texts('short', 200)).toEqual(['short']);
    expect(texts('', 200)).toEqual([]);
    expect(texts('**', 200)).toEqual(['**']);
    expect(texts('&nbsp;', 200)).toEqual([]);
  });

  it('prefers the end of a block to the end of a sentence', () => {
    const [first, second] = texts(`${paragraph(3)}\n\n${paragraph(3)}`, 220);
    expect(first).toBe(paragraph(3));
    expect(second).toBe(paragraph(3));
  });

  it('prefers a line to a sentence, a sentence to a word, a word to a letter', () => {
    expect(texts(`${paragraph(2)}\n${sentence}\n${paragraph(3)}`, 200)[0]).toBe(`${paragraph(2)}\n${sentence}`);
    expect(texts(paragraph(6), 200)[0]).toBe(paragraph(4));
    expect(texts('word '.repeat(60), 202)[0]).toMatch(/word$/);
    expect(texts('x'.repeat(450), 200).map((text) => text.length)).toEqual([200, 200, 50]);
  });

  it('leaves no heading behind', () => {
    const source = `${paragraph(3)}\n\n## Next\n\n${paragraph(4)}`;
    expect(texts(source, 220)[1]).toMatch(/^Next/);
  });

  it('closes and reopens code with its language, at a line', () => {
    const code = Array.from({ length: 30 }, (_, line) => `  const v${line} = ${line};`).join('\n');
    const chunks = chunksOf(`\`\`\`ts\n${code}\n\`\`\``, limits(200));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      expect(chunk.rendered.payload).toMatchObject({
        entities: [{ type: 'pre', language: 'ts', offset: 0, length: chunk.rendered.units }],
      });
    }
    expect(
      chunks
        .map((chunk) => chunk.rendered.plain.trim())
        .join('\n')
        .replace(/^ +/gm, ''),
    ).toBe(code.replace(/^ +/gm, ''));
  });

  it('repeats the header of a table, but none that leaves no room for rows', () => {
    const table = (header: string) =>
      `| ${header} | B |\n|---|---|\n${Array.from({ length: 9 }, (_, row) => `| row ${row} | ${'cell '.repeat(10)}|`).join('\n')}`;
    const shown = (source: string) =>
      streamChecked(source, [source.slice(0, -80), source.slice(0, -3)], {
        render: renderSlack,
        limits: limits(300),
      }).map(({ rendered }) => rendered.plain);
    const small = shown(table('Name'));
    expect(small.length).toBeGreaterThan(1);
    for (const text of small) expect(text).toMatch(/^Name\tB\n/);
    for (const wide of [table('long '.repeat(80)), `> - ${table('long '.repeat(80)).replace(/\n/g, '\n>   ')}`]) {
      const [first = '', ...others] = shown(wide);
      expect(first).toContain('long long');
      expect(others.join('\n').match(/row \d/g)).toHaveLength(9);
    }
  });

  it('goes on with the numbers of a list, inside an item too', () => {
    const source = Array.from({ length: 6 }, (_, index) => `${index + 1}. ${paragraph(2)}`).join('\n');
    const found = texts(source, 200);
    expect(found.join('\n').match(/^\d\./gm)).toEqual(['1.', '2.', '3.', '4.', '5.', '6.']);
  });

  it('never breaks an emoji, a flag or a letter with marks', () => {
    for (const cluster of ['👩‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301\u0323', '\u1100\u1161\u11a8']) {
      const chunks = chunksOf(`x${cluster.repeat(150)}`, limits(200));
      expect(chunks.length).toBeGreaterThan(1);
      for (const { rendered } of chunks) expect(rendered.plain.replace('x', '').replaceAll(cluster, '')).toBe('');
    }
  });

  it('divides Chinese between words, and a letter with endless marks all the same', () => {
    const chinese = '今天天气很好我们一起去公园散步吧'.repeat(30);
    expect(texts(chinese, 200).join('')).toBe(chinese);
    const zalgo = `a${'\u0351'.repeat(500)}`;
    expect(texts(zalgo, 200).map((text) => text.length)).toEqual([200, 200, 101]);
  });

  it('keeps to the number of entities and of lines', () => {
    const marks = '**a** b '.repeat(250);
    const chunks = chunksOf(marks, limits(4096));
    expect(chunks.map((chunk) => chunk.rendered.parts)).toEqual([100, 100, 50]);
    const lines = 'line\n'.repeat(60);
    for (const { rendered } of chunksOf(lines, limits(4096, { maxLines: 17 }))) {
      expect(rendered.plain.split('\n').length).toBeLessThanOrEqual(17);
    }
  });
});

describe('a text that grows', () => {
  it('shows half-written text at once, and freezes what is full', () => {
    const chunker = createChunker({ render: renderTelegram, limits: limits(200) });
    expect(chunker.update('Some **bo', false)[0]?.rendered.plain).toBe('Some bo');
    const source = `Some **bold** text. ${paragraph(5)}`;
    const [first] = chunker.update(source, false);
    expect(first?.full).toBe(true);
    const later = chunker.update(`${source} ${paragraph(9)}`, false);
    expect(later[0]).toBe(first);
    expect(later.slice(0, -1).every((chunk) => chunk.full)).toBe(true);
  });

  it('waits while an open mark may change what is shown', () => {
    const chunker = createChunker({ render: renderTelegram, limits: limits(200) });
    const open = `*${paragraph(3)} ${paragraph(3)}`;
    const waiting = chunker.update(open, false);
    expect(waiting).toHaveLength(1);
    expect(waiting[0]?.full).toBe(false);
    expect(waiting[0]?.rendered.units).toBeLessThanOrEqual(200);
    const literal = chunker.update(`${open}\n\nend`, true);
    expect(literal[0]?.rendered.plain).toMatch(/^\*The/);
    expect(literal.map((chunk) => visibleText(chunk.tree)).join(' ')).toBe(`*${paragraph(6)} end`);
  });

  it('keeps in a frozen chunk what it showed of a link that is defined later', () => {
    const chunker = createChunker({ render: renderTelegram, limits: limits(200) });
    const source = `See [docs]. ${paragraph(4)}\n\nSee [docs].`;
    const [frozen] = chunker.update(`${source}\n\n${sentence}`, false);
    expect(frozen?.full).toBe(true);
    const chunks = chunker.update(`${source}\n\n${sentence}\n\n[docs]: https://e.com/d`, true);
    expect(chunks[0]).toBe(frozen);
    expect(frozen?.rendered.plain).toContain('[docs]');
    expect(chunks[1]?.rendered.plain).toContain('See docs.');
    expect(JSON.stringify(chunks[1]?.rendered.payload)).toContain('https://e.com/d');
  });

  it('knows in later chunks what was defined in earlier ones', () => {
    const source = `[docs]: https://e.com/d\n\n${paragraph(4)}\n\n${paragraph(4)}\n\nSee [docs].`;
    const chunker = createChunker({ render: renderTelegram, limits: limits(200) });
    for (let end = 0; end < source.length; end += 7) chunker.update(source.slice(0, end), false);
    expect(chunker.update(source, true).at(-1)?.rendered.plain).toMatch(/See docs\.$/);
  });

  it('puts footnotes last, wherever they stand', () => {
    const source = `One[^1]. ${paragraph(2)}\n\n[^1]: The note.\n\n${paragraph(4)}\n\n${paragraph(4)}`;
    const chunker = createChunker({ render: renderTelegram, limits: limits(200) });
    for (let end = 0; end < source.length; end += 5) chunker.update(source.slice(0, end), false);
    const plain = chunker.update(source, true).map((chunk) => chunk.rendered.plain);
    expect(plain[0]).toMatch(/^One¹\./);
    expect(plain.filter((text) => text.includes('The note.'))).toHaveLength(1);
    expect(plain.at(-1)).toMatch(/¹ The note\.$/);
  });

  it.each([
    ['Telegram', renderTelegram],
    ['Slack', renderSlack],
    ['Discord', renderDiscord],
  ])('leaves a footnote inside an item or quote where it was written, so that the order holds: %s', (_, render) => {
    const words = ['first', 'second', 'third', 'fourth'];
    const source = (mark: string, indent: string) =>
      `${mark}[^1]: first ${paragraph(3)}\n\n${indent}second ${paragraph(3)}\n\n${indent}[^2]: third\n\n${indent}fourth`;
    for (const text of [source('1. ', '   '), source('> ', '> ')]) {
      const chunks = streamChecked(text, [text.slice(0, 160)], { render, limits: limits(200) });
      const shown = chunks.map(({ rendered }) => rendered.plain).join('\n');
      expect(shown.match(/first|second|third|fourth/g)).toEqual(words);
    }
  });

  it('keeps the chunks of the text that did not change', () => {
    const chunker = createChunker({ render: renderTelegram, limits: limits(200) });
    const before = chunker.update(`${paragraph(12)} old end`, true);
    const after = chunker.update(`${paragraph(12)} new end`, true);
    expect(after[0]).toBe(before[0]);
    expect(after.at(-1)?.rendered.plain).toMatch(/new end$/);
    expect(chunker.update('something else', true).map((chunk) => chunk.rendered.plain)).toEqual(['something else']);
  });

  it('starts anew after a reset', () => {
    const chunker = createChunker({ render: renderTelegram, limits: limits(200) });
    chunker.update(paragraph(12), true);
    chunker.reset();
    expect(chunker.update('new', false)).toMatchObject([{ index: 0, start: 0, rendered: { plain: 'new' } }]);
  });
});

describe('for any text in any steps', () => {
  const streamed = (text: fc.Arbitrary<string>) =>
    text.chain((source) => fc.tuple(fc.constant(source), streamSteps(source)));

  it.each([300, 1000, 4096])('all rules hold with %d units', (maxUnits) => {
    fc.assert(
      fc.property(streamed(markdownDocument), ([source, steps]) => {
        const chunks = streamChecked(source, steps, { render: renderTelegram, limits: limits(maxUnits) });
        expect(breaksGrapheme(chunks)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it('all rules hold for garbage', () => {
    fc.assert(
      fc.property(streamed(garbage), ([source, steps]) => {
        streamChecked(source, steps, { render: renderTelegram, limits: limits(250) });
      }),
      { numRuns: 100 },
    );
  });

  it('all rules hold with few lines and few entities', () => {
    fc.assert(
      fc.property(streamed(markdownDocument), ([source, steps]) => {
        const bounds = limits(2000, { maxLines: 17, maxParts: 20 });
        streamChecked(source, steps, { render: renderTelegram, limits: bounds });
      }),
      { numRuns: 20 },
    );
  });
});
