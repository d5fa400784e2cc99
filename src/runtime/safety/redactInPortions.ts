import type { Redactor } from '../../core/secrets/redactor.js';

/** What is searched at once, in characters: some ten milliseconds. */
const PORTION_CHARS = 50_000;

/** Takes the secrets out of the output of a tool, letting other work of the process run in between. */
export async function redactInPortions(text: string, redactor: Redactor): Promise<string> {
  if (text.length <= PORTION_CHARS) return redactor.clean(text);
  const stream = redactor.stream();
  let clean = '';
  for (let at = 0; at < text.length; at += PORTION_CHARS) {
    clean += stream.write(text.slice(at, at + PORTION_CHARS));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return clean + stream.end();
}
