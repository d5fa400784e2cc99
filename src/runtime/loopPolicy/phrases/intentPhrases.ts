/**
 * How one language says that work is about to be done. Every entry is the source of a regular expression without anchors;
 * in languages with spaces it stands for whole words, lower case, with straight apostrophes.
 */
export interface IntentPhrases {
  /** Whether words are written apart. */
  readonly hasSpaces: boolean;
  /** Announces what the author does next; the verb follows within the sentence: "I'll", "let me". */
  readonly future: readonly string[];
  /** Offers of help, which count only where nothing is explained: "I can do that". */
  readonly offer: readonly string[];
  /** Verbs of work with tools, as they follow `future`. */
  readonly action: readonly string[];
  /** Words that begin a clause of its own: a verb behind one is not what is announced. */
  readonly barrier: readonly string[];
  /** Announcement and verb in one: "ich prüfe jetzt". */
  readonly direct: readonly string[];
  /** A sentence that starts so says what is being done at this moment: "Trying ...". */
  readonly progress: readonly string[];
  /** Makes a sentence that starts like `progress` a statement: "Running tests takes a minute." */
  readonly statement: readonly string[];
  /** Words for the place of work. */
  readonly workspace: readonly string[];
  /** The work is done. */
  readonly completion: readonly string[];
  /** The next step is the person's. */
  readonly waiting: readonly string[];
  /** It is done another time, or under a condition. */
  readonly later: readonly string[];
  /** The tail of an answer that stops right before the work: "let me now". */
  readonly trailing: readonly string[];
  /** What `trailing` may be followed by without announcing any work. */
  readonly harmless: readonly string[];
}
