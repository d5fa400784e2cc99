import type { ProseLimits } from './proseLimits.js';

/** Wordings of gate D4 in one language, searched for in one statement of plain prose. */
export interface PhantomWritePhrases {
  readonly language: string;
  readonly limits: ProseLimits;
  /** The author wrote, and the file is named in the same statement. */
  readonly writes: readonly RegExp[];
  /** Names of things that are files, besides those that look like one (`xfilex`). */
  readonly fileNouns: RegExp;
  /** What a text is about: a file in there is none that was written. */
  readonly topics: RegExp;
  /** Claims that need no further word for the file. */
  readonly claims: readonly RegExp[];
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
