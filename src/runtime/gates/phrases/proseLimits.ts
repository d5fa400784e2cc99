/** What keeps a wording from being the author's own assertion, in one language. Tested on the part that is named. */
export interface ProseLimits {
  /** Openings that add weight to what follows and nothing else. */
  readonly assurances: RegExp;
  /** In the clause before a claim: its opposite. */
  readonly negations: RegExp;
  /** In the clause before a claim: what should, could or will be. */
  readonly modals: RegExp;
  /** In the sentence: the author does not vouch for it. */
  readonly hedges: RegExp;
  /** Before a claim in its sentence: what would have to be. */
  readonly conditions: RegExp;
  /** Conditions in form that report what the author did. */
  readonly pastClauses: RegExp;
  /** After a claim: conditions that follow it. */
  readonly tails: RegExp;
  /** After a claim and a colon: it did not happen. */
  readonly denials: RegExp;
  /** After a claim: known facts are explained, claims are not. */
  readonly explanations: RegExp;
  /** In the sentence: somebody else says or did it. */
  readonly attributions: RegExp;
  /** After what the author did: that the reader wished it so makes it no report of the reader's. */
  readonly wishes: RegExp;
  /** The author says what he changed: no draft follows, though a colon does. */
  readonly reports: RegExp;
  /** In the sentence: it is about people other than author and reader. */
  readonly thirdPerson: RegExp;
  /** In the sentence: it was long ago. */
  readonly past: RegExp;
  /** At the start of a sentence: the reader is told to do it. */
  readonly imperatives: RegExp;
  /** At the start of a sentence: the answer is no. */
  readonly answersNo: RegExp;
  /** At the start of a sentence: a scene is set. */
  readonly scenes: RegExp;
  /** Directly before a claim: things of this kind in general. */
  readonly generic: RegExp;
  /** Directly before a claim: it is what is to be found out. */
  readonly aims: RegExp;
  /** Headings and labels under which stands what is wanted, not what is. */
  readonly plans: RegExp;
  /** Before a colon: a text for the reader follows. */
  readonly drafts: RegExp;
  /** Things are weighed against each other. */
  readonly contrasts: RegExp;
  /** After a claim: it is spoken of, not made. */
  readonly mentions: RegExp;
  /** The reader is spoken to. */
  readonly address: RegExp;
  /** Requests to write or rework a text: its claims are the user's. */
  readonly textRequests: RegExp;
}
