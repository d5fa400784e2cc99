import { readFileSync } from 'node:fs';

/** The rows of one part of a corpus. */
export function readPart(corpus, part) {
  const file = new URL(`../../test/runtime/corpora/${corpus}.${part}.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
