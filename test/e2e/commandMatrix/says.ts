import { describeCommand, usageIn } from '../../../src/commands/describeCommand.js';
import { COMMAND_SPECS } from '../../../src/commands/specs.js';
import { CATALOGUES } from '../../../src/reply/catalogue/catalogue.js';

/** What a person is to read, in a language: a pattern over the plain words. */
export type Said = (language: string) => RegExp;

/** What the model of the matrix says to everything. */
export const MODEL_ANSWER = 'The model has answered this question.';

/** Bullets and marks of Markdown, which every platform shows in its own way. */
const MARKS = /^\s*[-•◦]\s|[`*_\\~>#]/gm;

const withoutMarks = (text: string) => text.replace(MARKS, '').replace(/\s+/g, ' ');

/** A text as its words: without marks of Markdown, white space made one space. */
export function plainWords(text: string): string {
  return withoutMarks(text).trim();
}

const quoteRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A text of the catalogue with these arguments; one that is not given may be anything.
 *
 * @throws when a language lacks it: an internal key must not be what somebody reads
 */
export function says(key: string, args: Readonly<Record<string, string>> = {}): Said {
  return (language) => {
    const entry = CATALOGUES[language]?.[key];
    if (entry === undefined) throw new Error(`the catalogue has no ${key} in ${language}`);
    const forms = typeof entry === 'string' ? [entry] : Object.values(entry);
    const patterns = forms.map((form) =>
      form
        .split(/(\{\w+\})/)
        .map((piece) => {
          const name = /^\{(\w+)\}$/.exec(piece)?.[1];
          if (name === undefined) return quoteRegExp(withoutMarks(piece));
          const given = args[name];
          return given === undefined ? '[\\s\\S]*?' : quoteRegExp(plainWords(given));
        })
        .join('')
        .trim(),
    );
    return new RegExp(patterns.join('|'));
  };
}

/** The same in every language. */
export const like =
  (pattern: RegExp): Said =>
  () =>
    pattern;

export const modelAnswers: Said = like(new RegExp(quoteRegExp(MODEL_ANSWER)));

/** Whatever language somebody reads otherwise. */
export const inLanguage =
  (language: string, said: Said): Said =>
  () =>
    said(language);

/** One of these. */
export const anyOf =
  (...all: readonly Said[]): Said =>
  (language) =>
    new RegExp(all.map((said) => said(language).source).join('|'));

/** All of these, in this order. */
export const inOrder =
  (...all: readonly Said[]): Said =>
  (language) =>
    new RegExp(all.map((said) => `(?:${said(language).source})`).join('[\\s\\S]*'));

/** The line of `/help` about a command. */
export function helpLine(name: keyof typeof COMMAND_SPECS): Said {
  return (language) => {
    const spec = COMMAND_SPECS[name];
    return new RegExp(
      quoteRegExp(plainWords(`/${spec.name} ${usageIn(spec.usage, language)} ${describeCommand(spec, language)}`)),
    );
  };
}

/** That a command wants something behind it. */
export const needsWords =
  (command: string, usage: string): Said =>
  (language) =>
    says('command-needs', { command, usage: usageIn(usage, language) })(language);
