/** Sentences that a lane's people have yet to be told, because they came up while nobody was being answered. */
export interface Untold {
  /** Keeps a sentence, at most five a lane. */
  add(entry: { lane: string; sentence: string; now: number }): Promise<void>;
  /** Gives what there is and lets go of it. */
  take(lane: string): Promise<readonly string[]>;
}
