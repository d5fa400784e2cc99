import { assertedSentences } from './prose.js';

const SELF_INCAPACITY =
  /\bi(?:'m| am) (?:not able|unable) to\b|\bi (?:can't|cannot|couldn't|could not|don't have|do not have|refuse)\b(?! wait)/;

/** Whether the assistant says of itself that it could not do what was asked (the sign gate, spec runtime 4.4). */
export function isSelfIncapacityAssertion(content: string): boolean {
  return assertedSentences(content).some(({ text }) => SELF_INCAPACITY.test(text));
}
