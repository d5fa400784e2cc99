/** A platform's limits, shared by all processes: what one was told to wait for, the others heed. */
export interface Gates {
  /**
   * Lets a call through that takes no permit of the ledger, when every gate (key of a chat, an account or a rate limit) is open: 0. Otherwise
   * the milliseconds until all are.
   */
  pass(request: { keys: readonly string[]; now: number }): Promise<number>;
  /** Closes a gate until the given time; never opens it earlier than already set. */
  closeGate(request: { key: string; until: number }): Promise<void>;
}
