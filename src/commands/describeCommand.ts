import type { CommandSpec } from '../core/commandSpec.js';
import { DESCRIPTIONS } from './descriptions.js';

/** What a command does, in one line of this language; in English where there is none of it. */
export function describeCommand({ name, description }: CommandSpec, language: string): string {
  const ofLanguage = Object.hasOwn(DESCRIPTIONS, language) ? DESCRIPTIONS[language] : undefined;
  return ofLanguage !== undefined && Object.hasOwn(ofLanguage, name) ? (ofLanguage[name] ?? description) : description;
}

/** The command with all the languages that menus can show it in. */
export function inAllLanguages(spec: CommandSpec): CommandSpec {
  const languages = Object.keys(DESCRIPTIONS).filter(
    (language) => describeCommand(spec, language) !== spec.description,
  );
  return {
    ...spec,
    descriptions: Object.fromEntries(languages.map((language) => [language, describeCommand(spec, language)])),
  };
}
