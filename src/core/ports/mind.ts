/** Whose memory is meant: a person's own, within what the turn's principal may see. */
export interface MindOwner {
  /** The person, `platform:account:user` until identities are linked. */
  readonly person: string;
}

/** One remembered thing. */
export interface Memory {
  readonly id: number;
  readonly text: string;
  readonly savedAt: number;
}

/** A person's long-term memory. */
export interface Mind {
  /** Saves a text, or says that it is known already. Limits: 8,000 characters. */
  save(owner: MindOwner, text: string, now: number): Promise<{ readonly saved: boolean; readonly id: number }>;
  /** Best matches first. */
  search(owner: MindOwner, query: string, limit: number): Promise<readonly Memory[]>;
  count(owner: MindOwner): Promise<number>;
  close(): Promise<void>;
}
