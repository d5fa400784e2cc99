/** A sentence of an answer: lower case, straight apostrophes, without marks of emphasis. */
export interface SpokenSentence {
  readonly text: string;
  readonly isQuestion: boolean;
  /** What follows a colon within the sentence or paragraph; long text there means that the promise is kept at once. */
  readonly afterColon: string;
  /** An item of a list. */
  readonly isItem: boolean;
}

const SPLIT = /(?<=[.!?…:][)"'*_\]]*)\s+|(?<=[。！？])|\n+/u;

/** The sentences that the author says in the own voice: without code, quotations and quoted lines. */
export function spokenSentences(markdown: string): SpokenSentence[] {
  // Code goes first: a backtick before a letter would else be taken for an apostrophe, and the fence for prose.
  const prose = markdown
    .replace(/^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm, '\n')
    .replace(/`[^`\n]*`/g, ' xcodex ');
  const text = straighten(prose)
    .replace(/^ {0,3}>.*$/gm, '')
    .replace(/["«“][^"»”\n]{0,300}["»”]/g, ' xquotex ')
    .replace(/\*\*|__/g, '')
    .toLowerCase();
  const parts = text
    .split(SPLIT)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.map((part, i) => ({
    text: part.replace(/^[-*•]\s+|^\d+[.)]\s+/, ''),
    isQuestion: /[?？][)"'*_\]]*$/u.test(part),
    afterColon:
      `${part.slice(part.indexOf(':') + 1 || part.length)} ${/[:：]$/.test(part) ? parts.slice(i + 1).join(' ') : ''}`.trim(),
    isItem: /^(?:[-*•]|\d+[.)])\s/.test(part),
  }));
}

/** One kind of apostrophe and of double quotation marks. */
export function straighten(text: string): string {
  return text.replace(/[\u2018\u2019\u02BC\u00B4`](?=\p{L})/gu, "'").replace(/[\u201C\u201D\u201E]/g, '"');
}
