import { createHash } from 'node:crypto';

/**
 * Two texts are one memory when they differ only in case, form of characters, spacing or the last full stop; and when one
 * quotes the other: the marks of a quotation, a list or a citation around it do not make it news.
 */
export function normalForm(text: string): string {
  return withoutQuoting(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!。！]+$/u, '');
}

/** 16 bytes that stand for the normal form of a text. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(normalForm(text)).digest().subarray(0, 16);
}

/** Marks at the beginning: of lists and quotations, and the bracket in which recall shows number, date and source. */
const LEAD = /^(?:\s*(?:>|[-*•]\s|\[(?:#|mem(?:ory)?\b)[^\]\n]{0,120}\]))+\s*/iu;

const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
];

function withoutQuoting(text: string): string {
  const bare = text.replace(LEAD, '').trim();
  for (const [open, close] of QUOTES) {
    const inner = bare.slice(open.length, bare.length - close.length);
    if (
      bare.length > 2 &&
      bare.startsWith(open) &&
      bare.endsWith(close) &&
      !inner.includes(open) &&
      !inner.includes(close)
    )
      return inner;
  }
  return bare === '' ? text : bare;
}
