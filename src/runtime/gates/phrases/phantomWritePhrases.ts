import type { ProseLimits } from './proseLimits.js';

/** Wordings of gate D4 in one language, searched for in one statement of plain prose. */
export interface PhantomWritePhrases {
  readonly language: string;
  readonly limits: ProseLimits;
  /** The author wrote or changed something: a claim where the statement names a file. */
  readonly writes: readonly RegExp[];
  /** Names of things that are files, besides those that look like one (`xfilex`). */
  readonly fileNouns: RegExp;
  /** What a text is about: a file in there is none that was written. */
  readonly topics: RegExp;
  /** The author changed something: a claim with `codeNouns`, unless the answer shows the result. */
  readonly edits: readonly RegExp[];
  /** Likewise, a claim after files were read. */
  readonly readEdits: readonly RegExp[];
  /** The author changed something that existed before: a claim with `docNouns`, unless the answer shows the result. */
  readonly updates: readonly RegExp[];
  /** Texts and tables that may be kept in a file or stand in an answer. */
  readonly docNouns: RegExp;
  /** What is written in files, and hardly ever spoken of elsewhere. */
  readonly codeNouns: RegExp;
  /** The result stands in the answer. */
  readonly shown: RegExp;
  /** Claims that need no further word for the file. */
  readonly claims: readonly RegExp[];
  /** Claims likewise, unless the answer reports what was found on the web or in memory. */
  readonly states: readonly RegExp[];
  /** The author says where the result is: a claim next to what he says he made. */
  readonly places: readonly RegExp[];
  /** The author says that he made something. */
  readonly making: readonly RegExp[];
  /** What is kept elsewhere than in a file: memory, reminders, the chat. */
  readonly elsewhere: RegExp;
  /** Words that name a file beyond doubt, also beside `elsewhere`. */
  readonly plainFiles: RegExp;
  /** The author takes it back, or wrote nothing. */
  readonly disclaimers: readonly RegExp[];
}
