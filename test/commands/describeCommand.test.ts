import { expect, it } from 'vitest';
import { describeCommand, inAllLanguages, usageIn } from '../../src/commands/describeCommand.js';
import { DESCRIPTIONS } from '../../src/commands/descriptions.js';
import { COMMAND_SPECS } from '../../src/commands/specs.js';
import { USAGE_WORDS } from '../../src/commands/usageWords.js';
import { LANGUAGE_NAMES } from '../../src/reply/catalogue/catalogue.js';

const languages = Object.keys(LANGUAGE_NAMES).filter((language) => language !== 'en');
const names = Object.values(COMMAND_SPECS).map(({ name }) => name);

it('there is a line for every command in every language of the notices, and none for others', () => {
  expect(Object.keys(DESCRIPTIONS).sort()).toEqual([...languages].sort());
  for (const language of languages) {
    expect(Object.keys(DESCRIPTIONS[language] ?? {}).sort(), language).toEqual([...names].sort());
  }
});

it('every line fits the menus', () => {
  for (const spec of Object.values(COMMAND_SPECS)) {
    for (const text of [spec.description, ...Object.values(inAllLanguages(spec).descriptions ?? {})]) {
      expect(text.length, text).toBeGreaterThan(0);
      expect(text.length, text).toBeLessThanOrEqual(100);
    }
  }
});

it('what has no line in a language is described in English', () => {
  expect(describeCommand(COMMAND_SPECS.help, 'de')).toBe('Die Befehle auflisten');
  expect(describeCommand(COMMAND_SPECS.help, 'en')).toBe('List the commands');
  expect(describeCommand(COMMAND_SPECS.help, 'constructor')).toBe('List the commands');
  const own = { ...COMMAND_SPECS.help, name: 'toString', description: 'Mine' };
  expect(describeCommand(own, 'de')).toBe('Mine');
  expect(inAllLanguages(own).descriptions).toEqual({});
});

it('the words of a usage that stand for something are in every language, those that are typed as they are in none', () => {
  const typed = new Set(
    Object.values(COMMAND_SPECS).flatMap((spec) => ('completions' in spec ? spec.completions() : [])),
  );
  const usages = Object.values(COMMAND_SPECS).flatMap(({ usage }) => usage.toLowerCase().match(/[a-z]+/g) ?? []);
  // `name` is also a field of the profile, which is typed.
  const meant = usages.filter((word) => word === 'name' || (!typed.has(word) && !['auto', 'off'].includes(word)));
  expect(Object.keys(USAGE_WORDS).sort()).toEqual([...languages].sort());
  for (const language of languages) {
    const known = Object.keys(USAGE_WORDS[language] ?? {});
    expect(new Set(known), language).toEqual(new Set([...meant, 'task']));
  }
  expect(usageIn('[name|off]', 'ru')).toBe('[имя|off]');
  expect(usageIn('GOAL', 'de')).toBe('ZIEL');
  expect(usageIn('GOAL', 'en')).toBe('GOAL');
});
