/** One line of a conversation that is to be summarised. */
interface Line {
  readonly role: string;
  readonly content: string;
}

const SEPARATOR = '\n\n---\n\n';
/** What stays of a line in any case, in characters. */
const MIN_LINE_CHARS = 200;

/** The most that each line may have, so that all of them together have `room` characters; short lines leave theirs to long ones. */
function limitFor(lengths: readonly number[], room: number): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  let left = room;
  for (const [i, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - i));
    if (length > share) return Math.max(MIN_LINE_CHARS, share);
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

/** The beginning and the end of a text that is too long, with a word about what is missing. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}\n[${text.length - start.length - end.length} characters left out]\n${end}`;
}

/**
 * Lines of a conversation as one text that a model can read at once. Where they are too long together, the longest of them
 * lose their middle: a pasted book, not what was said about it.
 *
 * @param maxChars about how long the text may be; each line keeps 200 characters
 */
export function transcriptText(lines: readonly Line[], maxChars: number): string {
  const limit = limitFor(
    lines.map(({ content }) => content.length),
    maxChars,
  );
  return lines.map(({ role, content }) => `[${role}]\n${shorten(content, limit)}`).join(SEPARATOR);
}
