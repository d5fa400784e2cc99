import type { ProseLimits } from './proseLimits.js';

/** Wordings of gate D3 in one language. Lists are searched for (flag `g`) in one statement of plain prose. */
export interface VerificationPhrases {
  readonly language: string;
  readonly limits: ProseLimits;
  /** The author says that nothing was checked. */
  readonly disclaimers: readonly RegExp[];
  /** In the sentence: a trial did not end well. */
  readonly failures: RegExp;
  /** In the answer: something does not work yet. */
  readonly admissions: readonly RegExp[];
  /** What looks like an admission and says that there is none. */
  readonly unfailing: RegExp;
  /** The answer reports work that was done. */
  readonly workReport: readonly RegExp[];
  /** The author tried something out. */
  readonly trials: readonly RegExp[];
  /** The author looked something over. */
  readonly inspections: readonly RegExp[];
  /** Claims in the first person. */
  readonly own: readonly RegExp[];
  /** Claims wherever they stand, unless the text explains something to the reader. */
  readonly plain: readonly RegExp[];
  /** Claims in an answer that only says how things are, and nothing else. */
  readonly status: readonly RegExp[];
  /** Claims in an answer that reports work or a trial. */
  readonly reported: readonly RegExp[];
  /** Claims in an answer after tools wrote something, or near a trial: the plainer wordings. */
  readonly toolReported: readonly RegExp[];
  /** Likewise: words of success, claims only together with `support`. */
  readonly success: readonly RegExp[];
  /** Words that make `success` a claim: what was checked, and that all of it was. */
  readonly support: readonly RegExp[];
  /** In an answer that reports: the fault is gone, whatever used to bring it about. */
  readonly gone: readonly RegExp[];
  /** Claims near a trial or an inspection: what was looked over is in order. */
  readonly agreement: readonly RegExp[];
  /** Claims near a trial: what was tried out does what it should. */
  readonly outcomes: readonly RegExp[];
}
