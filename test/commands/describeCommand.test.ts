import { expect, it } from 'vitest';
import { describeCommand, inAllLanguages } from '../../src/commands/describeCommand.js';
import { DESCRIPTIONS } from '../../src/commands/descriptions.js';
import { COMMAND_SPECS } from '../../src/commands/specs.js';
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
