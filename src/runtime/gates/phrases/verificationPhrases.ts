/**
 * Wordings of gate D3 in one language. Those with the flag `g` are searched for in plain prose (`plainProse`), one
 * statement at a time; the others are tested on the part of the statement that is named.
 */
export interface VerificationPhrases {
  readonly language: string;
  /** The answer reports work that was done: what is then said to be good is a claim. */
  readonly workReport: readonly RegExp[];
  /** The author did something to find out. */
  readonly checking: readonly RegExp[];
  /** Claims wherever they stand. */
  readonly claims: readonly RegExp[];
  /** Claims whose subject is left out: not in a sentence about somebody else. */
  readonly elidedClaims: readonly RegExp[];
  /** Claims in the first person. */
  readonly ownClaims: readonly RegExp[];
  /** Claims in an answer that reports work. */
  readonly workClaims: readonly RegExp[];
  /** In an answer that reports work, or near a statement of `checking`: the fault is gone, whatever used to bring it about. */
  readonly goneClaims: readonly RegExp[];
  /** Good ends: claims near a statement of `checking`. */
  readonly outcomes: readonly RegExp[];
  /** Openings that add weight to what follows and nothing else. */
  readonly assurances: RegExp;
  /** In the clause before a claim, they turn it into its opposite. */
  readonly negations: RegExp;
  /** In the clause of a claim: what should, could or will be. */
  readonly modals: RegExp;
  /** In the sentence: the author does not vouch for it. */
  readonly hedges: RegExp;
  /** Before a claim in its sentence: what would have to be. */
  readonly conditions: RegExp;
  /** Conditions in form that report what the author did. */
  readonly reported: RegExp;
  /** After a claim: conditions that follow it. */
  readonly tails: RegExp;
  /** After a claim: known facts are explained, claims are not. */
  readonly explanations: RegExp;
  /** In the sentence: somebody else says or did it. */
  readonly attributions: RegExp;
  readonly thirdPerson: RegExp;
  /** In the sentence: it was long ago. */
  readonly past: RegExp;
  /** At the start of a sentence: the reader is told to do it. */
  readonly imperatives: RegExp;
  /** Directly before a claim: tests in general, not these. */
  readonly generic: RegExp;
  readonly relative: RegExp;
  /** Directly before a claim: it is what is to be found out. */
  readonly verifies: RegExp;
  /** A check that did not end well. */
  readonly failures: RegExp;
  /** The author says that nothing was checked. */
  readonly disclaimers: readonly RegExp[];
  /** Headings and labels under which stands what is wanted, not what is. */
  readonly suggestions: RegExp;
  /** Requests to write or rework a text: its claims are the user's. */
  readonly requestsText: RegExp;
}
