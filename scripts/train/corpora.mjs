import { existsSync, readFileSync } from 'node:fs';

/** The rows of one part of a corpus; none where the corpus has no such part. */
export function readPart(corpus, part) {
  const file = new URL(`../../test/runtime/corpora/${corpus}.${part}.jsonl`, import.meta.url);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
