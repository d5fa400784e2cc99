/** A platform's limits, shared by all processes: what one was told to wait for, the others heed. */
export interface Gates {
  /** Until when a gate (key of a chat, an account or a rate limit) is closed, milliseconds UTC; 0 where it never was. */
  closedUntil(key: string): Promise<number>;
  /** Closes a gate until the given time; never opens it earlier than already set. */
  closeGate(request: { key: string; until: number }): Promise<void>;
}
