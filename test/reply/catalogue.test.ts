import { describe, expect, it } from 'vitest';
import { elapsedText } from '../../src/core/elapsedText.js';
import { CATALOGUES, LANGUAGE_NAMES, pickLanguage, wordingIn } from '../../src/reply/catalogue/catalogue.js';
import type { Entry } from '../../src/reply/catalogue/entry.js';

const english = CATALOGUES.en ?? {};
const argsOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const formsOf = (entry: Entry) => (typeof entry === 'string' ? [entry] : Object.values(entry));

describe.each(Object.keys(CATALOGUES))('the catalogue in %s', (language) => {
  const catalogue = CATALOGUES[language] ?? {};

  it('has every text, with the arguments of the English one', () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
    for (const [key, entry] of Object.entries(catalogue)) {
      const wanted = new Set(formsOf(english[key] ?? '').flatMap(argsOf));
      for (const form of formsOf(entry)) {
        expect(form.trim(), key).not.toBe('');
        for (const name of argsOf(form)) expect(wanted, `${key}: {${name}}`).toContain(name);
      }
      // A form for one may do without its number; the general one names everything.
      const general = typeof entry === 'string' ? entry : entry.other;
      expect(new Set(argsOf(general)), key).toEqual(wanted);
    }
  });

  it('has a form for every count', () => {
    const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, entry] of Object.entries(catalogue)) {
      if (typeof entry === 'string') continue;
      const missing = rules.filter((rule) => !Object.hasOwn(entry, rule) && rule !== 'many');
      expect(missing, key).toEqual([]);
    }
  });

  it('is offered by its own name', () => {
    expect(LANGUAGE_NAMES[language]).toMatch(/\p{L}/u);
  });
});

describe('wording', () => {
  it('picks the plural form by the count', () => {
    const waits = (language: string, n: number) => wordingIn(language).text('queue-position', { n: String(n) });
    expect(waits('en', 1)).toBe('One message is before yours …');
    expect(waits('en', 3)).toBe('3 messages are before yours …');
    expect([1, 2, 5, 21, 104].map((n) => waits('ru', n))).toEqual([
      'Перед вашим 1 сообщение …',
      'Перед вашим 2 сообщения …',
      'Перед вашим 5 сообщений …',
      'Перед вашим 21 сообщение …',
      'Перед вашим 104 сообщения …',
    ]);
  });

  it('never shows a key or a placeholder, whatever comes in', () => {
    for (const key of ['no-such-key', 'constructor', '__proto__', 'toString']) {
      expect(wordingIn('de').text(key, {})).toBe('Ich denke nach …');
    }
    expect(wordingIn('en').text('running-tool', {})).toBe('…');
  });

  it('tells errors in its language, with their reference, and leaves unknown ones as they are', () => {
    const { error } = wordingIn('fr');
    expect(error({ code: 'internal', sentence: 'Something went wrong. (ref 12ab34cd)' })).toEqual({
      code: 'internal',
      sentence: 'Une erreur s’est produite de notre côté. Veuillez réessayer. (ref 12ab34cd)',
    });
    const own = { code: 'budget', sentence: 'Already in the right words.' };
    expect(error(own)).toEqual(own);
  });
});

it('the language is the first that there are words in', () => {
  expect(pickLanguage([null, 'pt-BR', 'en'])).toBe('pt');
  expect(pickLanguage(['zh_Hans_CN'])).toBe('zh');
  expect(pickLanguage(['it', undefined, 'de'])).toBe('de');
  expect(pickLanguage(['constructor', ''])).toBe('en');
});

it('a span of time is told in its largest unit', () => {
  const spans = [40_000, 150_000, 3 * 3_600_000, 24 * 3_600_000, 5 * 24 * 3_600_000];
  expect(spans.map((ms) => elapsedText(ms, wordingIn('en')))).toEqual(['40 s', '2 min', '3 h', 'one day', '5 days']);
});
