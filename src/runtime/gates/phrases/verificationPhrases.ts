import type { ProseLimits } from './proseLimits.js';

/** Wordings that say more or less of a claim, and how much they count. */
export interface Verdicts {
  readonly weight: number;
  readonly patterns: readonly RegExp[];
  /** A condition may follow: what it names brings the fault about no longer. */
  readonly mayHaveTail?: boolean;
}

/** What stands beside a verdict, and what it adds to it or takes away. */
export interface Circumstance {
  readonly weight: number;
  readonly pattern: RegExp;
}

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
  /** The author says of himself that he verified or tested it. */
  readonly own: readonly RegExp[];
  /** The reader is spoken to, and not of a thing of his. */
  readonly address: RegExp;
  /** What was found: from the outcome of a check to what might be said of anything. */
  readonly verdicts: readonly Verdicts[];
  /** The author tried something out or looked it over. */
  readonly trials: readonly RegExp[];
  /** The author did something. */
  readonly deeds: readonly RegExp[];
  /** In the sentence of a verdict. */
  readonly circumstances: readonly Circumstance[];
}
