/** A point of a conversation that people can go back to. */
export interface Checkpoint {
  readonly name: string;
  readonly at: number;
}

export type TakenBack =
  /** `asked`: what the exchange answered, as the model was given it. */
  | { readonly outcome: 'taken'; readonly asked: string }
  | { readonly outcome: 'nothing' }
  /** Somebody else's exchange. */
  | { readonly outcome: 'not-yours' };

/**
 * What people do with the history of a lane. Nothing is deleted, and what the chat shows stays there: only what later turns see
 * changes.
 */
export interface Conversation {
  /** Keeps where the conversation stands; the same name again moves it. The newest 20 of a lane are kept. Returns how many lines it has. */
  setCheckpoint(request: {
    readonly lane: string;
    readonly name: string;
    readonly by: string;
    readonly now: number;
  }): Promise<number>;
  /** The newest first. */
  checkpoints(lane: string): Promise<readonly Checkpoint[]>;
  /** Goes back to a checkpoint; returns how many lines the history has then, null where there is no such checkpoint. */
  rollBack(request: { readonly lane: string; readonly name: string; readonly now: number }): Promise<number | null>;
  /** Takes the last exchange out of the history. `names`: only if its sender is one of these; null: whoever's it is. */
  takeBack(request: { readonly lane: string; readonly names: readonly string[] | null }): Promise<TakenBack>;
}
