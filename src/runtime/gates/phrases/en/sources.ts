/** Building blocks of the phrase files. Backslashes stand as in a regular expression; line breaks do not count. */

function source(strings: TemplateStringsArray, parts: readonly string[]): string {
  return String.raw(strings, ...parts).replace(/\s*\n\s*/g, '');
}

/** A group of alternatives. */
export function any(strings: TemplateStringsArray, ...parts: readonly string[]): string {
  return `(?:${source(strings, parts)})`;
}

/** A part of a pattern. */
export function part(strings: TemplateStringsArray, ...parts: readonly string[]): string {
  return source(strings, parts);
}

/** A pattern that finds all occurrences. */
export function re(strings: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(source(strings, parts), 'g');
}
