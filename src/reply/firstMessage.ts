/** Figures of DESIGN.md section 5: when the first message of an answer may go out. */
export const FIRST_MESSAGE_CHARS = 80;
export const FIRST_MESSAGE_WAIT_MS = 1500;

/** A sentence that has ended: closing punctuation, perhaps quotes or brackets, then white space, a line break or (CJK) anything. */
const SENTENCE_END = /[.!?…]["'”’)\]]*\s|[。！？]|\n\s*\S/u;

/** A sentence that has ended has one of these. */
const SENTENCE_SIGN = /[.!?…。！？\n]/u;

/**
 * Whether a growing text is worth rendering to find out if it can go first: a cheap question for every token.
 *
 * @param source the text with its markup
 */
export function mayGoFirstSoon(source: string): boolean {
  return source.length >= FIRST_MESSAGE_CHARS || SENTENCE_SIGN.test(source);
}

/**
 * Whether the text of a growing answer is enough for the message that rings the phone: it can carry a sentence, has 80
 * characters, or 1.5 s have passed since the first token.
 *
 * @param visible the text as rendered, without markup
 * @param sinceFirstTextMs milliseconds since the first token of the answer
 */
export function canGoFirst(visible: string, sinceFirstTextMs: number): boolean {
  const text = visible.trim();
  if (text === '') return false;
  return (
    text.length >= FIRST_MESSAGE_CHARS ||
    sinceFirstTextMs >= FIRST_MESSAGE_WAIT_MS ||
    SENTENCE_END.test(visible.trimStart())
  );
}
