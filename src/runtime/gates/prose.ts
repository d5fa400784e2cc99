/** The parts of a Markdown text that the author asserts: without code and quotations, apostrophes straight, lower case. */
function assertedText(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/[\u201C\u201D\u201E\u00AB\u00BB]/g, '"')
    .replace(/^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm, '\n')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/^ {0,3}>.*$/gm, '')
    .replace(/"[^"\n]{0,300}"/g, ' ')
    .toLowerCase();
}

/** A statement of the author. */
export interface Sentence {
  readonly text: string;
  readonly isQuestion: boolean;
}

/** Splits what a Markdown text asserts into sentences. A full stop within a word or number ends none. */
export function assertedSentences(text: string): Sentence[] {
  const found = assertedText(text).match(/[^.!?;\n]+(?:[.!?;](?![\s"')*_]|$)[^.!?;\n]*)*[.!?;]*/g) ?? [];
  return found
    .map((sentence) => ({ text: sentence.trim(), isQuestion: /\?\s*$/.test(sentence) }))
    .filter((sentence) => sentence.text !== '');
}
