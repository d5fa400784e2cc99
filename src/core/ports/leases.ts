/** Exclusive roles of a process: the poller of a bot account, the one gateway of a data directory. */
export interface Leases {
  /** Takes or renews a named lease. On refusal says who has it and until when. */
  acquire(request: {
    name: string;
    owner: string;
    ttlMs: number;
    now: number;
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly owner: string; readonly until: number }>;
  release(request: { name: string; owner: string }): Promise<void>;
}
