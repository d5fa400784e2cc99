/** Something that a lane's people have yet to be told. */
export interface UntoldSentence {
  readonly sentence: string;
  /** It is told as it stands; else it is why something was not remembered. */
  readonly whole: boolean;
}

/** Sentences that a lane's people have yet to be told, because they came up while nobody was being answered. */
export interface Untold {
  /** Keeps a sentence, at most five a lane. */
  add(entry: UntoldSentence & { readonly lane: string; readonly now: number }): Promise<void>;
  /** Gives what there is and lets go of it. */
  take(lane: string): Promise<readonly UntoldSentence[]>;
}
