import { stripVTControlCharacters } from 'node:util';

/** Bytes kept of the beginning and of the end of what a command prints, with room for the rest of a result of 10,000. */
const HEAD = 3_000;
const TAIL = 5_500;

/** What a command prints, of which the beginning and the end are kept. Takes no more memory than these. */
export interface KeptOutput {
  take(chunk: Buffer): void;
  readonly bytes: number;
  /** What was kept, as text; where something is missing between them, that is said. */
  text(): string;
}

export function createKeptOutput(): KeptOutput {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let bytes = 0;
  return {
    take: (chunk) => {
      bytes += chunk.length;
      const forHead = chunk.subarray(0, HEAD - head.length);
      if (forHead.length > 0) head = Buffer.concat([head, forHead]);
      const rest = chunk.subarray(forHead.length);
      if (rest.length > 0) tail = Buffer.from(Buffer.concat([tail, rest.subarray(-TAIL)]).subarray(-TAIL));
    },
    get bytes() {
      return bytes;
    },
    text: () => {
      const missing = bytes - head.length - tail.length;
      if (missing === 0) return plainOutput(Buffer.concat([head, tail]));
      return `${plainOutput(head)}\n[... ${missing} bytes left out ...]\n${plainOutput(tail)}`;
    },
  };
}

/** Output as text without what only a screen understands: colours, and all but the last of what was written over itself. */
export function plainOutput(bytes: Buffer): string {
  return stripVTControlCharacters(bytes.toString('utf8'))
    .replace(/\r\n/g, '\n')
    .replace(/^[^\n]*\r(?=[^\n])/gm, '')
    .replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}
