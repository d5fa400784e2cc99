import type { ReceivedToolCall } from '../llm/completion.js';
import { CALL_END, CALL_START, readCall } from './textToolSyntax.js';

/** Takes the tool calls out of text that comes in pieces. */
export interface CallFilter {
  /** The part of the text so far that may be shown now; never any of a block. */
  write(delta: string): string;
  /** The end of the text: what is left to show. A block without its end mark counts as whole. */
  end(): string;
  /** The calls so far. */
  calls(): readonly ReceivedToolCall[];
}

/** White space and the beginning of a mark at the end of the text: neither is shown before what follows is known. */
function heldBack(text: string): number {
  let from = text.length;
  for (let length = Math.min(CALL_START.length - 1, text.length); length > 0; length -= 1) {
    if (!text.endsWith(CALL_START.slice(0, length))) continue;
    from = text.length - length;
    break;
  }
  return text.slice(0, from).trimEnd().length;
}

export function createCallFilter(): CallFilter {
  const found: ReceivedToolCall[] = [];
  let pending = '';
  let isInBlock = false;
  let hasShown = false;
  /** A block was taken out, so the white space around it goes too. */
  let isAfterBlock = false;

  /** Brings text into view, with one blank line where a block stood between two texts. */
  const show = (text: string): string => {
    const clean = isAfterBlock ? text.trimStart() : text;
    if (clean === '') return '';
    const gap = isAfterBlock && hasShown ? '\n\n' : '';
    isAfterBlock = false;
    hasShown = true;
    return gap + clean;
  };

  const advance = (): string => {
    let visible = '';
    for (;;) {
      if (isInBlock) {
        const end = pending.indexOf(CALL_END);
        if (end < 0) return visible;
        found.push(readCall(pending.slice(0, end)));
        pending = pending.slice(end + CALL_END.length);
        isInBlock = false;
        isAfterBlock = true;
        continue;
      }
      const start = pending.indexOf(CALL_START);
      if (start >= 0) {
        visible += show(pending.slice(0, start).trimEnd());
        pending = pending.slice(start + CALL_START.length);
        isInBlock = true;
        continue;
      }
      const upTo = heldBack(pending);
      visible += show(pending.slice(0, upTo));
      pending = pending.slice(upTo);
      return visible;
    }
  };

  return {
    write: (delta) => {
      pending += delta;
      return advance();
    },
    end: () => {
      const rest = pending;
      pending = '';
      if (!isInBlock) return show(rest);
      isInBlock = false;
      found.push(readCall(rest));
      return '';
    },
    calls: () => found,
  };
}
