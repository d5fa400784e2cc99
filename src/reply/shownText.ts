/** The text of an answer while it grows: what a reader should see now, and what has been voided. */
export interface ShownText {
  append(delta: string): void;
  /** Ends the segment; a dropped one stays visible only until newer text comes. */
  endSegment(drop: boolean): void;
  /** Voids everything so far. */
  reset(): void;
  /** Sets the whole text: the final answer. */
  replace(text: string): void;
  /** The Markdown to show now. */
  source(): string;
  /** Whether the text since the last reset has anything in it. */
  hasText(): boolean;
}

interface Segment {
  text: string;
  dropped: boolean;
}

/** What stands between two segments of one answer. */
export const SEGMENT_SEPARATOR = '\n\n';

export function createShownText(): ShownText {
  let done: Segment[] = [];
  let open = '';

  return {
    append: (delta) => {
      open += delta;
    },
    endSegment: (drop) => {
      if (open.trim() !== '') done.push({ text: open, dropped: drop });
      open = '';
    },
    reset: () => {
      done = [];
      open = '';
    },
    replace: (text) => {
      done = [];
      open = text;
    },
    source: () => {
      const texts = done.filter((segment) => !segment.dropped).map((segment) => segment.text);
      if (open.trim() !== '') return [...texts, open].join(SEGMENT_SEPARATOR);
      const last = done.at(-1);
      if (last?.dropped) texts.push(last.text);
      return texts.join(SEGMENT_SEPARATOR);
    },
    hasText: () => open.trim() !== '' || done.length > 0,
  };
}
