import type { CommandSpec } from '../core/commandSpec.js';
import { DESCRIPTIONS } from './descriptions.js';
import { USAGE_WORDS } from './usageWords.js';

/** What a command does, in one line of this language; in English where there is none of it. */
export function describeCommand({ name, description }: CommandSpec, language: string): string {
  const ofLanguage = Object.hasOwn(DESCRIPTIONS, language) ? DESCRIPTIONS[language] : undefined;
  return ofLanguage !== undefined && Object.hasOwn(ofLanguage, name) ? (ofLanguage[name] ?? description) : description;
}

/** What follows a command's name, with the words that stand for something in this language: `[name|off]` is `[Name|off]`. */
export function usageIn(usage: string, language: string): string {
  const words = Object.hasOwn(USAGE_WORDS, language) ? USAGE_WORDS[language] : undefined;
  if (words === undefined) return usage;
  return usage.replace(/[a-z]+/gi, (word) => {
    const key = word.toLowerCase();
    const translated = Object.hasOwn(words, key) ? words[key] : undefined;
    if (translated === undefined) return word;
    return word === key ? translated : translated.toUpperCase();
  });
}

/** The command with all the languages that menus can show it in. */
export function inAllLanguages(spec: CommandSpec): CommandSpec {
  const languages = Object.keys(DESCRIPTIONS).filter(
    (language) => describeCommand(spec, language) !== spec.description,
  );
  const usages = Object.keys(USAGE_WORDS).map((language) => [language, usageIn(spec.usage, language)] as const);
  return {
    ...spec,
    usages: Object.fromEntries(usages.filter(([, usage]) => usage !== spec.usage)),
    descriptions: Object.fromEntries(languages.map((language) => [language, describeCommand(spec, language)])),
  };
}
