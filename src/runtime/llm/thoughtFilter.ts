/** Takes the thinking out that some local models write into the text in front of their answer. */
export interface ThoughtFilter {
  /** What of the text so far may be handed on. */
  push(delta: string): string;
  /** What was held back, once nothing more comes. Thinking that never ended is gone. */
  end(): string;
}

/** The tags of DeepSeek R1, Qwen, Magistral and their like, where the endpoint does not part thinking from text. */
const OPENINGS = ['<think>', '<thinking>'];
const CLOSING = /<\/think(?:ing)?>/i;
const LONGEST_CLOSING = '</thinking>'.length;

/**
 * Only at the beginning of an answer: later on the tags are what somebody wants to read about. Joined, what it hands on is
 * the same however the text is cut into pieces.
 */
export function createThoughtFilter(): ThoughtFilter {
  let state: 'start' | 'inside' | 'over' = 'start';
  let held = '';
  let hasThought = false;

  /** White space between thinking and answer belongs to neither. */
  const release = () => (hasThought ? held.trimStart() : held);

  const push = (delta: string): string => {
    if (state === 'over') return delta;
    held += delta;
    if (state === 'inside') {
      const end = CLOSING.exec(held);
      if (end === null) {
        held = held.slice(-LONGEST_CLOSING);
        return '';
      }
      held = held.slice(end.index + end[0].length);
      hasThought = true;
      state = 'start';
    }
    const beginning = held.trimStart().toLowerCase();
    const opening = OPENINGS.find((tag) => beginning.startsWith(tag));
    if (opening !== undefined) {
      const rest = held.trimStart().slice(opening.length);
      held = '';
      state = 'inside';
      return push(rest);
    }
    if (OPENINGS.some((tag) => tag.startsWith(beginning))) return '';
    state = 'over';
    return release();
  };

  return { push, end: () => (state === 'start' ? release() : '') };
}

/** A whole text without the thinking at its beginning. */
export function withoutThought(text: string): string {
  const filter = createThoughtFilter();
  return filter.push(text) + filter.end();
}
