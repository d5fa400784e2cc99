/**
 * How people of one language say what is worth keeping. All patterns are matched against single sentences as `foldPhrase`
 * gives them: lower case, no accents, straight apostrophes.
 */
export interface ExchangePhrases {
  /** A lasting wish of how things are to be. */
  readonly preference: readonly RegExp[];
  /** Something lasting about the person. */
  readonly about: readonly RegExp[];
  /** Something is settled. */
  readonly decision: readonly RegExp[];
  /** Looks like one of the above and is none: conditions, negations, questions, single wishes. */
  readonly undecided: readonly RegExp[];
  /** What was said before is wrong. */
  readonly correction: readonly RegExp[];
  /** The beginning of a short yes. */
  readonly acceptance: RegExp;
  /** Takes a yes back. */
  readonly hedge: RegExp;
  /** Asks to keep something in mind; what follows the match is what. */
  readonly request: RegExp;
  /** For this once. */
  readonly taskLocal: RegExp;
  /** For good. */
  readonly durable: RegExp;
  /** A sentence that says nothing. */
  readonly smallTalk: RegExp;
}
