import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A conversation as people have it, and what the person's memory holds meanwhile; the benchmark has the same. */
export const { turns: CONVERSATION, memories: REMEMBERED } = z
  .object({
    turns: z.array(z.object({ user: z.string(), assistant: z.string() })),
    memories: z.array(z.string()),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../bench/conversation.json', import.meta.url), 'utf8')));

/** How many bytes at its start a text shares with another. */
export function commonPrefixBytes(a: string, b: string): number {
  let end = 0;
  while (end < a.length && end < b.length && a[end] === b[end]) end += 1;
  return Buffer.byteLength(a.slice(0, end));
}
