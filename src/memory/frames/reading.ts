import { sentenceFrame, type Token } from './sentenceFrame.js';
import { type Statement, statementOf } from './statement.js';
import { type Words, wordsOf } from './wordsOf.js';

/** A text and what its comparison with others needs, worked out once. */
export interface Reading {
  readonly text: string;
  readonly words: Words;
  readonly statement: Statement | null;
  /** Null where it is more than one short sentence. */
  readonly frame: readonly Token[] | null;
}

export function readText(text: string): Reading {
  return { text, words: wordsOf(text), statement: statementOf(text), frame: sentenceFrame(text) };
}
