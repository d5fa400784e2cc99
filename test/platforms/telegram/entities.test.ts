import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectEntities } from './detect.js';
import { type Entity, fixText } from './entities.js';
import { ApiError } from './errors.js';

const rule = { max: 4096, tooLong: 'message is too long', emptyAllowed: false };
const fix = (text: string, entities: Entity[] = []) => fixText(text, entities, rule);
const bold = (offset: number, length: number): Entity => ({ type: 'bold', offset, length });
const code = (offset: number, length: number): Entity => ({ type: 'code', offset, length });

describe('places of entities', () => {
  it.each<[string, Entity, string]>([
    ['before the text', bold(-1, 2), 'incorrect offset -1'],
    ['with a negative length', bold(1, -2), 'incorrect length -2'],
    ['after the end', bold(5, 1), 'begins after the end of the text at UTF-16 offset 5'],
    ['over the end', bold(3, 3), 'ends after the end of the text at UTF-16 offset 6'],
    ['from the middle of a pair', bold(2, 2), 'begins in a middle of a UTF-16 symbol'],
    ['to the middle of a pair', bold(0, 2), 'ends in a middle of a UTF-16 symbol'],
  ])('%s are refused', (_name, entity, complaint) => {
    expect(() => fix('a😀bc', [entity])).toThrow(complaint);
  });

  it('around whole pairs are kept', () => {
    expect(fix('a😀bc', [bold(1, 2)]).entities).toEqual([bold(1, 2)]);
  });
});

describe('characters', () => {
  it('control characters become blanks, some go, entities move along', () => {
    const fixed = fix('a\tb\r\nc\u2028d', [bold(2, 1), code(6, 2)]);
    expect(fixed.text).toBe('a b\ncd');
    expect(fixed.entities).toEqual([bold(2, 1), code(5, 1)]);
    expect(fixed.altered).toEqual(expect.arrayContaining(['control characters replaced', 'characters removed']));
  });

  it('ends are trimmed, entities with them; empty ones go', () => {
    const fixed = fix('\n  bold  \n', [bold(1, 7), code(8, 2)]);
    expect(fixed.text).toBe('bold');
    expect(fixed.entities).toEqual([bold(0, 4)]);
    expect(fixed.altered).toEqual(expect.arrayContaining(['ends trimmed', 'empty entities dropped']));
  });

  it('what is fine stays untouched', () => {
    expect(fix('fine', [bold(0, 2), code(2, 2)])).toEqual({
      text: 'fine',
      entities: [bold(0, 2), code(2, 2)],
      altered: [],
    });
  });
});

describe('overlaps', () => {
  it('code holds no other style, and of two that cross the first stays', () => {
    expect(fix('abcdef', [bold(0, 6), code(2, 2)]).entities).toEqual([bold(0, 2), code(2, 2), bold(4, 2)]);
    const link: Entity = { type: 'text_link', offset: 1, length: 3, url: 'https://example.com' };
    expect(fix('abcdef', [code(0, 3), link]).entities).toEqual([code(0, 3)]);
    expect(fix('abcdef', [code(0, 3), link]).altered).toEqual(['entities changed']);
  });

  it('styles nest, quotes hold code, quotes do not nest', () => {
    const italic: Entity = { type: 'italic', offset: 1, length: 2 };
    const quote: Entity = { type: 'blockquote', offset: 0, length: 6 };
    expect(fix('abcdef', [quote, bold(0, 4), italic, code(4, 2)]).altered).toEqual([]);
    expect(fix('abcdef', [quote, { type: 'blockquote', offset: 2, length: 2 }]).entities).toEqual([quote]);
  });

  it('styles of one kind that touch are one', () => {
    expect(fix('abcdef', [bold(0, 3), bold(3, 3)]).entities).toEqual([bold(0, 6)]);
  });

  it('at most 100 are kept', () => {
    const many = Array.from({ length: 120 }, (_, index) => code(index * 2, 1));
    const fixed = fix('x '.repeat(120), many);
    expect(fixed.entities).toHaveLength(100);
    expect(fixed.altered).toContain('entities changed');
  });

  it('links need a URL that can be one', () => {
    const link = (url: string): Entity => ({ type: 'text_link', offset: 0, length: 1, url });
    for (const url of ['https://example.com/a?b', 'example.com', 'tg://user?id=1']) {
      expect(fix('a', [link(url)]).entities).toEqual([link(url)]);
    }
    for (const url of ['javascript:alert(1)', './file.md', 'http://localhost', 'https://']) {
      expect(fix('a', [link(url)])).toMatchObject({
        entities: [],
        altered: ['a text_link without a valid URL dropped'],
      });
    }
  });
});

it('whatever is sent, what is kept is in order, within the text and stable', () => {
  const entity = fc.record({
    type: fc.constantFrom('bold' as const, 'italic' as const, 'code' as const, 'blockquote' as const),
    offset: fc.integer({ min: 0, max: 30 }),
    length: fc.integer({ min: 0, max: 30 }),
  });
  const letter = fc.constantFrom('a', 'b', ' ', '\n', '\t', '\r', '😀', 'é', '\u2028');
  const text = fc.array(letter, { minLength: 1, maxLength: 30 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, fc.array(entity, { maxLength: 8 }), (raw, entities) => {
      try {
        const fixed = fix(raw, entities);
        expect(fixed.text).toBe(fixed.text.replace(/^[ \n]+|[ \n]+$/g, ''));
        for (const kept of fixed.entities) {
          expect(kept.length).toBeGreaterThan(0);
          expect(fixed.text.slice(kept.offset, kept.offset + kept.length).trim()).not.toBe('');
        }
        const again = fix(fixed.text, fixed.entities);
        expect([again.text, again.entities]).toEqual([fixed.text, fixed.entities]);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        expect(error.code).toBe(400);
      }
    }),
    { numRuns: 2000 },
  );
});

describe('entities found in what users write', () => {
  const found = (text: string) =>
    detectEntities(text).map((entity) => [entity.type, text.slice(entity.offset, entity.offset + entity.length)]);

  it('commands, with and without a bot', () => {
    expect(found('/start now')).toEqual([['bot_command', '/start']]);
    expect(found('do /stop@test_bot please')).toEqual([['bot_command', '/stop@test_bot']]);
    expect(found('a/b http://x.org/path //x </x>')).toEqual([['url', 'http://x.org/path']]);
  });

  it('mentions, hashtags, links', () => {
    expect(found('hey @some_bot, see https://example.com/a_b. #topic')).toEqual([
      ['mention', '@some_bot'],
      ['url', 'https://example.com/a_b'],
      ['hashtag', '#topic'],
    ]);
    expect(found('mail@example.com #1')).toEqual([]);
    expect(found('😀 @bot_1')).toEqual([['mention', '@bot_1']]);
  });
});
