import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freePath, nameKey, nameOf } from '../../../src/runtime/vault/pageNames.js';
import { lineText, linkedText, pageLink } from '../../../src/runtime/vault/pageText.js';
import { plainText } from '../../../src/runtime/vault/readableText.js';

it('a memory is one line that shows what it says, whatever it says', () => {
  expect(lineText('a *b* [[c]]\n---\n# d <!-- waggle:end e1 --> %%x%% `y` $z$ ==w==')).toBe(
    'a \\*b\\* \\[\\[c\\]\\] --- \\# d \\<!-- waggle:end e1 --\\> \\%\\%x\\%\\% \\`y\\` \\$z\\$ \\=\\=w\\=\\=',
  );
  expect(lineText('\u202Eevil\u0007')).toBe('evil');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      const line = lineText(text);
      expect(line).not.toMatch(/[\r\n]/);
      expect(line.replace(/\\./g, '')).not.toMatch(/[[\]<>`%^]/);
      const shown = text.replace(/[\p{Cc}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
      expect(plainText(`x:${line}:x`)).toBe(`x:${shown}:x`);
    }),
  );
});

it('links what a memory names, each once, and what it does not name behind it', () => {
  const mentions = [
    { name: 'Ann', path: 'People/Ann' },
    { name: 'Ann Lee', path: 'People/Ann Lee' },
    { name: 'Graz', path: 'Places/Graz' },
    { name: 'Momo', path: null },
  ];
  expect(linkedText('ann lee and Ann met Annabel; *Momo* came.', mentions)).toBe(
    '[[People/Ann Lee|ann lee]] and [[People/Ann|Ann]] met Annabel; \\*Momo\\* came. ([[Places/Graz|Graz]])',
  );
  expect(linkedText('我住在格拉茨很久', [{ name: '格拉茨', path: 'P/格拉茨' }])).toBe('我住在[[P/格拉茨|格拉茨]]很久');
  expect(linkedText('İstanbul İ Graz', mentions.slice(2, 3))).toContain('[[Places/Graz|Graz]]');
});

it('a name cannot break out of its link', () => {
  expect(pageLink('Topics/x', 'a]] ![[secret|b#c^d')).toBe(
    '[[Topics/x|a secret b c d]]'.replace('a secret', 'a ! secret'),
  );
  expect(pageLink('Topics/[x]', 'a')).toBe('a');
  expect(pageLink('Topics/x', ']]')).toBe('\\]\\]');
});

it('names of files lead nowhere, are no devices, fit every file system and never meet', () => {
  expect(nameOf('../../etc/passwd', 'page')).toBe('etc-passwd');
  expect(nameOf('AC/DC', 'page')).toBe('AC-DC');
  expect(nameOf('C:\\con', 'page')).toBe('C-con');
  expect(nameOf('CON', 'page')).toBe('_CON');
  expect(nameOf('.hidden', 'page')).toBe('hidden');
  expect(nameOf('\u0000\n', 'page')).toBe('page');
  expect(Buffer.byteLength(nameOf('𠀀'.repeat(200), 'page'))).toBeLessThanOrEqual(180);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 120 }), { maxLength: 6 }), (titles) => {
      const taken = new Set<string>();
      const paths = titles.map((title) => freePath('People', title, taken));
      expect(new Set(paths.map(nameKey)).size).toBe(paths.length);
      for (const path of paths) {
        expect(path).toMatch(/^People\/[^/\\:*?"<>|#^[\]]+\.md$/u);
        expect(path).not.toMatch(/\/\.|\.\.\/|[. ]\.md$/);
        expect(Buffer.byteLength(path.slice(7))).toBeLessThanOrEqual(200);
      }
    }),
  );
});
