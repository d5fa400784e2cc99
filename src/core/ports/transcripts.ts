/** One line of a conversation as it is kept and shown to the model again. */
export interface TranscriptEntry {
  readonly turn: string;
  readonly role: 'user' | 'assistant';
  /** What the model is given again: the bare text, never an old context block. */
  readonly content: string;
  /** What the user typed or saw, where it differs. */
  readonly shown: string | null;
  readonly at: number;
}

export interface Transcripts {
  /** The newest `limit` entries of a lane since its last `startAfresh`, oldest first. */
  history(request: { lane: string; limit: number }): Promise<readonly TranscriptEntry[]>;
  /** `/new`: later turns do not see what was said before; nothing is deleted. */
  startAfresh(request: { lane: string; now: number }): Promise<void>;
}
